/** Ranks what must not be missed: "do not drive", then "park outside". */
export function urgency({
  parkIt,
  parkOutside,
}: {
  parkIt: boolean | null;
  parkOutside: boolean | null;
}): number {
  if (parkIt) return 2;
  return parkOutside ? 1 : 0;
}

interface Flagged {
  parkIt: boolean | null;
  parkOutside: boolean | null;
  /** NHTSA's own; Canada has none. */
  flags?: { parkIt: boolean | null; parkOutside: boolean | null } | null;
}

/** True where a notice warns in its words and NHTSA's flag says that it does not: then both are shown. */
export function isAgainstFlag({ parkIt, parkOutside, flags }: Flagged): boolean {
  if (!flags) return false;
  return (parkIt === true && flags.parkIt === false) || (parkOutside === true && flags.parkOutside === false);
}

/** Statements that every answer about recalls must make about itself. */
export const recallStatements = {
  scope: 'model-year',
  scopeNote:
    'Recalls of this make, model and model year. Only the manufacturer knows whether this very car is in them and was ' +
    'repaired: ask a dealer with the VIN. Equipment, tire and child-seat campaigns concern the car only if that part is ' +
    'fitted. Canadian details are those of the 25 newest recalls.',
  attribution: {
    canada: {
      text: 'Contains information licensed under the Open Government Licence – Canada.',
      licenceUrl: 'https://open.canada.ca/en/open-government-licence-canada',
    },
  },
} as const;

interface AskedNames {
  inDoubt: readonly string[];
  keptApart: readonly string[];
  notRead: readonly string[];
}

const SHOWN = 6;

function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return names.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Names what a source had nothing of though it should; null where all was read. */
export function unreadNote(...sources: readonly (Pick<AskedNames, 'notRead'> | null)[]): string | null {
  const unread = [...new Set(sources.flatMap((source) => source?.notRead ?? []))];
  return unread.length === 0
    ? null
    : `Recalls may be missing: asked twice, the source had nothing for these names, though it should have: ${listed(unread)}.`;
}

/** Names what was asked in doubt and what was set aside, so that no count is read as more than it is; null for nothing. */
export function namesNote(...sources: readonly (AskedNames | null)[]): string | null {
  const inDoubt = [...new Set(sources.flatMap((source) => source?.inDoubt ?? []))];
  const apart = [...new Set(sources.flatMap((source) => source?.keptApart ?? []))];
  const unread = unreadNote(...sources);
  const sentences = [
    ...(unread === null ? [] : [unread]),
    ...(inDoubt.length > 0
      ? [
          `The VIN does not say whether what is filed under these names is about this version of the car; it is included and marked: ${listed(inDoubt)}.`,
        ]
      : []),
    ...(apart.length > 0
      ? [`Recalls of these versions, which the car is not by its VIN, are not included: ${listed(apart)}.`]
      : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

interface Listed {
  modelListed: boolean;
}

/**
 * Warns where a source knows no such model, so that finding nothing there says nothing; null where NHTSA knows it. Transport Canada lists
 * models with recalls only, so that it alone knowing none is no news.
 */
export function notListedNote({ us, canada }: Record<'us' | 'canada', Listed | null>): string | null {
  if (us === null || us.modelListed) return null;
  return canada === null || canada.modelListed
    ? 'NHTSA lists no such model and year, so that finding no recall there says nothing about the car.'
    : 'Neither NHTSA nor Transport Canada lists this model and year, so that finding no recall says nothing about the car.';
}

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

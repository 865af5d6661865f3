const HOUR_MS = 3_600_000;
/** Readings closer together count as one: a fault may last an hour. */
const APART_MS = 6 * HOUR_MS;

export interface MaybeMissing {
  /** The time at which a reading first lacked it; null while the source has it. */
  missingSince: string | null;
}

/**
 * A recall is practically never withdrawn, so a list that shrinks is taken for a fault of the source: what the new
 * reading lacks is kept and marked, until a second reading at least six hours later lacks it too.
 */
export function keepMissing<Item extends MaybeMissing>(
  fresh: readonly Item[],
  last: readonly Item[] = [],
  keyOf: (item: Item) => string,
  nowMs: number,
): Item[] {
  const present = new Set(fresh.map(keyOf));
  const kept = last.flatMap((item) => {
    if (present.has(keyOf(item))) return [];
    if (item.missingSince === null) return [{ ...item, missingSince: new Date(nowMs).toISOString() }];
    return nowMs - Date.parse(item.missingSince) >= APART_MS ? [] : [item];
  });
  return [...fresh, ...kept];
}

/** A reading of several lists, some of them empty where the source should have something. */
export interface MaybeUnread {
  matchedModels: readonly string[];
  /** The names of what was empty: nothing is concluded from it. */
  notRead: string[];
  /** The time at which it was first found empty; null where all was read. */
  notReadSince: string | null;
}

/**
 * An empty list is not believed until a second reading at least six hours later finds it empty too, unless the last reading
 * had it.
 */
export function notYetBelieved(
  fresh: MaybeUnread,
  last: MaybeUnread | undefined,
  nowMs: number,
): Pick<MaybeUnread, 'notRead' | 'notReadSince'> {
  const sinceMs = Date.parse(last?.notReadSince ?? '');
  const notRead = fresh.notRead.filter((name) => {
    if (last?.notRead.includes(name)) return nowMs - sinceMs < APART_MS;
    // A row that is no model, such as the list of all of them, was read last time.
    const wasRead = last?.matchedModels.includes(name) || !fresh.matchedModels.includes(name);
    return last === undefined || !wasRead;
  });
  const isKnown = notRead.some((name) => last?.notRead.includes(name));
  const since = isKnown ? last?.notReadSince : new Date(nowMs).toISOString();
  return { notRead, notReadSince: notRead.length === 0 ? null : (since ?? null) };
}

/** Shortens the time that a list is fresh if something is missing: it is read again as soon as a second reading counts. */
export function freshMsWith(items: readonly MaybeMissing[], freshMs: number): number {
  return items.some(({ missingSince }) => missingSince !== null) ? Math.min(freshMs, APART_MS) : freshMs;
}

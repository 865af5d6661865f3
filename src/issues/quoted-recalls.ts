import type { PreparedComplaint } from './prepare.ts';
import type { KnownIssue } from './schemas.ts';

/** "18V-524", "18V524000", "18-V-524"; E are parts, T tires, C child seats. Apart by a blank it may be volts. */
const CAMPAIGN =
  /(?<![\w.])(\d{2})[-–. ]?([VETC])([-–.]?|\s)(\d{3})(?:[- ]?000)?(?![\w.]*\d)(?! ?-?(?:w|watts?|a|amps?|ah|cca|hz|hp|volts?)\b)\b/gi;
const SPEAKS_OF_RECALLS = /\b(?:recalls?|campaigns?|nhtsa)\b/i;
/** One complaint may mistype a number or make it up. */
const LEAST_QUOTING = 2;

/** Campaigns that several of the cited complaints quote by number. */
export function quotedRecalls(cited: readonly PreparedComplaint[]): KnownIssue['relatedRecalls'] {
  const quoting = new Map<string, number>();
  for (const { complaint } of cited)
    for (const campaign of new Set(campaignsIn(complaint.summary)))
      quoting.set(campaign, (quoting.get(campaign) ?? 0) + 1);
  const found = [...quoting]
    .filter(([, count]) => count >= LEAST_QUOTING)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([campaign, count]) => ({ campaign, basis: 'quoted' as const, complaints: count }));
  return found.length === 0 ? undefined : found;
}

function campaignsIn(text: string): string[] {
  return [...text.matchAll(CAMPAIGN)].flatMap(([, year, kind = '', apart, number]) =>
    apart === ' ' && !SPEAKS_OF_RECALLS.test(text) ? [] : [`${year}${kind.toUpperCase()}${number}000`],
  );
}

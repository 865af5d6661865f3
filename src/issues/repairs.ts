import type { PreparedComplaint } from './prepare.ts';
import type { KnownIssue } from './schemas.ts';

const CAMPAIGN = /\b(\d{2})\s?V\s?-?(\d{3})(?:\s?000)?\b/gi;
/** One complaint may mistype a number or make it up. */
const LEAST_QUOTING = 2;

const NOT_HELPED =
  /\b(?:(?:failure|problem|issue|same thing|symptoms?|fault|noise|leak|light) (?:\w+ ){0,3}?(?:persist\w*|recur\w*|return\w*|remain\w*|continu\w*|came back|comes back|still)|(?:did|does|do|has|have)(?: not|n't) (?:\w+ ){0,2}?(?:fix\w*|correct\w*|resolv\w*|solv\w*|remed\w*|help\w*) (?:the|it|this|my|anything)|not (?:been )?(?:corrected|remedied|resolved|fixed)|(?:second|third|fourth|fifth|2nd|3rd|4th|5th) (?:time|replacement)|replaced (?:twice|again|\d+ times|three times|several times)|after (?:the |it was )?(?:recall )?(?:repair\w*|replac\w*|fix\w*|recall)\b[^.]{0,60}\b(?:again|still|persist\w*|recur\w*|fail\w*|came back))/i;
const NO_PARTS =
  /\b(?:parts?|remedy|component)\b[^.]{0,60}\b(?:(?:not|n't|un)(?: yet| currently)? ?(?:be |been )?(?:available|in stock|ready)|unavailable|back ?-?order\w*|no (?:remedy|parts?)|months? (?:away|out))|\bno (?:remedy|parts?)\b[^.]{0,30}\b(?:available|yet|for)|\bwait\w* (?:\w+ ){0,4}parts?\b|\bback ?-?order/i;

/** Campaigns that several of the cited complaints quote by number. */
export function quotedRecalls(cited: readonly PreparedComplaint[]): KnownIssue['relatedRecalls'] {
  const quoting = new Map<string, number>();
  for (const { complaint } of cited) {
    const campaigns = new Set(
      [...complaint.summary.matchAll(CAMPAIGN)].map(([, year, number]) => `${year}V${number}000`),
    );
    for (const campaign of campaigns) quoting.set(campaign, (quoting.get(campaign) ?? 0) + 1);
  }
  const found = [...quoting]
    .filter(([, count]) => count >= LEAST_QUOTING)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([campaign, count]) => ({ campaign, basis: 'quoted' as const, complaints: count }));
  return found.length === 0 ? undefined : found;
}

/** How many cited complaints say that a repair did not help, or that parts are not to be had. */
export function afterRepairOf(cited: readonly PreparedComplaint[]): KnownIssue['afterRepair'] {
  const holding = (pattern: RegExp) =>
    cited.filter(({ complaint }) => pattern.test(complaint.summary)).length;
  const counts = { notHelped: holding(NOT_HELPED), partsUnavailable: holding(NO_PARTS) };
  return counts.notHelped + counts.partsUnavailable === 0 ? undefined : counts;
}

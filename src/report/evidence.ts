import { readBill } from '../costs/published.ts';
import type { KnownIssue } from '../issues/schemas.ts';
import type { RecallItem } from './recalls-section.ts';
import type { Evidence, Facts } from './report-schema.ts';

/** The newest complaints stand for all, whose numbers are at the pointer. */
const MOST_CITED = 5;

export function recallEvidence({ recalls }: Pick<Facts, 'recalls'>, items: readonly RecallItem[]): Evidence {
  const [first, ...more] = items;
  const only = first !== undefined && more.length === 0 ? `/${recalls?.items.indexOf(first)}` : '';
  const numbers = items.flatMap(({ campaign, sameDefect }) => [
    campaign,
    ...sameDefect.map((same) => same.campaign),
  ]);
  return {
    pointer: `/recalls/items${only}`,
    campaigns: [...new Set(numbers)].filter((number) => number !== null),
  };
}

export function issueEvidence({ knownIssues }: Pick<Facts, 'knownIssues'>, issue: KnownIssue): Evidence {
  return {
    pointer: `/knownIssues/topIssues/${knownIssues?.topIssues.indexOf(issue)}`,
    odiNumbers: issue.odiNumbers.slice(-MOST_CITED),
  };
}

/** The lines of the buyer's bill that the law demands; without a bill the places. */
export function costsEvidence({ purchaseCosts }: Pick<Facts, 'purchaseCosts'>, category?: string): Evidence {
  const bill = purchaseCosts?.bill;
  if (!bill) return { pointer: '/purchaseCosts/byJurisdiction' };
  const lines = readBill(bill).lines.filter(
    (line) => line.mandatory && (category === undefined || line.category === category),
  );
  return { pointer: '/purchaseCosts/bill/lines', lines: lines.map(({ id }) => id) };
}

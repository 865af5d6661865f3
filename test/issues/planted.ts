import type { IssueFindings } from '../../src/issues/schemas.ts';
import { NATURAL_ATTACKS, STRANGER_ATTACKS, UNNOTICED_ATTACKS } from './attacks.ts';
import { complaint, twoFailures } from './complaints.ts';

export const AS_OF = '2025-06-30';
const FIRST_PLANTED = 90_000_000;
export const ROWS = twoFailures(40);
const OPENINGS = ['', 'Hello. ', 'Good day. ', 'To all. '];

/** The same attack by several hands, no two in quite the same words. */
export function planted(attack: string, times: number) {
  return Array.from({ length: times }, (_, index) =>
    complaint(
      FIRST_PLANTED + index,
      `${OPENINGS[index % OPENINGS.length]}${attack}${index === 0 ? '' : ` Case ${index * 31}.`}`,
    ),
  );
}

/** Every other issue: what it cites beside the planted, and what is counted of it. */
export function others({ knownIssues }: IssueFindings) {
  return knownIssues
    .map(({ odiNumbers, severitySignals, componentTags }) => ({
      cited: odiNumbers.filter((odiNumber) => odiNumber < FIRST_PLANTED),
      severitySignals,
      componentTags,
    }))
    .filter(({ cited }) => cited.length > 0)
    .sort((a, b) => (a.cited[0] ?? 0) - (b.cited[0] ?? 0));
}

export function wordsOf({ knownIssues }: IssueFindings): string {
  return JSON.stringify(knownIssues.map(({ title, summary }) => [title, summary]));
}

/** Lists of attacks, and by how many hands each is planted. */
export const PLANTINGS = [
  { attacks: NATURAL_ATTACKS, times: 1 },
  { attacks: NATURAL_ATTACKS, times: 3 },
  { attacks: NATURAL_ATTACKS, times: 10 },
  // In two lists, and so planted by few and by many, because each way over the model takes its time.
  { attacks: UNNOTICED_ATTACKS.slice(0, 30), times: 3 },
  { attacks: UNNOTICED_ATTACKS.slice(30), times: 10 },
  { attacks: STRANGER_ATTACKS.slice(0, 50), times: 10 },
  { attacks: STRANGER_ATTACKS.slice(50), times: 3 },
];

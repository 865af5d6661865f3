import type { Provenance } from '../../sources/cached.ts';
import type { Facts, Statement } from './statement.ts';

const missing = {
  recalls: 'The recalls are missing from this report, which does not mean that there are none.',
  knownIssues: 'The known issues are missing from this report, which does not mean that there are none.',
  purchaseCosts: 'The purchase costs are missing from this report.',
} as const;

/** What is missing or old must not pass for "nothing found". */
export function sectionStatements(facts: Facts): Statement[] {
  const { sectionDetails, recalls, knownIssues } = facts;
  return [
    ...(['recalls', 'knownIssues', 'purchaseCosts'] as const).flatMap((section) => {
      const reason = sectionDetails[section];
      return reason === undefined ? [] : [unavailable(section, reason)];
    }),
    ...(recalls === null
      ? []
      : [
          ...olderCopy('recalls', recalls.provenance.us, '/recalls/provenance/us'),
          ...olderCopy('recalls', recalls.provenance.canada, '/recalls/provenance/canada'),
        ]),
    ...(knownIssues === null
      ? []
      : olderCopy('knownIssues', knownIssues.provenance, '/knownIssues/provenance')),
  ];
}

function unavailable(section: keyof typeof missing, reason: string): Statement {
  return {
    kind: 'section_unavailable',
    level: 'important',
    statement: `${missing[section]} ${reason}`,
    section,
    item: null,
    pointer: `/sectionDetails/${section}`,
  };
}

function olderCopy(
  section: 'recalls' | 'knownIssues',
  { source, cache, fetchedAt, recorded }: Provenance,
  pointer: string,
): Statement[] {
  if (cache !== 'stale' && !recorded) return [];
  const day = fetchedAt.slice(0, 10);
  return [
    {
      kind: recorded ? 'recorded_answer' : 'older_copy',
      level: recorded ? 'important' : 'note',
      statement: recorded
        ? `What is shown of ${source} is a recorded answer of ${day} for trying the service out, neither complete nor of today: the source cannot be reached from here.`
        : `What is shown of ${source} is an older copy, read on ${day}: a newer one could not be had in time.`,
      section,
      item: source,
      pointer,
    },
  ];
}

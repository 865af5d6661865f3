import type { PreparedComplaint } from '../prepare.ts';
import type { NamedGroup, NamedMember } from './name-group.ts';
import type { Reading, Recognise } from './recognise.ts';

/** Who says a second failure as plainly as this is cited for both. */
const PLAINLY = 3.6;
/** By words alone, with no likeness to the others of the issue. */
const STRENGTH_OF_READING = 0.5;

type Group = NamedGroup & { members: NamedMember[] };

/**
 * A complaint that no group took in, and one that plainly reports a second failure, is cited where an issue has the
 * name of what it reports.
 */
export function citeByReading(
  groups: readonly Group[],
  complaints: readonly PreparedComplaint[],
  readings: readonly (Reading | undefined)[],
  recognise: Recognise,
): void {
  const largest = new Map<number, Group>();
  for (const group of groups) {
    if (group.mode === undefined) continue;
    const known = largest.get(group.mode);
    if (known === undefined || known.members.length < group.members.length) largest.set(group.mode, group);
  }
  const holders = new Map(
    groups.flatMap((group) =>
      group.members.map((member) => [member.one.complaint.odiNumber, { group, member }] as const),
    ),
  );
  for (const [at, one] of complaints.entries()) {
    const held = holders.get(one.complaint.odiNumber);
    const reading = readings[at] ?? (held === undefined ? recognise(one.sentences, one.tags) : undefined);
    const reported = reading?.reported ?? [];
    const wanted = reported.find(
      ({ mode, score }) =>
        largest.has(mode) && (held === undefined || (score >= PLAINLY && mode !== held.group.mode)),
    );
    const group = wanted === undefined ? undefined : largest.get(wanted.mode);
    if (group === undefined || group === held?.group) continue;
    group.members.push(
      held === undefined
        ? {
            one,
            strength: STRENGTH_OF_READING,
            reported: reported.map(({ mode }) => mode),
            likely: new Map(),
            main: true,
          }
        : { ...held.member, main: false },
    );
  }
}

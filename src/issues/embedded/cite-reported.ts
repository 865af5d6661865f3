import type { Citation, ProposedIssue } from '../synthesizer.ts';
import { lexicon } from './lexicon.ts';
import type { NamedGroup, NamedMember } from './name-group.ts';

/** Below this the network does not find the title's failure in the complaint either. */
const LEAST_LIKELY = 0.03;
const LEAST_CITING = 2;

/**
 * Who plainly reports another failure, and by all signs not that of the title, is not cited for it, however alike the
 * rest of the words are; where that other failure has an issue, the complaint goes there.
 */
export function citingWhatIsReported(
  groups: readonly (NamedGroup & { members: NamedMember[] })[],
): ProposedIssue[] {
  const moved = new Map<number, NamedMember[]>();
  const kept = groups.map(({ issue, mode, members }) => {
    const [reporting, others] = mode === undefined ? [members, []] : partedBy(mode, members);
    if (reporting.length < LEAST_CITING) return { issue, mode, members };
    for (const other of others) {
      const first = other.reported[0];
      if (first !== undefined) moved.set(first, [...(moved.get(first) ?? []), other]);
    }
    return { issue, mode, members: reporting };
  });
  return kept.map(({ issue, mode, members }) => {
    const more = mode === undefined ? [] : (moved.get(mode) ?? []);
    if (mode !== undefined) moved.delete(mode);
    return { ...issue, citations: [...members, ...more].map(citationOf) };
  });
}

function partedBy(mode: number, members: readonly NamedMember[]): [NamedMember[], NamedMember[]] {
  const kin = kinOf(mode);
  const reports = ({ reported, likely }: NamedMember) =>
    reported.length === 0 || reported.some((one) => kin.has(one)) || (likely.get(mode) ?? 0) >= LEAST_LIKELY;
  return [members.filter(reports), members.filter((member) => !reports(member))];
}

/** The failure itself, what it is part of, what is part of it, and what it explains. */
function kinOf(mode: number): Set<number> {
  const { modes } = lexicon();
  const own = modes[mode];
  return new Set(
    modes.flatMap(({ id, partOf }, index) =>
      index === mode ||
      id === own?.partOf ||
      (partOf !== undefined && partOf === own?.id) ||
      own?.explains.includes(id) === true
        ? [index]
        : [],
    ),
  );
}

function citationOf({ one, strength, main }: NamedMember): Citation {
  return { odiNumber: one.complaint.odiNumber, strength, main };
}

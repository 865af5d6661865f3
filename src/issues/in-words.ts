import { sum } from '../lib/sum.ts';
import { counted, grouped, listed, severityText } from '../lib/wording.ts';
import type { AlsoReported, KnownIssue } from './schemas.ts';

const MOST_COMPONENTS = 6;

/** What owners say of repairs; undefined where none of them says anything. */
export function afterRepairSentence({ afterRepair }: Pick<KnownIssue, 'afterRepair'>): string | undefined {
  if (afterRepair === undefined) return undefined;
  const { notHelped, partsUnavailable } = afterRepair;
  const said = [
    ...(notHelped > 0
      ? [`${counted(notHelped, 'owner says', 'owners say')} that a repair did not help`]
      : []),
    ...(partsUnavailable > 0
      ? [`${counted(partsUnavailable, 'owner', 'owners')} could not get the parts`]
      : []),
  ];
  return said.length === 0 ? undefined : `${listed(said)}.`;
}

/** The complaints behind none of the named failures: those with a fire or people hurt, whatever they are about, and the most common. */
export function alsoReportedSentence(reported: AlsoReported = []): string | undefined {
  if (reported.length === 0) return undefined;
  const count = sum(reported.map((one) => one.count));
  const shown = reported.filter(
    ({ severitySignals }, place) => place < MOST_COMPONENTS || severitySignals !== undefined,
  );
  const named = shown.map(({ component, count: about, severitySignals }) => {
    const harm = severitySignals === undefined ? '' : `, with ${severityText(severitySignals)}`;
    return `${component} (${grouped(about)}${harm})`;
  });
  const others = reported.length - shown.length;
  const rest = others === 0 ? [] : [counted(others, 'other part')];
  const opening = count === 1 ? '1 more complaint belongs' : `${counted(count, 'more complaint')} belong`;
  return `${opening} to none of these failures: about ${listed([...named, ...rest])}.`;
}

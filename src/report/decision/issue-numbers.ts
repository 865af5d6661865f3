import type { KnownIssue } from '../../issues/schemas.ts';
import { counted, severityText } from '../../lib/wording.ts';

/** "23 owner complaints with 2 fires, more often of late". */
export function issueNumbers({
  count,
  severitySignals,
  trend,
}: Pick<KnownIssue, 'count' | 'severitySignals' | 'trend'>): string {
  const severity = severityText(severitySignals);
  const reported = severity === '' ? '' : ` with ${severity}`;
  return `${counted(count, 'owner complaint')}${reported}${trend === 'rising' ? ', more often of late' : ''}`;
}

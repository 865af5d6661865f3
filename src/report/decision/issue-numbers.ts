import type { Country } from '../../costs/places.ts';
import type { KnownIssue } from '../../issues/schemas.ts';
import { counted, severityText } from '../../lib/wording.ts';
import { distanceWords } from './buyer.ts';

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

/** "Half of the 9 owners who say when had it before 34,600 km"; undefined where too few say. */
export function hadItBefore({ typicalMileage }: KnownIssue, country: Country): string | undefined {
  if (typicalMileage === undefined) return undefined;
  const { median, stated } = typicalMileage;
  return `Half of the ${stated} owners who say when had it before ${distanceWords(country, median)}`;
}

import { type Finding, ok, problem, warning } from './finding.ts';
import type { Probe } from './probe.ts';

/** Payments are good for two minutes, and other clocks show whole seconds only. */
const MOST_SECONDS = 10;

/** Compares with the clocks of those who were asked, of whom a single one may be wrong. */
export function checkClock({ clockLeadsSeconds }: Probe): Finding {
  const leads = [...clockLeadsSeconds].sort((one, other) => one - other);
  const median = leads[Math.floor(leads.length / 2)];
  if (median === undefined) {
    return warning('clock', 'there was nobody to compare it with', 'See that something like NTP sets it.');
  }
  if (Math.abs(median) <= MOST_SECONDS) return ok('clock', 'agrees with those of others');
  const seconds = Math.round(Math.abs(median));
  return problem(
    'clock',
    `is ${seconds} seconds ${median > 0 ? 'ahead of' : 'behind'} those of others`,
    'Set it, and let NTP keep it: payments would count as expired or as not valid yet.',
  );
}

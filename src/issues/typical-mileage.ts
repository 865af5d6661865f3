import type { PreparedComplaint } from './prepare.ts';
import type { KnownIssue } from './schemas.ts';

const LEAST_STATED_MILEAGES = 3;
/** Where so many report a crash, the failure shows in one: how far the car had run by then says nothing of its wear. */
const SHOWS_IN_A_CRASH = 0.75;

/** The quartiles of what the cited complaints state. */
export function typicalMileageOf(cited: readonly PreparedComplaint[]): KnownIssue['typicalMileage'] {
  const crashes = cited.filter(({ complaint }) => complaint.crash).length;
  const miles = cited.flatMap(({ mileage }) => mileage ?? []);
  if (crashes >= SHOWS_IN_A_CRASH * cited.length || miles.length < LEAST_STATED_MILEAGES) return undefined;
  const sorted = [...miles].sort((a, b) => a - b);
  const at = (fraction: number) => {
    const position = fraction * (sorted.length - 1);
    const [low, high] = [sorted[Math.floor(position)] ?? 0, sorted[Math.ceil(position)] ?? 0];
    return Math.round(low + (high - low) * (position - Math.floor(position)));
  };
  return { p25: at(0.25), median: at(0.5), p75: at(0.75), stated: sorted.length };
}

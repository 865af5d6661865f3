import { createHash } from 'node:crypto';
import { getOrInsert } from '../../lib/on-demand.ts';
import type { Sampling } from '../schemas.ts';
import { isHarmed } from './complaint.ts';
import type { PreparedComplaint } from './prepare.ts';

export interface Sample {
  analyzed: readonly PreparedComplaint[];
  /** Chance with which a complaint came into the sample, by ODI number; 1 where it is missing. */
  inclusion: ReadonlyMap<number, number>;
  strata: Sampling['strata'];
}

const HARMED_SHARE = 0.75;
const HALF_LIFE_MONTHS = 24;
const LEAST_PER_STRATUM = 2;
const AGES = [
  { name: 'up to 1 year', months: 12 },
  { name: '1 to 3 years', months: 36 },
  { name: '3 to 6 years', months: 72 },
  { name: 'older', months: Number.POSITIVE_INFINITY },
] as const;

interface Stratum {
  component: string;
  age: number;
  members: PreparedComplaint[];
}

/**
 * At most `cap` complaints. Those with a fire or people hurt come first (all that three quarters of the cap hold, newest
 * first); the rest by component and age, the square root of a stratum's size deciding its share so that rare failures
 * stay visible, and newer ones weighing more. The order within a stratum is a hash of the number: the same set gives
 * the same sample, and one more complaint changes little.
 */
export function drawSample(candidates: readonly PreparedComplaint[], cap: number, asOf: string): Sample {
  if (candidates.length <= cap) return { analyzed: candidates, inclusion: new Map(), strata: [] };
  const harmed = candidates
    .filter(({ complaint }) => isHarmed(complaint))
    .sort(
      (a, b) =>
        compare(b.complaint.filedOn ?? '', a.complaint.filedOn ?? '') ||
        a.complaint.odiNumber - b.complaint.odiNumber,
    )
    .slice(0, Math.floor(cap * HARMED_SHARE));
  const chosen = new Set(harmed.map((one) => one.complaint.odiNumber));
  const inclusion = new Map<number, number>();
  const strata = stratify(
    candidates.filter((one) => !chosen.has(one.complaint.odiNumber)),
    asOf,
  );
  const quotas = quotasFor(strata, cap - harmed.length);
  strata.forEach((stratum, index) => {
    const quota = quotas[index] ?? 0;
    for (const one of stratum.members.slice(0, quota)) {
      chosen.add(one.complaint.odiNumber);
      inclusion.set(one.complaint.odiNumber, quota / stratum.members.length);
    }
  });
  return {
    analyzed: candidates.filter((one) => chosen.has(one.complaint.odiNumber)),
    inclusion,
    strata: [
      {
        component: 'fire or people hurt',
        age: 'any',
        complaints: candidates.filter(({ complaint }) => isHarmed(complaint)).length,
        analyzed: harmed.length,
      },
      ...strata.map((stratum, index) => ({
        component: stratum.component,
        age: AGES[stratum.age]?.name ?? 'older',
        complaints: stratum.members.length,
        analyzed: quotas[index] ?? 0,
      })),
    ],
  };
}

function stratify(candidates: readonly PreparedComplaint[], asOf: string): Stratum[] {
  const strata = new Map<string, Stratum>();
  for (const one of candidates) {
    const component = one.tags[0] ?? 'other';
    const age = ageBand(one.complaint.filedOn, asOf);
    const key = `${component}/${age}`;
    getOrInsert(strata, key, () => ({ component, age, members: [] })).members.push(one);
  }
  const order = (one: PreparedComplaint) =>
    createHash('sha256').update(`forecourt-sample:${one.complaint.odiNumber}`).digest('hex');
  return [...strata.values()]
    .sort((a, b) => compare(a.component, b.component) || a.age - b.age)
    .map((stratum) => ({
      ...stratum,
      members: stratum.members
        .map((one) => ({ one, key: order(one) }))
        .sort((a, b) => compare(a.key, b.key))
        .map(({ one }) => one),
    }));
}

function ageBand(filedOn: string | null, asOf: string): number {
  if (filedOn === null) return AGES.length - 1;
  const months = (Date.parse(asOf) - Date.parse(filedOn)) / (30.44 * 86_400_000);
  return AGES.findIndex((age) => months <= age.months);
}

/** Fills the least of each stratum first, then by weight; what a small stratum cannot take goes to the others. */
function quotasFor(strata: readonly Stratum[], places: number): number[] {
  const quotas = strata.map(() => 0);
  const bySize = strata
    .map((_, index) => index)
    .sort((a, b) => weight(strata[b]) - weight(strata[a]) || a - b);
  let left = places;
  for (let round = 0; round < LEAST_PER_STRATUM; round += 1) {
    for (const index of bySize) {
      if (left > 0 && (quotas[index] ?? 0) < (strata[index]?.members.length ?? 0)) {
        quotas[index] = (quotas[index] ?? 0) + 1;
        left -= 1;
      }
    }
  }
  while (left > 0) {
    // The next place goes where the weight per place already given is greatest (Webster's method).
    let best: { index: number; claim: number } | undefined;
    for (const index of bySize) {
      const quota = quotas[index] ?? 0;
      if (quota >= (strata[index]?.members.length ?? 0)) continue;
      const claim = weight(strata[index]) / (quota + 0.5);
      if (best === undefined || claim > best.claim) best = { index, claim };
    }
    if (best === undefined) break;
    quotas[best.index] = (quotas[best.index] ?? 0) + 1;
    left -= 1;
  }
  return quotas;
}

function weight(stratum: Stratum | undefined): number {
  if (stratum === undefined) return 0;
  const middleMonths = [6, 24, 54, 96][stratum.age] ?? 96;
  return Math.sqrt(stratum.members.length) * 0.5 ** (middleMonths / HALF_LIFE_MONTHS / 2);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

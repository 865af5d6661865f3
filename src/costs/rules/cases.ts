import { type CarParameter, type Condition, carParameters, conditionsOf, holds, isOpen } from '../car.ts';
import { centsOf, percentOf, rateOf, unitsOf } from '../money.ts';
import type { Base, RuleOutcome } from './rule.ts';

interface Case {
  when: string;
  if?: Condition | undefined;
  /** Counts only for a car of which it is known to hold. */
  rare?: true | undefined;
}

interface EvaluatedCase {
  when: string;
  condition: Condition | undefined;
  outcome: RuleOutcome;
}

interface Choice {
  /** The fact that decides, in words. */
  dependsOn: string;
  typical?: number | undefined;
  typicalPercent?: number | undefined;
}

/** One of several cases: the bounds of those that the car does not exclude, and what would exclude more of them. */
export function evaluateCases<Each extends Case>(
  { dependsOn, typical: usual, typicalPercent }: Choice,
  cases: readonly Each[],
  base: Base,
  evaluate: (one: Each) => RuleOutcome,
): RuleOutcome {
  const outcomes = possibleCases(cases, base).map((one) => ({
    when: one.when,
    condition: one.if,
    outcome: evaluate(one),
  }));
  const [only] = outcomes;
  if (only !== undefined && outcomes.length === 1) {
    const { when, outcome } = only;
    return { ...outcome, text: outcome.text === undefined ? when : `${when}, ${outcome.text}` };
  }
  const usualAmount = usual === undefined ? undefined : unitsOf(centsOf(usual));
  const typical =
    typicalPercent === undefined ? usualAmount : percentOf(base.taxable, rateOf(typicalPercent));
  const { low, high } = boundsOf(outcomes);
  const rates = ratesOf(outcomes);
  const isUsual = typical !== undefined && typical >= low && typical <= high;
  const narrowing = [
    ...narrowingBetween(outcomes, high - low, base),
    ...widestNarrowing(outcomes.map(({ outcome }) => outcome)),
  ];
  return {
    low,
    high,
    ...(isUsual && { typical }),
    ...(rates && { rates }),
    text: `it depends on ${dependsOn}, which the query does not say`,
    cases: outcomes,
    ...(narrowing.length > 0 && { narrowing }),
  };
}

/** The most that each parameter would take off any of several amounts, such as the list price of which all take a share. */
export function widestNarrowing(outcomes: readonly RuleOutcome[]): { parameter: string; by: number }[] {
  const most = new Map<string, number>();
  for (const { parameter, by } of outcomes.flatMap(({ narrowing = [] }) => narrowing))
    most.set(parameter, Math.max(by, most.get(parameter) ?? 0));
  return [...most].map(([parameter, by]) => ({ parameter, by }));
}

/** The cases that the car does not exclude; all usual ones where it seems to fit none. */
function possibleCases<Each extends Case>(
  cases: readonly Each[],
  { car = {}, year = 0 }: Base,
): readonly Each[] {
  const possible = cases.filter(({ if: condition, rare }) => {
    const answer = condition === undefined || holds(condition, car, year);
    return rare ? answer === true : answer !== false;
  });
  return possible.length === 0 ? cases.filter(({ rare }) => !rare) : possible;
}

function boundsOf(outcomes: readonly EvaluatedCase[]) {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const { outcome } of outcomes) {
    if (outcome.low < low) low = outcome.low;
    if (outcome.high > high) high = outcome.high;
  }
  return { low, high };
}

/** Gives the bounds of the rates where every case has one. */
function ratesOf(outcomes: readonly EvaluatedCase[]): RuleOutcome['rates'] {
  const rates = outcomes.flatMap(({ outcome }) => outcome.rates ?? []);
  if (rates.length < outcomes.length) return undefined;
  return {
    low: Math.min(...rates.map(({ low }) => low)),
    high: Math.max(...rates.map(({ high }) => high)),
  };
}

/** Computes what each parameter alone would take off the width, at most: cases that it does not distinguish stay. */
function narrowingBetween(
  outcomes: readonly EvaluatedCase[],
  width: number,
  { car }: Base,
): { parameter: CarParameter; by: number }[] {
  if (width === 0) return [];
  const narrowestBy = (parameter: CarParameter) => {
    const groups = new Map<string, EvaluatedCase[]>();
    for (const one of outcomes) {
      const key = one.condition ? keyOf(one.condition, parameter) : '';
      const group = groups.get(key);
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
    let least = width;
    for (const group of groups.values()) {
      const { low, high } = boundsOf(group);
      least = Math.min(least, high - low);
    }
    return least;
  };
  return carParameters
    .filter((parameter) => isOpen(parameter, car))
    .map((parameter) => ({ parameter, by: width - narrowestBy(parameter) }))
    .filter(({ by }) => by > 0);
}

const keys = new WeakMap<Condition, Map<CarParameter, string>>();

/** What a condition says of a parameter, as a text that two conditions share when they say the same. */
function keyOf(condition: Condition, parameter: CarParameter): string {
  const known = keys.get(condition) ?? new Map<CarParameter, string>();
  keys.set(condition, known);
  const found =
    known.get(parameter) ?? JSON.stringify(conditionsOf[parameter].map((name) => condition[name]));
  known.set(parameter, found);
  return found;
}

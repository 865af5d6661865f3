import type { Condition } from '../car.ts';
import { type CarParameter, carParameters, conditionsOf, holds, isOpen, parametersOf } from '../car.ts';
import { centsOf, percentOf, rateOf, unitsOf } from '../money.ts';
import type { Base, Evaluate, RuleOutcome } from './rule.ts';

interface CompiledCase {
  /** Its place among the cases. */
  index: number;
  when: string;
  condition: Condition | undefined;
  /** Counts only for a car of which it is known to hold. */
  rare: boolean;
  evaluate: Evaluate;
}

interface EvaluatedCase {
  index: number;
  when: string;
  outcome: RuleOutcome;
}

interface Choice {
  /** The fact that decides, in words. */
  dependsOn: string;
  typical?: number | undefined;
  typicalPercent?: number | undefined;
}

/** One of several cases: the bounds of those that the car does not exclude, and what would exclude more of them. */
export function evaluateCases(
  { dependsOn, typical: usualAmount, typicalPercent }: Choice,
  cases: readonly CompiledCase[],
): Evaluate {
  const usual = usualAmount === undefined ? undefined : unitsOf(centsOf(usualAmount));
  const usualRate = typicalPercent === undefined ? undefined : rateOf(typicalPercent);
  const text = `it depends on ${dependsOn}, which the query does not say`;
  const groups = groupsOf(cases);
  return (base) => {
    const possible = possibleCases(cases, base);
    const outcomes = possible.map(({ index, when, evaluate }) => ({
      index,
      when,
      outcome: evaluate(base),
    }));
    const [only] = outcomes;
    if (only !== undefined && outcomes.length === 1) {
      const words = only.outcome.text === undefined ? only.when : `${only.when}, ${only.outcome.text}`;
      return { ...only.outcome, text: words };
    }
    const typical = usualRate === undefined ? usual : percentOf(base.taxable, usualRate);
    const bounds = boundsOf(outcomes);
    const isUsual = typical !== undefined && typical >= bounds.low && typical <= bounds.high;
    const narrowing = [
      ...narrowingBetween(outcomes, groups, bounds.high - bounds.low, base),
      ...narrowingWithin(outcomes),
    ];
    return {
      low: bounds.low,
      high: bounds.high,
      ...(isUsual && { typical }),
      ...(bounds.rates && { rates: bounds.rates }),
      text,
      cases: outcomes,
      ...(narrowing.length > 0 && { narrowing }),
    };
  };
}

/** Finds what would narrow each case by itself, such as the list price of which all of them take a share. */
function narrowingWithin(outcomes: readonly EvaluatedCase[]): { parameter: string; by: number }[] {
  const most = new Map<string, number>();
  for (const { outcome } of outcomes) {
    for (const { parameter, by } of outcome.narrowing ?? [])
      most.set(parameter, Math.max(by, most.get(parameter) ?? 0));
  }
  return [...most].map(([parameter, by]) => ({ parameter, by }));
}

/** The cases that the car does not exclude; all usual ones where it seems to fit none. */
function possibleCases(cases: readonly CompiledCase[], { car, year = 0 }: Base): readonly CompiledCase[] {
  const possible = cases.filter(({ condition, rare }) => {
    const answer = condition === undefined || holds(condition, car ?? {}, year);
    return rare ? answer === true : answer !== false;
  });
  return possible.length === 0 ? cases.filter(({ rare }) => !rare) : possible;
}

function boundsOf(outcomes: readonly EvaluatedCase[]) {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  let rates: RuleOutcome['rates'] | undefined = { low: Number.POSITIVE_INFINITY, high: 0 };
  for (const { outcome } of outcomes) {
    low = Math.min(low, outcome.low);
    high = Math.max(high, outcome.high);
    rates = rates &&
      outcome.rates && {
        low: Math.min(rates.low, outcome.rates.low),
        high: Math.max(rates.high, outcome.rates.high),
      };
  }
  return { low, high, rates };
}

interface Group {
  parameter: CarParameter;
  /** Per case; cases of the same number are those that the parameter does not distinguish. */
  numbers: readonly number[];
}

/** Computes what each parameter alone would take off the width, at most: cases that it does not distinguish stay. */
function narrowingBetween(
  outcomes: readonly EvaluatedCase[],
  groups: readonly Group[],
  width: number,
  { car }: Base,
): { parameter: CarParameter; by: number }[] {
  if (width === 0) return [];
  return groups
    .filter(({ parameter }) => isOpen(parameter, car))
    .map(({ parameter, numbers }) => ({ parameter, by: width - narrowestOf(outcomes, numbers) }))
    .filter(({ by }) => by > 0);
}

function groupsOf(cases: readonly CompiledCase[]): Group[] {
  return carParameters
    .filter((parameter) =>
      cases.some(({ condition }) => condition && parametersOf(condition).includes(parameter)),
    )
    .map((parameter) => {
      const keys = cases.map(({ condition }) =>
        JSON.stringify(conditionsOf[parameter].map((name) => condition?.[name])),
      );
      return { parameter, numbers: keys.map((key) => keys.indexOf(key)) };
    });
}

/** The width of the narrowest group. */
function narrowestOf(outcomes: readonly EvaluatedCase[], numbers: readonly number[]): number {
  let narrowest = Number.POSITIVE_INFINITY;
  for (const first of outcomes) {
    const number = numbers[first.index];
    let { low, high } = first.outcome;
    for (const { index, outcome } of outcomes) {
      if (numbers[index] !== number) continue;
      if (outcome.low < low) low = outcome.low;
      if (outcome.high > high) high = outcome.high;
    }
    if (high - low < narrowest) narrowest = high - low;
  }
  return narrowest;
}

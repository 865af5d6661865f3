import { type CarParameter, carParameters, holds, isOpen, parametersOf } from '../car.ts';
import { type Cents, centsOf, moneyText, percentOf, rateOf, roundToCents, unitsOf } from '../money.ts';
import type { Condition } from '../rule-schema.ts';
import type { Base, Compile, Evaluate, RuleOf, RuleOutcome } from './rule.ts';

export function compileSum(rule: RuleOf<'sum'>, compile: Compile): Evaluate {
  const parts = rule.parts.map((part) => compile(part));
  return (base) => {
    let low = 0;
    let high = 0;
    let typical = 0;
    let hasTypical = true;
    const narrowing: { parameter: string; by: number }[] = [];
    let rates: RuleOutcome['rates'] | undefined = { low: 0, high: 0 };
    const words: string[] = [];
    for (const part of parts) {
      const outcome = part.evaluate(base);
      low += outcome.low;
      high += outcome.high;
      const middle = outcome.typical ?? (outcome.low === outcome.high ? outcome.low : undefined);
      if (middle === undefined) hasTypical = false;
      else typical += middle;
      rates = rates &&
        outcome.rates && { low: rates.low + outcome.rates.low, high: rates.high + outcome.rates.high };
      words.push(outcome.text ?? moneyText(roundToCents(outcome.low)));
      if (outcome.narrowing) narrowing.push(...outcome.narrowing);
    }
    return {
      low,
      high,
      ...(hasTypical && { typical }),
      ...(rates && { rates }),
      text: words.join(' plus '),
      ...(narrowing.length > 0 && { narrowing }),
    };
  };
}

export function compileByPrice(rule: RuleOf<'byPrice'>, compile: Compile): Evaluate {
  const rows = rule.rows
    .map((row) => ({
      from: centsOf(row.from),
      evaluate: compile(row.amount ?? { rule: 'percent', percent: row.percent ?? 0 }).evaluate,
      suffix: row.from === 0 ? '' : `, the rule from ${moneyText(centsOf(row.from))}`,
    }))
    .reverse();
  const beforeTradeIn = rule.measuredOn === 'priceBeforeTradeIn';
  return (base) => {
    const measure = beforeTradeIn ? base.price : base.taxable;
    const row = rows.find(({ from }) => measure >= from);
    if (row === undefined) return { low: 0, high: 0 };
    const outcome = row.evaluate(base);
    return { ...outcome, text: `${outcome.text ?? 'a fixed amount by price'}${row.suffix}` };
  };
}

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

export function compileOneOf(rule: RuleOf<'oneOf'>, compile: Compile): Evaluate {
  return compileCases(
    rule,
    rule.cases.map((row, index) => ({
      index,
      when: row.when,
      condition: row.if,
      rare: row.rare ?? false,
      evaluate: compile(row.amount ?? { rule: 'percent', percent: row.percent ?? 0 }).evaluate,
    })),
  );
}

/** A row of a table of list prices, of which each case takes its share. */
export function compileByListPrice(rule: RuleOf<'byListPrice'>): Evaluate {
  const rows = rule.rows
    .map(({ from, amount }) => ({ from: centsOf(from), amount: centsOf(amount) }))
    .reverse();
  const amountAt = (listPrice: Cents) => rows.find(({ from }) => listPrice >= from)?.amount ?? 0;
  const [least, most] = rule.usual.map((listPrice) => amountAt(centsOf(listPrice)));
  return compileCases(
    rule,
    rule.shares.map(({ when, if: condition, rare = false, percent }, index) => {
      const rate = rateOf(percent);
      const between = { low: percentOf(least ?? 0, rate), high: percentOf(most ?? 0, rate) };
      const width = between.high - between.low;
      const open = width === 0 ? between : { ...between, narrowing: [{ parameter: 'msrp', by: width }] };
      const evaluate: Evaluate = ({ car }) => {
        if (car?.msrp === undefined) return open;
        const base = amountAt(car.msrp);
        const units = percentOf(base, rate);
        return { low: units, high: units, text: `${percent}% of ${moneyText(base)} for the list price` };
      };
      return { index, when, condition, rare, evaluate };
    }),
  );
}

function compileCases(
  rule: RuleOf<'oneOf'> | RuleOf<'byListPrice'>,
  cases: readonly CompiledCase[],
): Evaluate {
  const usual = rule.typical === undefined ? undefined : unitsOf(centsOf(rule.typical));
  const usualRate =
    rule.rule === 'byListPrice' || rule.typicalPercent === undefined
      ? undefined
      : rateOf(rule.typicalPercent);
  const text = `it depends on ${rule.dependsOn}, which the query does not say`;
  const narrow = compileNarrowing(cases);
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
      ...(narrow(outcomes, bounds.high - bounds.low, base) ?? []),
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

/** What would narrow each case by itself, such as the list price of which all of them take a share. */
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

/** What each parameter by itself would take off the width, at most: the cases that it does not distinguish stay. */
function compileNarrowing(cases: readonly CompiledCase[]) {
  let groups: readonly Group[] | undefined;
  return (outcomes: readonly EvaluatedCase[], width: number, { car }: Base) => {
    if (width === 0) return undefined;
    // Most rules of a place are never asked: what narrows them is only worked out when they are.
    groups ??= groupsOf(cases);
    let found: { parameter: CarParameter; by: number }[] | undefined;
    for (const { parameter, numbers } of groups) {
      if (!isOpen(parameter, car)) continue;
      const narrowest = narrowestOf(outcomes, numbers);
      if (narrowest >= width) continue;
      found ??= [];
      found.push({ parameter, by: width - narrowest });
    }
    return found;
  };
}

function groupsOf(cases: readonly CompiledCase[]): Group[] {
  return carParameters
    .filter((parameter) =>
      cases.some(({ condition }) => condition && parametersOf(condition).includes(parameter)),
    )
    .map((parameter) => {
      const keys = cases.map(({ condition }) => keyFor(condition ?? {}, parameter));
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

function keyFor(
  { fuel, age, registeredYears, modelYear, weightLb, weightKg, msrp }: Condition,
  by: CarParameter,
): string {
  switch (by) {
    case 'fuel':
      return JSON.stringify([fuel]);
    case 'model_year':
      return JSON.stringify([age, registeredYears, modelYear]);
    case 'weight_lb':
      return JSON.stringify([weightLb, weightKg]);
    case 'msrp':
      return JSON.stringify([msrp]);
  }
}

import { sum } from '../lib/count.ts';
import {
  type CarFacts,
  type CarParameter,
  type Condition,
  carParameters,
  conditionsOf,
  holds,
  isOpen,
} from './car.ts';
import type { Confidence } from './jurisdiction-schema.ts';
import {
  type Cents,
  centsOf,
  moneyText,
  percent,
  percentOf,
  type Rate,
  rateOf,
  roundToCents,
  roundToDollars,
  type Units,
  unitsOf,
} from './money.ts';
import type { AmountRule } from './rule-schema.ts';

export interface TaxedAmount {
  low: Cents;
  high: Cents;
  /** The values for which the bounds stand. */
  values: readonly [Cents, Cents];
}

/** The facts to which a rule is applied. */
export interface Base {
  taxable: Cents;
  /** The bounds of the taxable amount where a guide's value that was not told decides on it. */
  taxed?: TaxedAmount;
  /** Before any trade-in. */
  price: Cents;
  /** The local rates that may hold, where the query or its place says so. */
  localRates: (RateRange & { confidence?: Confidence }) | undefined;
  /** The car and where it goes, where something of that is known, and the year in which it is bought. */
  car?: CarFacts;
  year?: number;
}

export interface RateRange {
  low: Rate;
  high: Rate;
}

export interface RuleOutcome {
  low: Units;
  high: Units;
  typical?: Units;
  /** The rate on the whole taxable amount, where there is one. */
  rates?: RateRange;
  /** The rule in words; a plain amount needs none. */
  text?: string;
  cases?: readonly { when: string; outcome: RuleOutcome }[];
  /** The parameters that would narrow it, each with the most that it would take off. */
  narrowing?: readonly { parameter: string; by: Units }[];
}

type Rule = Exclude<AmountRule, number>;
type Kind = Rule['rule'];
type Rules = { [Name in Kind]: Extract<Rule, { rule: Name }> };

const evaluators: { [Name in Kind]: (rule: Rules[Name], base: Base) => RuleOutcome } = {
  range: evaluateRange,
  percent: evaluatePercent,
  percentRange: evaluatePercentRange,
  local: evaluateLocal,
  tiers: evaluateTiers,
  listPrice: evaluateListPrice,
  perPound: evaluatePerPound,
  sum: evaluateSum,
  byPrice: evaluateByPrice,
  oneOf: evaluateOneOf,
  byListPrice: evaluateByListPrice,
};

/** Works out what a rule of the data files comes to for one sale. */
export function evaluateRule(rule: AmountRule, base: Base): RuleOutcome {
  if (typeof rule === 'number') return exactly(unitsOf(centsOf(rule)));
  return withLimits(rule, evaluateOf(rule.rule, rule, base), base);
}

function evaluateOf<Name extends Kind>(kind: Name, rule: Rules[Name], base: Base): RuleOutcome {
  return evaluators[kind](rule, base);
}

function exactly(units: Units, text?: string): RuleOutcome {
  return { low: units, high: units, ...(text !== undefined && { text }) };
}

function withLimits(rule: Rule, outcome: RuleOutcome, { price }: Base): RuleOutcome {
  const { atLeast, atMost, atMostPercentOfPrice, wholeDollars } = rule;
  if ([atLeast, atMost, atMostPercentOfPrice, wholeDollars].every((limit) => limit === undefined))
    return outcome;
  const floor = unitsOf(centsOf(atLeast ?? 0));
  const top = Math.min(
    atMost === undefined ? Number.MAX_SAFE_INTEGER : unitsOf(centsOf(atMost)),
    atMostPercentOfPrice === undefined
      ? Number.MAX_SAFE_INTEGER
      : percentOf(price, rateOf(atMostPercentOfPrice)),
  );
  const words = [
    ...(atLeast === undefined ? [] : [`at least ${moneyText(centsOf(atLeast))}`]),
    ...(atMost === undefined ? [] : [`at most ${moneyText(centsOf(atMost))}`]),
    ...(atMostPercentOfPrice === undefined ? [] : [`at most ${atMostPercentOfPrice}% of the price`]),
    ...(wholeDollars ? ['in whole dollars'] : []),
  ].join(', ');
  const clamp = (units: Units) =>
    Math.min(Math.max(wholeDollars ? roundToDollars(units) : units, floor), top);
  const { rates, typical, text, ...others } = outcome;
  const [low, high] = [clamp(outcome.low), clamp(outcome.high)];
  // A limit that holds takes the place of the rate.
  const rateHolds = low === outcome.low && high === outcome.high;
  return {
    ...others,
    low,
    high,
    ...(rateHolds && rates && { rates }),
    ...(typical !== undefined && { typical: clamp(typical) }),
    text: text === undefined ? words : `${text}, ${words}`,
  };
}

/** Gives the local rates that places there are known to have; undefined where a local rate changes nothing. */
export function localRatesOf(rule: AmountRule): RateRange | undefined {
  if (typeof rule === 'number') return undefined;
  switch (rule.rule) {
    case 'local':
      return { low: rateOf(rule.low), high: rateOf(rule.high) };
    case 'sum':
      return widest(rule.parts);
    case 'byPrice':
      return widest(rule.rows.map(({ amount }) => amount));
    case 'oneOf':
      return widest(rule.cases.map(({ amount }) => amount));
    default:
      return undefined;
  }
}

function widest(rules: readonly (AmountRule | undefined)[]): RateRange | undefined {
  const ranges = rules
    .map((rule) => (rule === undefined ? undefined : localRatesOf(rule)))
    .filter((range) => range !== undefined);
  if (ranges.length === 0) return undefined;
  return {
    low: Math.min(...ranges.map(({ low }) => low)),
    high: Math.max(...ranges.map(({ high }) => high)),
  };
}

function evaluateRange({ low, high, typical }: Rules['range']): RuleOutcome {
  return {
    low: unitsOf(centsOf(low)),
    high: unitsOf(centsOf(high)),
    ...(typical !== undefined && { typical: unitsOf(centsOf(typical)) }),
  };
}

function evaluatePercent(rule: Rules['percent'], { taxable }: Base): RuleOutcome {
  const rate = rateOf(rule.percent);
  const part = partOf(rule);
  return {
    ...exactly(percentOf(part.of(taxable), rate), `${rule.percent}% of ${part.text}`),
    ...(part.whole && { rates: { low: rate, high: rate } }),
  };
}

function evaluatePercentRange({ low, high, typical }: Rules['percentRange'], { taxable }: Base): RuleOutcome {
  const rates = { low: rateOf(low), high: rateOf(high) };
  return {
    low: percentOf(taxable, rates.low),
    high: percentOf(taxable, rates.high),
    ...(typical !== undefined && { typical: percentOf(taxable, rateOf(typical)) }),
    rates,
    text: `${low}% to ${high}% of the taxable amount`,
  };
}

function evaluateLocal(rule: Rules['local'], { taxable, localRates }: Base): RuleOutcome {
  const part = partOf(rule);
  const amount = part.of(taxable);
  const { low, high } = ratesWithin({ low: rateOf(rule.low), high: rateOf(rule.high) }, localRates);
  const bounds = {
    low: percentOf(amount, low),
    high: percentOf(amount, high),
    ...(part.whole && { rates: { low, high } }),
  };
  if (low === high) return { ...bounds, text: `the local tax of ${percent(low)}% of ${part.text}` };
  return {
    ...bounds,
    ...(localRates === undefined &&
      rule.typical !== undefined && { typical: percentOf(amount, rateOf(rule.typical)) }),
    narrowing: [{ parameter: 'local_rate', by: bounds.high - bounds.low }],
    text: `a local tax of ${percent(low)}% to ${percent(high)}% of ${part.text}`,
  };
}

/** A figure that is only roughly known of a place lies within those of all places there. */
function ratesWithin(bounds: RateRange, given: RateRange | undefined): RateRange {
  if (given === undefined || given.low === given.high) return given ?? bounds;
  return { low: Math.max(bounds.low, given.low), high: Math.min(bounds.high, given.high) };
}

function evaluateTiers(rule: Rules['tiers'], { taxable }: Base): RuleOutcome {
  const tiers = rule.tiers.map((tier, index) => {
    const next = rule.tiers[index + 1]?.from;
    return {
      from: centsOf(tier.from),
      to: next === undefined ? Number.MAX_SAFE_INTEGER : centsOf(next),
      rate: rateOf(tier.percent ?? 0),
      fixed: unitsOf(centsOf(tier.amount ?? 0)),
    };
  });
  const words = tiers
    .filter(({ rate, fixed }) => rate > 0 || fixed > 0)
    .map(({ rate, fixed, from, to }) => {
      const charge = fixed > 0 ? moneyText(roundToCents(fixed)) : `${percent(rate)}%`;
      return `${charge} on ${partText(from, to)}`;
    });
  const units = sum(
    tiers
      .filter(({ from }) => taxable > from || from === 0)
      .map(({ from, to, rate, fixed }) => fixed + percentOf(Math.min(taxable, to) - from, rate)),
  );
  return exactly(units, words.join(' and '));
}

function partOf({
  onPartFrom,
  onPartTo,
}: {
  onPartFrom?: number | undefined;
  onPartTo?: number | undefined;
}) {
  const from = centsOf(onPartFrom ?? 0);
  const to = onPartTo === undefined ? Number.MAX_SAFE_INTEGER : centsOf(onPartTo);
  return {
    whole: from === 0 && onPartTo === undefined,
    text: partText(from, to),
    of: (amount: Cents): Cents => Math.max(0, Math.min(amount, to) - from),
  };
}

function partText(from: Cents, to: Cents): string {
  const isOpen = to === Number.MAX_SAFE_INTEGER;
  if (from === 0) return isOpen ? 'the taxable amount' : `the first ${moneyText(to)}`;
  return isOpen
    ? `the part above ${moneyText(from)}`
    : `the part from ${moneyText(from)} to ${moneyText(to)}`;
}

function evaluateListPrice(rule: Rules['listPrice'], { car }: Base): RuleOutcome {
  const text = `${rule.percent}% of the list price when new`;
  if (car?.msrp === undefined) return between(rule, 'msrp', text);
  const step = centsOf(rule.roundedTo ?? 0);
  const listPrice = step === 0 ? car.msrp : Math.round(car.msrp / step) * step;
  return exactly(percentOf(listPrice, rateOf(rule.percent)), text);
}

function evaluatePerPound(rule: Rules['perPound'], { car }: Base): RuleOutcome {
  // Hundredths of a cent: 1.75 cents are 175.
  const hundredths = centsOf(rule.cents);
  const step = rule.everyStarted ?? 1;
  const text = `${rule.cents} cents for every pound${step === 1 ? '' : `, ${step} at a time`}`;
  if (car?.weight === undefined) return between(rule, 'weight_lb', text);
  return exactly(unitsOf(Math.ceil(car.weight.lb / step) * step * hundredths) / 100, text);
}

function between({ low, high }: { low: number; high: number }, parameter: string, text: string) {
  const bounds: { low: Units; high: Units } = { low: unitsOf(centsOf(low)), high: unitsOf(centsOf(high)) };
  return { ...bounds, text, narrowing: [{ parameter, by: bounds.high - bounds.low }] };
}

function evaluateSum({ parts }: Rules['sum'], base: Base): RuleOutcome {
  const outcomes = parts.map((part) => evaluateRule(part, base));
  const typical = outcomes.flatMap(({ low, high, typical }) => typical ?? (low === high ? low : []));
  const rates = outcomes.flatMap(({ rates }) => rates ?? []);
  const narrowing = outcomes.flatMap((outcome) => outcome.narrowing ?? []);
  const sumOf = (ranges: readonly RateRange[]) => ({
    low: sum(ranges.map(({ low }) => low)),
    high: sum(ranges.map(({ high }) => high)),
  });
  return {
    ...sumOf(outcomes),
    ...(typical.length === parts.length && { typical: sum(typical) }),
    ...(rates.length === parts.length && { rates: sumOf(rates) }),
    text: outcomes.map(({ text, low }) => text ?? moneyText(roundToCents(low))).join(' plus '),
    ...(narrowing.length > 0 && { narrowing }),
  };
}

function evaluateByPrice({ rows, measuredOn }: Rules['byPrice'], base: Base): RuleOutcome {
  const measure = measuredOn === 'priceBeforeTradeIn' ? base.price : base.taxable;
  const row = rows.findLast(({ from }) => measure >= centsOf(from));
  if (row === undefined) return { low: 0, high: 0 };
  const outcome = evaluateRule(amountOf(row), base);
  const suffix = row.from === 0 ? '' : `, the rule from ${moneyText(centsOf(row.from))}`;
  return { ...outcome, text: `${outcome.text ?? 'a fixed amount by price'}${suffix}` };
}

function evaluateOneOf(rule: Rules['oneOf'], base: Base): RuleOutcome {
  return evaluateCases(rule, rule.cases, base, (row) => evaluateRule(amountOf(row), base));
}

/** A row may state a percentage in short. */
function amountOf({
  amount,
  percent = 0,
}: {
  amount?: AmountRule | undefined;
  percent?: number | undefined;
}) {
  return amount ?? ({ rule: 'percent', percent } as const);
}

/** A row of a table of list prices, of which each case takes its share. */
function evaluateByListPrice(rule: Rules['byListPrice'], base: Base): RuleOutcome {
  const amountAt = (listPrice: Cents) =>
    centsOf(rule.rows.findLast(({ from }) => listPrice >= centsOf(from))?.amount ?? 0);
  const [least, most] = rule.usual.map((listPrice) => amountAt(centsOf(listPrice)));
  const listPrice = base.car?.msrp;
  return evaluateCases(rule, rule.shares, base, ({ percent }) => {
    const rate = rateOf(percent);
    if (listPrice !== undefined) {
      const whole = amountAt(listPrice);
      return exactly(percentOf(whole, rate), `${percent}% of ${moneyText(whole)} for the list price`);
    }
    const [low, high] = [percentOf(least ?? 0, rate), percentOf(most ?? 0, rate)];
    return { low, high, ...(low !== high && { narrowing: [{ parameter: 'msrp', by: high - low }] }) };
  });
}

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
function evaluateCases<Each extends Case>(
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

/** Says what a condition says of a parameter, as a text that two conditions share when they say the same. */
const keyOf = (condition: Condition, parameter: CarParameter): string =>
  JSON.stringify(conditionsOf[parameter].map((name) => condition[name]));

import { sum } from '../../lib/sum.ts';
import {
  type Cents,
  centsOf,
  moneyText,
  percent,
  percentOf,
  rateOf,
  roundToCents,
  roundToDollars,
  type Units,
  unitsOf,
} from '../money.ts';
import type { AmountRule } from '../rule-schema.ts';
import { evaluateCases } from './cases.ts';
import type { Base, RateRange, RuleOutcome } from './rule.ts';

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

/** What is only roughly known of a place lies within what any place there has. */
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

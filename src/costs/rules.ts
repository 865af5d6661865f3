import {
  type Cents,
  centsOf,
  moneyText,
  percent,
  percentOf,
  type Rate,
  rateOf,
  type Units,
  unitsOf,
} from './money.ts';
import type { AmountRule } from './rule-schema.ts';

/** What a rule is applied to. */
export interface Base {
  taxable: Cents;
  /** Before any trade-in. */
  price: Cents;
  localRate: Rate | undefined;
}

export interface Outcome {
  low: Units;
  high: Units;
  typical?: Units;
  /** The rate on the whole taxable amount, where there is one. */
  rates?: { low: Rate; high: Rate };
  /** The rule in words; a plain amount needs none. */
  text?: string;
  cases?: readonly { when: string; outcome: Outcome }[];
}

export interface CompiledRule {
  evaluate(base: Base): Outcome;
  /** Whether a local rate changes anything. */
  usesLocalRate: boolean;
}

type RuleOf<Name extends string> = Extract<AmountRule, { rule: Name }>;
type Evaluate = CompiledRule['evaluate'];

/** Turns a rule of the data files into a function, with every number parsed beforehand. */
export function compileRule(rule: AmountRule): CompiledRule {
  if (typeof rule === 'number') return { evaluate: exactly(unitsOf(centsOf(rule))), usesLocalRate: false };
  return { evaluate: withLimits(rule, evaluatorOf(rule)), usesLocalRate: readsLocalRate(rule) };
}

function evaluatorOf(rule: Exclude<AmountRule, number>): Evaluate {
  switch (rule.rule) {
    case 'range':
      return compileRange(rule);
    case 'percent':
      return compilePercent(rule);
    case 'percentRange':
      return compilePercentRange(rule);
    case 'local':
      return compileLocal(rule);
    case 'tiers':
      return compileTiers(rule);
    case 'sum':
      return compileSum(rule);
    case 'byPrice':
      return compileByPrice(rule);
    case 'oneOf':
      return compileOneOf(rule);
  }
}

function exactly(units: Units): Evaluate {
  const outcome: Outcome = { low: units, high: units };
  return () => outcome;
}

function compileRange(rule: RuleOf<'range'>): Evaluate {
  const outcome: Outcome = {
    low: unitsOf(centsOf(rule.low)),
    high: unitsOf(centsOf(rule.high)),
    ...(rule.typical !== undefined && { typical: unitsOf(centsOf(rule.typical)) }),
  };
  return () => outcome;
}

function compilePercent(rule: RuleOf<'percent'>): Evaluate {
  const rate = rateOf(rule.percent);
  const part = partOf(rule.onPartFrom, rule.onPartTo);
  const rates = part.whole ? { rates: { low: rate, high: rate } } : undefined;
  const text = `${rule.percent}% of ${part.text}`;
  return (base) => {
    const units = percentOf(part.of(base.taxable), rate);
    return { low: units, high: units, ...rates, text };
  };
}

function compilePercentRange(rule: RuleOf<'percentRange'>): Evaluate {
  const rates = { low: rateOf(rule.low), high: rateOf(rule.high) };
  const typical = rule.typical === undefined ? undefined : rateOf(rule.typical);
  const text = `${rule.low}% to ${rule.high}% of the taxable amount`;
  return ({ taxable }) => ({
    low: percentOf(taxable, rates.low),
    high: percentOf(taxable, rates.high),
    ...(typical !== undefined && { typical: percentOf(taxable, typical) }),
    rates,
    text,
  });
}

function compileLocal(rule: RuleOf<'local'>): Evaluate {
  const part = partOf(undefined, rule.onPartTo);
  const bounds = { low: rateOf(rule.low), high: rateOf(rule.high) };
  const usual = rule.typical === undefined ? undefined : rateOf(rule.typical);
  const boundsText = `a local tax of ${rule.low}% to ${rule.high}% of ${part.text}`;
  return ({ taxable, localRate }) => {
    const amount = part.of(taxable);
    const rates = localRate === undefined ? bounds : { low: localRate, high: localRate };
    const typical = localRate === undefined ? usual : undefined;
    return {
      low: percentOf(amount, rates.low),
      high: percentOf(amount, rates.high),
      ...(typical !== undefined && { typical: percentOf(amount, typical) }),
      ...(part.whole && { rates }),
      text: localRate === undefined ? boundsText : `the local tax of ${percent(localRate)}% of ${part.text}`,
    };
  };
}

function compileTiers(rule: RuleOf<'tiers'>): Evaluate {
  const tiers = rule.tiers.map((tier, index) => ({
    from: centsOf(tier.from),
    to: index + 1 < rule.tiers.length ? centsOf(rule.tiers[index + 1]?.from ?? 0) : Number.MAX_SAFE_INTEGER,
    rate: rateOf(tier.percent ?? 0),
    fixed: unitsOf(centsOf(tier.amount ?? 0)),
  }));
  const words = rule.tiers
    .filter((tier) => tier.percent !== 0)
    .map((tier) => {
      const charge = tier.percent === undefined ? moneyText(centsOf(tier.amount ?? 0)) : `${tier.percent}%`;
      return tier.from === 0
        ? `${charge} on the first part`
        : `${charge} on the part above ${moneyText(centsOf(tier.from))}`;
    });
  const text = words.join(' and ');
  return ({ taxable }) => {
    let units = 0;
    for (const tier of tiers) {
      if (taxable <= tier.from && tier.from > 0) break;
      units += tier.fixed + percentOf(Math.min(taxable, tier.to) - tier.from, tier.rate);
    }
    return { low: units, high: units, text };
  };
}

function compileSum(rule: RuleOf<'sum'>): Evaluate {
  const parts = rule.parts.map((part) => compileRule(part));
  return (base) => {
    let low = 0;
    let high = 0;
    let typical = 0;
    let hasTypical = true;
    let rates: Outcome['rates'] | undefined = { low: 0, high: 0 };
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
      words.push(outcome.text ?? moneyText(Math.round(outcome.low / unitsOf(1))));
    }
    return {
      low,
      high,
      ...(hasTypical && { typical }),
      ...(rates && { rates }),
      text: words.join(' plus '),
    };
  };
}

function compileByPrice(rule: RuleOf<'byPrice'>): Evaluate {
  const rows = rule.rows
    .map((row) => ({
      from: centsOf(row.from),
      evaluate: compileRule(row.amount ?? { rule: 'percent', percent: row.percent ?? 0 }).evaluate,
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

function compileOneOf(rule: RuleOf<'oneOf'>): Evaluate {
  const cases = rule.cases.map((row) => ({
    when: row.when,
    evaluate: compileRule(row.amount ?? { rule: 'percent', percent: row.percent ?? 0 }).evaluate,
  }));
  const usual = rule.typical === undefined ? undefined : unitsOf(centsOf(rule.typical));
  const usualRate = rule.typicalPercent === undefined ? undefined : rateOf(rule.typicalPercent);
  const text = `it depends on ${rule.dependsOn}, which the query does not tell`;
  return (base) => {
    const outcomes = cases.map(({ when, evaluate }) => ({ when, outcome: evaluate(base) }));
    let low = Number.POSITIVE_INFINITY;
    let high = 0;
    let rates: Outcome['rates'] | undefined = { low: Number.POSITIVE_INFINITY, high: 0 };
    for (const { outcome } of outcomes) {
      low = Math.min(low, outcome.low);
      high = Math.max(high, outcome.high);
      rates = rates &&
        outcome.rates && {
          low: Math.min(rates.low, outcome.rates.low),
          high: Math.max(rates.high, outcome.rates.high),
        };
    }
    const typical = usualRate === undefined ? usual : percentOf(base.taxable, usualRate);
    return {
      low,
      high,
      ...(typical !== undefined && { typical }),
      ...(rates && { rates }),
      text,
      cases: outcomes,
    };
  };
}

function withLimits(rule: Exclude<AmountRule, number>, evaluate: Evaluate): Evaluate {
  if (rule.atLeast === undefined && rule.atMost === undefined && rule.atMostPercentOfPrice === undefined)
    return evaluate;
  const floor = rule.atLeast === undefined ? 0 : unitsOf(centsOf(rule.atLeast));
  const ceiling = rule.atMost === undefined ? Number.MAX_SAFE_INTEGER : unitsOf(centsOf(rule.atMost));
  const ceilingRate = rule.atMostPercentOfPrice === undefined ? undefined : rateOf(rule.atMostPercentOfPrice);
  const words = [
    ...(rule.atLeast === undefined ? [] : [`at least ${moneyText(centsOf(rule.atLeast))}`]),
    ...(rule.atMost === undefined ? [] : [`at most ${moneyText(centsOf(rule.atMost))}`]),
    ...(ceilingRate === undefined ? [] : [`at most ${rule.atMostPercentOfPrice}% of the price`]),
  ].join(', ');
  return (base) => {
    const outcome = evaluate(base);
    const top = ceilingRate === undefined ? ceiling : Math.min(ceiling, percentOf(base.price, ceilingRate));
    const clamp = (units: Units) => Math.min(Math.max(units, floor), top);
    return {
      ...outcome,
      low: clamp(outcome.low),
      high: clamp(outcome.high),
      ...(outcome.typical !== undefined && { typical: clamp(outcome.typical) }),
      text: outcome.text === undefined ? words : `${outcome.text}, ${words}`,
    };
  };
}

function partOf(fromDollars: number | undefined, toDollars: number | undefined) {
  const from = centsOf(fromDollars ?? 0);
  const to = toDollars === undefined ? Number.MAX_SAFE_INTEGER : centsOf(toDollars);
  const text =
    from === 0
      ? toDollars === undefined
        ? 'the taxable amount'
        : `the first ${moneyText(to)}`
      : toDollars === undefined
        ? `the part above ${moneyText(from)}`
        : `the part from ${moneyText(from)} to ${moneyText(to)}`;
  return {
    whole: from === 0 && toDollars === undefined,
    text,
    of: (amount: Cents): Cents => Math.max(0, Math.min(amount, to) - from),
  };
}

function readsLocalRate(rule: AmountRule): boolean {
  if (typeof rule === 'number') return false;
  switch (rule.rule) {
    case 'local':
      return true;
    case 'sum':
      return rule.parts.some(readsLocalRate);
    case 'byPrice':
      return rule.rows.some((row) => row.amount !== undefined && readsLocalRate(row.amount));
    case 'oneOf':
      return rule.cases.some((row) => row.amount !== undefined && readsLocalRate(row.amount));
    default:
      return false;
  }
}

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
import type { CompiledRule, Evaluate, RateRange, RuleOutcome } from './rule.ts';

type Rule = Exclude<AmountRule, number>;
type Kind = Rule['rule'];
type Rules = { [Name in Kind]: Extract<Rule, { rule: Name }> };

const compilers: { [Name in Kind]: (rule: Rules[Name]) => Evaluate } = {
  range: compileRange,
  percent: compilePercent,
  percentRange: compilePercentRange,
  local: compileLocal,
  tiers: compileTiers,
  listPrice: compileListPrice,
  perPound: compilePerPound,
  sum: compileSum,
  byPrice: compileByPrice,
  oneOf: compileOneOf,
  byListPrice: compileByListPrice,
};

/** Turns a rule of the data files into a function, with every number parsed beforehand. */
export function compileRule(rule: AmountRule): CompiledRule {
  if (typeof rule === 'number') return { evaluate: exactly(unitsOf(centsOf(rule))), localRates: undefined };
  return { evaluate: withLimits(rule, evaluatorOf(rule.rule, rule)), localRates: localRatesOf(rule) };
}

function evaluatorOf<Name extends Kind>(kind: Name, rule: Rules[Name]): Evaluate {
  return compilers[kind](rule);
}

function exactly(units: Units): Evaluate {
  const outcome = { low: units, high: units };
  return () => outcome;
}

function withLimits(rule: Rule, evaluate: Evaluate): Evaluate {
  const { atLeast, atMost, atMostPercentOfPrice, wholeDollars } = rule;
  if ([atLeast, atMost, atMostPercentOfPrice, wholeDollars].every((limit) => limit === undefined))
    return evaluate;
  const floor = atLeast === undefined ? 0 : unitsOf(centsOf(atLeast));
  const ceiling = atMost === undefined ? Number.MAX_SAFE_INTEGER : unitsOf(centsOf(atMost));
  const ceilingRate = atMostPercentOfPrice === undefined ? undefined : rateOf(atMostPercentOfPrice);
  const rounded = wholeDollars ? roundToDollars : (units: Units) => units;
  const words = [
    ...(atLeast === undefined ? [] : [`at least ${moneyText(centsOf(atLeast))}`]),
    ...(atMost === undefined ? [] : [`at most ${moneyText(centsOf(atMost))}`]),
    ...(ceilingRate === undefined ? [] : [`at most ${atMostPercentOfPrice}% of the price`]),
    ...(wholeDollars ? ['in whole dollars'] : []),
  ].join(', ');
  return (base) => {
    const { rates, ...outcome } = evaluate(base);
    const top = ceilingRate === undefined ? ceiling : Math.min(ceiling, percentOf(base.price, ceilingRate));
    const clamp = (units: Units) => Math.min(Math.max(rounded(units), floor), top);
    const low = clamp(outcome.low);
    const high = clamp(outcome.high);
    // A limit that holds takes the place of the rate.
    const rateHolds = low === outcome.low && high === outcome.high;
    return {
      ...outcome,
      low,
      high,
      ...(rateHolds && rates && { rates }),
      ...(outcome.typical !== undefined && { typical: clamp(outcome.typical) }),
      text: outcome.text === undefined ? words : `${outcome.text}, ${words}`,
    };
  };
}

function localRatesOf(rule: AmountRule): RateRange | undefined {
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

function compileRange(rule: Rules['range']): Evaluate {
  const outcome: RuleOutcome = {
    low: unitsOf(centsOf(rule.low)),
    high: unitsOf(centsOf(rule.high)),
    ...(rule.typical !== undefined && { typical: unitsOf(centsOf(rule.typical)) }),
  };
  return () => outcome;
}

function compilePercent(rule: Rules['percent']): Evaluate {
  const rate = rateOf(rule.percent);
  const part = partOf(rule.onPartFrom, rule.onPartTo);
  const rates = part.whole ? { rates: { low: rate, high: rate } } : undefined;
  const text = `${rule.percent}% of ${part.text}`;
  return (base) => {
    const units = percentOf(part.of(base.taxable), rate);
    return { low: units, high: units, ...rates, text };
  };
}

function compilePercentRange(rule: Rules['percentRange']): Evaluate {
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

function compileLocal(rule: Rules['local']): Evaluate {
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
      ...(localRate === undefined && {
        narrowing: [
          { parameter: 'local_rate', by: percentOf(amount, bounds.high) - percentOf(amount, bounds.low) },
        ],
      }),
      text: localRate === undefined ? boundsText : `the local tax of ${percent(localRate)}% of ${part.text}`,
    };
  };
}

function compileTiers(rule: Rules['tiers']): Evaluate {
  const tiers = rule.tiers.map((tier, index) => ({
    from: centsOf(tier.from),
    to: index + 1 < rule.tiers.length ? centsOf(rule.tiers[index + 1]?.from ?? 0) : Number.MAX_SAFE_INTEGER,
    rate: rateOf(tier.percent ?? 0),
    fixed: unitsOf(centsOf(tier.amount ?? 0)),
  }));
  const words = tiers
    .filter(({ rate, fixed }) => rate > 0 || fixed > 0)
    .map(({ rate, fixed, from, to }) => {
      const charge = fixed > 0 ? moneyText(roundToCents(fixed)) : `${percent(rate)}%`;
      return `${charge} on ${partText(from, to)}`;
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

function partOf(fromDollars: number | undefined, toDollars: number | undefined) {
  const from = centsOf(fromDollars ?? 0);
  const to = toDollars === undefined ? Number.MAX_SAFE_INTEGER : centsOf(toDollars);
  return {
    whole: from === 0 && toDollars === undefined,
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

function compileListPrice(rule: Rules['listPrice']): Evaluate {
  const rate = rateOf(rule.percent);
  const text = `${rule.percent}% of the list price when new`;
  const open = between(rule, 'msrp', text);
  const step = centsOf(rule.roundedTo ?? 0);
  return ({ car }) => {
    if (car?.msrp === undefined) return open;
    const units = percentOf(step === 0 ? car.msrp : Math.round(car.msrp / step) * step, rate);
    return { low: units, high: units, text };
  };
}

function compilePerPound(rule: Rules['perPound']): Evaluate {
  // Hundredths of a cent: 1.75 cents are 175.
  const hundredths = centsOf(rule.cents);
  const step = rule.everyStarted ?? 1;
  const text = `${rule.cents} cents for every pound${step === 1 ? '' : `, ${step} at a time`}`;
  const open = between(rule, 'weight_lb', text);
  return ({ car }) => {
    if (car?.weight === undefined) return open;
    const units = unitsOf(Math.ceil(car.weight.lb / step) * step * hundredths) / 100;
    return { low: units, high: units, text };
  };
}

function between({ low, high }: { low: number; high: number }, parameter: string, text: string) {
  const bounds: { low: Units; high: Units } = { low: unitsOf(centsOf(low)), high: unitsOf(centsOf(high)) };
  return { ...bounds, text, narrowing: [{ parameter, by: bounds.high - bounds.low }] };
}

function compileSum(rule: Rules['sum']): Evaluate {
  const parts = rule.parts.map((part) => compileRule(part));
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

function compileByPrice(rule: Rules['byPrice']): Evaluate {
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

function compileOneOf(rule: Rules['oneOf']): Evaluate {
  return evaluateCases(
    rule,
    rule.cases.map((row, index) => ({
      index,
      when: row.when,
      condition: row.if,
      rare: row.rare ?? false,
      evaluate: compileRule(row.amount ?? { rule: 'percent', percent: row.percent ?? 0 }).evaluate,
    })),
  );
}

/** A row of a table of list prices, of which each case takes its share. */
function compileByListPrice(rule: Rules['byListPrice']): Evaluate {
  const rows = rule.rows
    .map(({ from, amount }) => ({ from: centsOf(from), amount: centsOf(amount) }))
    .reverse();
  const amountAt = (listPrice: Cents) => rows.find(({ from }) => listPrice >= from)?.amount ?? 0;
  const [least, most] = rule.usual.map((listPrice) => amountAt(centsOf(listPrice)));
  return evaluateCases(
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

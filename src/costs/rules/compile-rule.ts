import { centsOf, moneyText, percentOf, rateOf, roundToDollars, type Units, unitsOf } from '../money.ts';
import type { AmountRule } from '../rule-schema.ts';
import { compileByListPrice, compileByPrice, compileOneOf, compileSum } from './compound-rules.ts';
import type { CompiledRule, Evaluate, RateRange } from './rule.ts';
import {
  compileListPrice,
  compileLocal,
  compilePercent,
  compilePercentRange,
  compilePerPound,
  compileRange,
  compileTiers,
} from './simple-rules.ts';

/** Turns a rule of the data files into a function, with every number parsed beforehand. */
export function compileRule(rule: AmountRule): CompiledRule {
  if (typeof rule === 'number') return { evaluate: exactly(unitsOf(centsOf(rule))), localRates: undefined };
  return { evaluate: withLimits(rule, evaluatorOf(rule)), localRates: localRatesOf(rule) };
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
    case 'listPrice':
      return compileListPrice(rule);
    case 'perPound':
      return compilePerPound(rule);
    case 'sum':
      return compileSum(rule, compileRule);
    case 'byPrice':
      return compileByPrice(rule, compileRule);
    case 'oneOf':
      return compileOneOf(rule, compileRule);
    case 'byListPrice':
      return compileByListPrice(rule);
  }
}

function exactly(units: Units): Evaluate {
  const outcome = { low: units, high: units };
  return () => outcome;
}

function withLimits(rule: Exclude<AmountRule, number>, evaluate: Evaluate): Evaluate {
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
    // Where a limit holds, the rate does not.
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

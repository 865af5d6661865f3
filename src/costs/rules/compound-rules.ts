import { centsOf, moneyText, percentOf, rateOf, roundToCents, unitsOf } from '../money.ts';
import type { Compile, Evaluate, Outcome, RuleOf } from './rule.ts';

export function compileSum(rule: RuleOf<'sum'>, compile: Compile): Evaluate {
  const parts = rule.parts.map((part) => compile(part));
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
      words.push(outcome.text ?? moneyText(roundToCents(outcome.low)));
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

export function compileOneOf(rule: RuleOf<'oneOf'>, compile: Compile): Evaluate {
  const cases = rule.cases.map((row) => ({
    when: row.when,
    evaluate: compile(row.amount ?? { rule: 'percent', percent: row.percent ?? 0 }).evaluate,
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

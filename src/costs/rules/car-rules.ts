import { centsOf, percentOf, rateOf, type Units, unitsOf } from '../money.ts';
import type { Evaluate, RuleOf } from './rule.ts';

export function compileListPrice(rule: RuleOf<'listPrice'>): Evaluate {
  const rate = rateOf(rule.percent);
  const text = `${rule.percent}% of the list price when new`;
  const open = between(rule, 'msrp', text);
  return ({ car }) => {
    if (car?.msrp === undefined) return open;
    const units = percentOf(car.msrp, rate);
    return { low: units, high: units, text };
  };
}

export function compilePerPound(rule: RuleOf<'perPound'>): Evaluate {
  // Hundredths of a cent: 1.75 cents are 175.
  const hundredths = centsOf(rule.cents);
  const text = `${rule.cents} cents for every pound`;
  const open = between(rule, 'weight_lb', text);
  return ({ car }) => {
    if (car?.weight === undefined) return open;
    const units = unitsOf(car.weight.lb * hundredths) / 100;
    return { low: units, high: units, text };
  };
}

function between({ low, high }: { low: number; high: number }, parameter: string, text: string) {
  const bounds: { low: Units; high: Units } = { low: unitsOf(centsOf(low)), high: unitsOf(centsOf(high)) };
  return { ...bounds, text, narrowing: [{ parameter, by: bounds.high - bounds.low }] };
}

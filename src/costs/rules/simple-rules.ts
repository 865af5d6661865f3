import {
  type Cents,
  centsOf,
  moneyText,
  percent,
  percentOf,
  rateOf,
  roundToCents,
  type Units,
  unitsOf,
} from '../money.ts';
import type { Evaluate, RuleOf, RuleOutcome } from './rule.ts';

export function compileRange(rule: RuleOf<'range'>): Evaluate {
  const outcome: RuleOutcome = {
    low: unitsOf(centsOf(rule.low)),
    high: unitsOf(centsOf(rule.high)),
    ...(rule.typical !== undefined && { typical: unitsOf(centsOf(rule.typical)) }),
  };
  return () => outcome;
}

export function compilePercent(rule: RuleOf<'percent'>): Evaluate {
  const rate = rateOf(rule.percent);
  const part = partOf(rule.onPartFrom, rule.onPartTo);
  const rates = part.whole ? { rates: { low: rate, high: rate } } : undefined;
  const text = `${rule.percent}% of ${part.text}`;
  return (base) => {
    const units = percentOf(part.of(base.taxable), rate);
    return { low: units, high: units, ...rates, text };
  };
}

export function compilePercentRange(rule: RuleOf<'percentRange'>): Evaluate {
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

export function compileLocal(rule: RuleOf<'local'>): Evaluate {
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

export function compileTiers(rule: RuleOf<'tiers'>): Evaluate {
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

export function compileListPrice(rule: RuleOf<'listPrice'>): Evaluate {
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

export function compilePerPound(rule: RuleOf<'perPound'>): Evaluate {
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

import type { FeeFigure, FigureSource, Jurisdiction, TaxFigure } from '../jurisdiction-schema.ts';
import { type Cents, centsOf, dollars, percent, roundToCents } from '../money.ts';
import type { CostLine } from '../result-schema.ts';
import { compileRule } from '../rules/compile-rule.ts';
import type { Base, RuleOutcome } from '../rules/rule.ts';

/** A line and what the totals need to know about it. */
export interface BuiltLine {
  line: CostLine;
  low: Cents;
  high: Cents;
  narrowing: readonly Narrowing[];
}

/** By how much a line would get narrower if a parameter were given. */
export interface Narrowing {
  parameter: string;
  line: string;
  byUpTo: number;
}

export interface CentsRange {
  low: Cents;
  high: Cents;
  typical?: Cents;
}

export function centsOfOutcome(outcome: RuleOutcome): CentsRange {
  return {
    low: roundToCents(outcome.low),
    high: roundToCents(outcome.high),
    ...(outcome.typical !== undefined && { typical: roundToCents(outcome.typical) }),
  };
}

export function shown({ low, high, typical }: CentsRange): Pick<CostLine, 'amount' | 'range'> {
  if (low === high) return { amount: dollars(low) };
  return {
    range: {
      low: dollars(low),
      high: dollars(high),
      ...(typical !== undefined && { typical: dollars(typical) }),
    },
  };
}

export function ratesOf({ rates }: RuleOutcome): Pick<CostLine, 'rate' | 'rateRange'> | undefined {
  if (rates === undefined) return undefined;
  if (rates.low === rates.high) return { rate: percent(rates.low) };
  return { rateRange: { low: percent(rates.low), high: percent(rates.high) } };
}

const nothing: readonly Narrowing[] = [];

export function narrowingOf({ narrowing }: RuleOutcome, line: string): readonly Narrowing[] {
  if (narrowing === undefined) return nothing;
  return narrowing.map(({ parameter, by }) => ({ parameter, line, byUpTo: dollars(roundToCents(by)) }));
}

export function casesOf({ cases }: RuleOutcome): Pick<CostLine, 'cases'> | undefined {
  return cases && { cases: cases.map(({ when, outcome }) => ({ when, ...shown(centsOfOutcome(outcome)) })) };
}

export function compileAlternative(figure: TaxFigure | FeeFigure) {
  const { alternative } = figure;
  if (alternative === undefined) return undefined;
  const rule = compileRule(alternative.amount);
  const below =
    alternative.priceBelow === undefined ? Number.POSITIVE_INFINITY : centsOf(alternative.priceBelow);
  const why = `If ${alternative.when}.`;
  return (base: Base, { low, high }: CentsRange): Pick<CostLine, 'alternative'> | undefined => {
    if (base.price >= below) return undefined;
    const cents = centsOfOutcome(rule.evaluate(base));
    // Nothing is another amount that is the same.
    return cents.low === low && cents.high === high ? undefined : { alternative: { ...shown(cents), why } };
  };
}

export function sourceOf(key: string, jurisdiction: Jurisdiction): FigureSource {
  const source = jurisdiction.sources[key];
  if (source === undefined)
    throw new Error(`${jurisdiction.country}-${jurisdiction.code}: no source called ${key}`);
  return source;
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function joined(...parts: readonly (string | undefined | false)[]): string | undefined {
  const present = parts.filter((part) => typeof part === 'string' && part !== '');
  return present.length === 0 ? undefined : present.join(' ');
}

export function noteOf(
  ...parts: readonly (string | undefined | false)[]
): Pick<CostLine, 'note'> | undefined {
  const note = joined(...parts);
  return note === undefined ? undefined : { note };
}

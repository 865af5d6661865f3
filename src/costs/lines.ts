import type { FeeFigure, Jurisdiction, SaleType, Source, TaxFigure } from './jurisdiction-schema.ts';
import { type Cents, centsOf, dollars, moneyText, percent, roundToCents } from './money.ts';
import type { CostLine } from './result-schema.ts';
import { type Base, type CompiledRule, compileRule, type Outcome } from './rules.ts';

/** What a line is computed from. */
export interface Situation {
  base: Base;
  saleType: SaleType;
  tradeIn: Cents | undefined;
  familyGift: boolean;
}

/** A line and what the totals need to know about it. */
export interface BuiltLine {
  line: CostLine;
  low: Cents;
  high: Cents;
}

export interface CompiledTax {
  figure: TaxFigure;
  usesLocalRate: boolean;
  build(situation: Situation): BuiltLine | undefined;
}

export interface CompiledFee {
  figure: FeeFigure;
  build(base: Base): BuiltLine | undefined;
}

export function compileTax(figure: TaxFigure, jurisdiction: Jurisdiction): CompiledTax {
  const rule = compileRule(figure.amount);
  const alternative = compileAlternative(figure);
  const source = sourceOf(figure.source, jurisdiction);
  const basis = figure.basis && `The law taxes ${figure.basis}; the price given stands in for it.`;
  const credit = figure.tradeIn;
  const gift = jurisdiction.familyGift;
  const giftSource = sourceOf(gift.source, jurisdiction);
  const giftNote = joined(`No tax on a family gift from: ${gift.who}.`, gift.note);
  const common = {
    id: figure.id,
    category: 'tax',
    label: figure.label,
  } as const;
  const always = { mandatory: true, frequency: 'once' } as const;

  return {
    figure,
    usesLocalRate: rule.usesLocalRate,
    build({ base, saleType, tradeIn, familyGift }) {
      if (familyGift && gift.exempt) {
        return {
          line: {
            ...common,
            amount: 0,
            rate: 0,
            taxableAmount: 0,
            ...always,
            known: true,
            note: giftNote,
            source: giftSource,
            confidence: gift.confidence,
            asOf: gift.asOf,
          },
          low: 0,
          high: 0,
        };
      }
      const deducted = saleType === 'dealer' && credit?.credit === 'full' && tradeIn !== undefined;
      const taxed = deducted ? { ...base, taxable: base.taxable - tradeIn } : base;
      const outcome = rule.evaluate(taxed);
      const cents = centsOfOutcome(outcome);
      if (figure.omitWhenZero && cents.high === 0) return undefined;
      return {
        line: {
          ...common,
          ...shown(cents),
          ...ratesOf(outcome),
          ...(outcome.high > 0 && { taxableAmount: dollars(taxed.taxable) }),
          ...casesOf(outcome),
          ...always,
          // Bounds that merely round to the same cent are not known.
          known: outcome.low === outcome.high,
          ...noteOf(
            outcome.text && sentence(outcome.text),
            figure.note,
            basis,
            tradeInNote(figure, saleType, tradeIn, base.price),
          ),
          ...(partialCredit(figure, rule, base, saleType, tradeIn) ?? alternative?.(taxed)),
          source,
          confidence: figure.confidence,
          asOf: figure.asOf,
        },
        low: cents.low,
        high: cents.high,
      };
    },
  };
}

export function compileFee(figure: FeeFigure, jurisdiction: Jurisdiction): CompiledFee {
  const rule = compileRule(figure.amount);
  const alternative = compileAlternative(figure);
  const source = sourceOf(figure.source, jurisdiction);
  const condition = conditionOf(figure);
  const limits = joined(
    condition && `Due only ${condition}.`,
    figure.note,
    figure.chargedBy === 'dealer' ? 'Charged by the dealer, not by the law.' : undefined,
    figure.optional && 'Not in the totals.',
  );
  return {
    figure,
    build(base) {
      const outcome = rule.evaluate(base);
      const due = centsOfOutcome(outcome);
      if (figure.omitWhenZero && due.high === 0) return undefined;
      // A line that may not be due begins at nothing; what it costs when it is due stands in its cases.
      const cents = condition === undefined ? due : { low: 0, high: due.high };
      const cases = condition === undefined ? casesOf(outcome) : conditionalCases(condition, due, outcome);
      return {
        line: {
          id: figure.id,
          category: figure.category,
          label: figure.label,
          ...shown(cents),
          ...(condition === undefined && ratesOf(outcome)),
          ...cases,
          mandatory: !figure.optional && figure.chargedBy === undefined,
          frequency: figure.frequency,
          known: !figure.optional && condition === undefined && outcome.low === outcome.high,
          ...noteOf(outcome.text && sentence(outcome.text), limits),
          ...alternative?.(base),
          source,
          confidence: figure.confidence,
          asOf: figure.asOf,
        },
        low: due.low,
        high: due.high,
      };
    },
  };
}

function conditionOf({ onlyFor, onlyIn, onlyWhen }: FeeFigure): string | undefined {
  const conditions = [
    onlyWhen && `when ${onlyWhen}`,
    onlyFor && `for ${onlyFor.fuel.join(' and ')} cars`,
    onlyIn && `in ${onlyIn}`,
  ].filter((part) => part !== undefined);
  return conditions.length === 0 ? undefined : conditions.join(', ');
}

interface CentsRange {
  low: Cents;
  high: Cents;
  typical?: Cents;
}

function centsOfOutcome(outcome: Outcome): CentsRange {
  return {
    low: roundToCents(outcome.low),
    high: roundToCents(outcome.high),
    ...(outcome.typical !== undefined && { typical: roundToCents(outcome.typical) }),
  };
}

function shown({ low, high, typical }: CentsRange): Pick<CostLine, 'amount' | 'range'> {
  if (low === high) return { amount: dollars(low) };
  return {
    range: {
      low: dollars(low),
      high: dollars(high),
      ...(typical !== undefined && { typical: dollars(typical) }),
    },
  };
}

function ratesOf({ rates }: Outcome): Pick<CostLine, 'rate' | 'rateRange'> | undefined {
  if (rates === undefined) return undefined;
  if (rates.low === rates.high) return { rate: percent(rates.low) };
  return { rateRange: { low: percent(rates.low), high: percent(rates.high) } };
}

function casesOf({ cases }: Outcome): Pick<CostLine, 'cases'> | undefined {
  return cases && { cases: cases.map(({ when, outcome }) => ({ when, ...shown(centsOfOutcome(outcome)) })) };
}

function conditionalCases(condition: string, due: CentsRange, outcome: Outcome): Pick<CostLine, 'cases'> {
  const inner = casesOf(outcome)?.cases?.map((row) => ({ ...row, when: `${condition}: ${row.when}` }));
  return { cases: [...(inner ?? [{ when: condition, ...shown(due) }]), { when: 'otherwise', amount: 0 }] };
}

function tradeInNote(
  figure: TaxFigure,
  saleType: SaleType,
  tradeIn: Cents | undefined,
  price: Cents,
): string | undefined {
  if (tradeIn === undefined || figure.amount === 0) return undefined;
  if (saleType === 'private') return 'A trade-in lowers the tax only when the car is bought from a dealer.';
  const text = moneyText(tradeIn);
  switch (figure.tradeIn?.credit) {
    case 'full':
      return joined(
        `The trade-in of ${text} is taken off the price of ${moneyText(price)}.`,
        figure.tradeIn.note,
      );
    case 'partial':
      return joined(
        `The trade-in of ${text} is not deducted here; the alternative shows the part that the law allows.`,
        figure.tradeIn.note,
      );
    case 'varies':
      return joined(
        `The trade-in of ${text} is not deducted: the place of sale decides.`,
        figure.tradeIn.note,
      );
    default:
      return joined(`The trade-in of ${text} does not lower this tax.`, figure.tradeIn?.note);
  }
}

function partialCredit(
  figure: TaxFigure,
  rule: CompiledRule,
  base: Base,
  saleType: SaleType,
  tradeIn: Cents | undefined,
): Pick<CostLine, 'alternative'> | undefined {
  if (saleType !== 'dealer' || tradeIn === undefined || figure.tradeIn?.credit !== 'partial')
    return undefined;
  const { deductAtMost } = figure.tradeIn;
  const credit = deductAtMost === undefined ? tradeIn : Math.min(tradeIn, centsOf(deductAtMost));
  const cents = centsOfOutcome(rule.evaluate({ ...base, taxable: base.taxable - credit }));
  return {
    alternative: {
      ...shown(cents),
      why: `With ${moneyText(credit)} of the trade-in deducted, as the law allows.`,
    },
  };
}

function compileAlternative(figure: TaxFigure | FeeFigure) {
  const { alternative } = figure;
  if (alternative === undefined) return undefined;
  const rule = compileRule(alternative.amount);
  const below =
    alternative.priceBelow === undefined ? Number.POSITIVE_INFINITY : centsOf(alternative.priceBelow);
  const why = `If ${alternative.when}.`;
  return (base: Base): Pick<CostLine, 'alternative'> | undefined =>
    base.price < below ? { alternative: { ...shown(centsOfOutcome(rule.evaluate(base))), why } } : undefined;
}

function sourceOf(key: string, jurisdiction: Jurisdiction): Source {
  const source = jurisdiction.sources[key];
  if (source === undefined)
    throw new Error(`${jurisdiction.country}-${jurisdiction.code}: no source called ${key}`);
  return source;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function joined(...parts: readonly (string | undefined | false)[]): string | undefined {
  const present = parts.filter((part) => typeof part === 'string' && part !== '');
  return present.length === 0 ? undefined : present.join(' ');
}

function noteOf(...parts: readonly (string | undefined | false)[]): Pick<CostLine, 'note'> | undefined {
  const note = joined(...parts);
  return note === undefined ? undefined : { note };
}

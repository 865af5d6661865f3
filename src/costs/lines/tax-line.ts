import type { Jurisdiction, SaleType, TaxFigure } from '../jurisdiction-schema.ts';
import { type Cents, centsOf, dollars, moneyText } from '../money.ts';
import type { CostLine } from '../result-schema.ts';
import { compileRule } from '../rules/compile-rule.ts';
import type { Base, CompiledRule } from '../rules/rule.ts';
import {
  type BuiltLine,
  casesOf,
  centsOfOutcome,
  compileAlternative,
  joined,
  noteOf,
  ratesOf,
  sentence,
  shown,
  sourceOf,
} from './line-parts.ts';

/** What a line is computed from. */
export interface Situation {
  base: Base;
  saleType: SaleType;
  tradeIn: Cents | undefined;
  familyGift: boolean;
}

export interface CompiledTax {
  figure: TaxFigure;
  usesLocalRate: boolean;
  build(situation: Situation): BuiltLine | undefined;
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

function tradeInNote(
  figure: TaxFigure,
  saleType: SaleType,
  tradeIn: Cents | undefined,
  price: Cents,
): string | undefined {
  if (tradeIn === undefined || figure.amount === 0) return undefined;
  if (saleType === 'private') return 'A trade-in is not deducted in a private sale.';
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

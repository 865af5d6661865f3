import type { Jurisdiction, SaleType, TaxFigure } from '../jurisdiction-schema.ts';
import { type Cents, centsOf, moneyText } from '../money.ts';
import type { CostLine } from '../result-schema.ts';
import type { Base, CompiledRule } from '../rules/rule.ts';
import { type BuiltLine, centsOfOutcome, compileFigure, joined, shown, sourceOf } from './figure-line.ts';

/** The facts of a sale from which a line is computed. */
export interface Situation {
  base: Base;
  saleType: SaleType;
  tradeIn: Cents | undefined;
  familyGift: boolean;
}

export interface CompiledTax {
  localRates: CompiledRule['localRates'];
  build(situation: Situation): BuiltLine | undefined;
}

const always = { category: 'tax', mandatory: true, frequency: 'once' } as const;

export function compileTax(figure: TaxFigure, jurisdiction: Jurisdiction): CompiledTax {
  const { rule, build } = compileFigure(figure, jurisdiction);
  const basis = figure.basis && `The law taxes ${figure.basis}; the price given stands in for it.`;
  const gift = giftLine(figure, jurisdiction);
  return {
    localRates: rule.localRates,
    build({ base, saleType, tradeIn, familyGift }) {
      if (familyGift && gift) return gift;
      const deducted = saleType === 'dealer' && figure.tradeIn?.credit === 'full' && tradeIn !== undefined;
      const taxed = deducted ? { ...base, taxable: base.taxable - tradeIn } : base;
      return build(taxed, {
        ...always,
        notes: [figure.note, basis, tradeInNote(figure, saleType, tradeIn, base.price)],
        alternative: partialCredit(figure, rule, base, saleType, tradeIn),
      });
    },
  };
}

/** The tax of a gift within the family, where the law exempts one. */
function giftLine(figure: TaxFigure, jurisdiction: Jurisdiction): BuiltLine | undefined {
  const gift = jurisdiction.familyGift;
  if (!gift.exempt) return undefined;
  return {
    line: {
      id: figure.id,
      category: always.category,
      label: figure.label,
      amount: 0,
      rate: 0,
      taxableAmount: 0,
      mandatory: always.mandatory,
      frequency: always.frequency,
      known: true,
      note: joined(`No tax on a family gift from: ${gift.who}.`, gift.note),
      source: sourceOf(gift.source, jurisdiction),
      confidence: gift.confidence,
      asOf: gift.asOf,
    },
    low: 0,
    high: 0,
    narrowing: [],
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

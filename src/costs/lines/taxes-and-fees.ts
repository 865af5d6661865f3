import { type CarFacts, type Fuel, holds, isOpen, parametersOf } from '../car.ts';
import type { FeeFigure, GuideValue, Jurisdiction, SaleType, TaxFigure } from '../jurisdiction-schema.ts';
import { type Cents, centsOf, dollars, moneyText, roundToCents } from '../money.ts';
import type { Narrowing } from '../published.ts';
import { type Base, evaluateRule, type TaxedAmount } from '../rules.ts';
import {
  type BuiltLine,
  buildLine,
  type CentsRange,
  centsOfOutcome,
  joined,
  ownAmountOf,
  shown,
  sourceOf,
} from './line.ts';

/** The facts of a sale from which a line is computed. */
export interface Situation {
  base: Base;
  saleType: SaleType;
  tradeIn: Cents | undefined;
  bookValue: Cents | undefined;
  familyGift: boolean;
}

const always = { category: 'tax', mandatory: true, frequency: 'once' } as const;

export function buildTax(
  figure: TaxFigure,
  jurisdiction: Jurisdiction,
  { base, saleType, tradeIn, bookValue, familyGift }: Situation,
): BuiltLine | undefined {
  if (familyGift && jurisdiction.familyGift.exempt) return giftLine(figure, jurisdiction);
  const deducted = saleType === 'dealer' && figure.tradeIn?.credit === 'full' ? (tradeIn ?? 0) : 0;
  const { guide } = figure;
  const whole = guide && bookValue !== undefined ? taxedAmount(guide, base.price, bookValue) : base.price;
  const range = guide && bookValue === undefined ? taxedRange(guide, base.price, saleType) : undefined;
  const less = (amount: Cents) => Math.max(0, amount - deducted);
  const taxed: Base = {
    ...base,
    taxable: less(whole),
    ...(range && { taxed: { ...range, low: less(range.low), high: less(range.high) } }),
  };
  const credited = partialCredit(figure, base, saleType, tradeIn);
  const built = buildLine(figure, jurisdiction, taxed, {
    ...always,
    notes: [
      figure.note,
      basisOf(figure, range, base.price),
      tradeInNote(figure, saleType, tradeIn, base.price),
    ],
    alternative: credited && { alternative: { ...shown(credited), why: credited.why } },
  });
  // A deduction that the law makes in part may be less for a buyer: both amounts are possible.
  return built && credited
    ? {
        ...built,
        low: Math.min(built.low, credited.low),
        typical: undefined,
        line: { ...built.line, known: false },
      }
    : built;
}

/** The tax on what a dealer asks for papers, where the taxes on the car fall on it as well or may. */
export function buildDocumentationTax(
  { amount }: FeeFigure,
  taxes: readonly TaxFigure[],
  jurisdiction: Jurisdiction,
  { base, saleType, tradeIn = 0 }: Situation,
): BuiltLine | undefined {
  const { additions } = jurisdiction;
  const [main] = taxes;
  if (main === undefined || additions?.untaxed.includes('documentation')) return undefined;
  const isTaxed = additions?.taxed.includes('documentation') ?? false;
  const fee = centsOfOutcome(evaluateRule(amount, base));
  const raisedBy = (part: Cents, end: 'high' | 'typical') =>
    taxes.reduce((sum, figure) => {
      const taxable = base.price - (figure.tradeIn?.credit === 'full' ? tradeIn : 0);
      const rule = ownAmountOf(figure, base)?.amount ?? 0;
      const [without, with_] = [0, part].map((more) => {
        const outcome = evaluateRule(rule, { ...base, price: base.price + more, taxable: taxable + more });
        return outcome[end] ?? outcome.high;
      });
      return sum + (with_ ?? 0) - (without ?? 0);
    }, 0);
  const high = roundToCents(raisedBy(fee.high, 'high'));
  if (saleType !== 'dealer' || high <= 0) return undefined;
  const typical = roundToCents(raisedBy(fee.typical ?? fee.high, 'typical'));
  return {
    line: {
      id: 'documentation-tax',
      category: 'documentation',
      label: 'Tax on the documentation fee',
      ...shown({ low: 0, high, ...(isTaxed && { typical }) }),
      mandatory: true,
      frequency: always.frequency,
      known: false,
      note: isTaxed
        ? 'The tax on the car falls on this fee as well.'
        : 'Whether the tax falls on this fee was not found.',
      source: sourceOf(main.source, jurisdiction),
      confidence: isTaxed ? (additions?.confidence ?? 'low') : 'low',
      asOf: null,
      verifiedOn: null,
    },
    low: 0,
    high,
    typical: isTaxed ? typical : undefined,
    narrowing: [],
  };
}

function basisOf(
  { basis, guide }: TaxFigure,
  range: TaxedAmount | undefined,
  price: Cents,
): string | undefined {
  if (basis === undefined) return undefined;
  if (guide === undefined) return `The law taxes ${basis}; the price given stands in for it.`;
  if (range === undefined) return `The law taxes ${basis}.`;
  const [least, most] = range.values.map(moneyText);
  const [from, to] = valuesOfPrice(guide, price)?.map(moneyText) ?? [];
  const ofPrice = to && `${from === '$0' ? '' : `from ${from} `}up to ${to} the price is taxed, and `;
  return `The law taxes ${basis}. book_value, the ${guide.value}, makes it exact: ${ofPrice ?? ''}this is for ${least} to ${most}.`;
}

/** The tax of a gift within the family, where the law exempts one. */
function giftLine(figure: TaxFigure, jurisdiction: Jurisdiction): BuiltLine {
  const gift = jurisdiction.familyGift;
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
      verifiedOn: gift.verifiedOn ?? null,
    },
    low: 0,
    high: 0,
    typical: 0,
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
  base: Base,
  saleType: SaleType,
  tradeIn: Cents | undefined,
): (CentsRange & { why: string }) | undefined {
  if (saleType !== 'dealer' || tradeIn === undefined || figure.tradeIn?.credit !== 'partial')
    return undefined;
  const { deductAtMost } = figure.tradeIn;
  const credit = deductAtMost === undefined ? tradeIn : Math.min(tradeIn, centsOf(deductAtMost));
  return {
    ...centsOfOutcome(evaluateRule(figure.amount, { ...base, taxable: base.taxable - credit })),
    why: `With ${moneyText(credit)} of the trade-in deducted, as the law allows.`,
  };
}

/**
 * The values that a guide may give a car of which only the price is known, as shares of that price: a bargain is bought
 * for half of its value at worst, and dealers sell close to it.
 */
const usualShares: Record<SaleType, readonly [number, number]> = { private: [0.5, 2], dealer: [0.8, 1.25] };

/** Says what the law taxes where a guide's value counts, for every value that the car may have. */
function taxedRange(guide: GuideValue, price: Cents, saleType: SaleType): TaxedAmount {
  const [least, most] = usualShares[saleType];
  const values = [Math.floor(price * least), Math.ceil(price * most)] as const;
  return { low: taxedAmount(guide, price, values[0]), high: taxedAmount(guide, price, values[1]), values };
}

/** Finds the values at which the law taxes the price: up to the second, and from the first where that is not nothing. */
function valuesOfPrice(
  { counts, percent, tolerance = 0 }: GuideValue,
  price: Cents,
): readonly [Cents, Cents] | undefined {
  if (counts === 'alone') return undefined;
  const most = Math.floor(((price + (counts === 'at least' ? tolerance * 100 : 0)) * 100) / percent);
  return [counts === 'within' ? Math.ceil((price * 100) / (200 - percent)) : 0, most];
}

/** Says what the law taxes of a car of this price and this value in the guide. */
function taxedAmount({ counts, percent, tolerance = 0 }: GuideValue, price: Cents, value: Cents): Cents {
  const share = Math.round((value * percent) / 100);
  switch (counts) {
    case 'at least':
      return price >= share - tolerance * 100 ? price : share;
    case 'within':
      return Math.min(Math.max(price, share), value * 2 - share);
    case 'when far below':
      return price >= share ? price : value;
    case 'alone':
      return value;
  }
}

export interface BuiltFee extends BuiltLine {
  /** True where it is open whether the fee is due, apart from the fuel. */
  sometimes: boolean;
  /** The fuels for which it is due, where that is open. */
  onlyFor: readonly Fuel[] | undefined;
}

/** The conditions of a fee that are open for a car. */
interface Open {
  when: boolean;
  fuel: boolean;
  place: boolean;
}

export function buildFee(figure: FeeFigure, jurisdiction: Jurisdiction, base: Base): BuiltFee | undefined {
  const open = openFor(figure, base);
  if (open === 'not due') return undefined;
  const built = buildLine(figure, jurisdiction, base, particularsOf(figure, open));
  if (built === undefined) return undefined;
  const ofDue = dueNarrowingOf(figure, open, base, built.high);
  const said = new Set(ofDue.map(({ parameter }) => parameter));
  return {
    ...built,
    narrowing: [...built.narrowing.filter(({ parameter }) => !said.has(parameter)), ...ofDue],
    sometimes: (open.place && figure.onlyIn !== undefined) || (open.when && figure.onlyWhen !== undefined),
    onlyFor: open.fuel ? figure.onlyFor?.fuel : undefined,
  };
}

function openFor({ onlyFor, onlyIf, counties }: FeeFigure, { car = {}, year = 0 }: Base): Open | 'not due' {
  const ofFuel = onlyFor && holds({ fuel: onlyFor.fuel }, car, year);
  const ofCar = onlyIf && holds(onlyIf, car, year);
  const ofPlace = isDueIn(counties, car.counties);
  if (ofFuel === false || ofCar === false || ofPlace === false) return 'not due';
  return { when: ofCar !== true, fuel: ofFuel !== true, place: ofPlace !== true };
}

function isDueIn(due: FeeFigure['counties'], possible: CarFacts['counties']): boolean | undefined {
  if (due === undefined || possible === undefined) return undefined;
  if (possible.every((county) => due.whole.includes(county))) return true;
  const isNone = possible.every((county) => !due.whole.includes(county) && !due.part?.includes(county));
  return isNone && !due.others ? false : undefined;
}

/** A line that is not due costs nothing: knowing that takes away all of it. */
function dueNarrowingOf(
  { id, onlyFor, onlyIf, counties, optional }: FeeFigure,
  open: Open,
  { car }: Base,
  high: Cents,
): Narrowing[] {
  if (optional || high === 0) return [];
  const parameters = new Set([
    ...(onlyFor && open.fuel ? (['fuel'] as const) : []),
    ...(onlyIf && open.when ? parametersOf(onlyIf) : []),
    ...(counties && open.place ? (['postal_code'] as const) : []),
  ]);
  return [...parameters]
    .filter((parameter) => isOpen(parameter, car))
    .map((parameter) => ({ parameter, line: id, byUpTo: dollars(high) }));
}

function particularsOf(figure: FeeFigure, open: Open) {
  const condition = conditionOf(figure, open);
  return {
    category: figure.category,
    mandatory: !figure.optional && figure.chargedBy === undefined,
    frequency: figure.frequency,
    condition,
    optional: figure.optional,
    chargedBy: figure.chargedBy,
    isForAPart: figure.due === 'billed later',
    notes: [
      joined(
        condition && `Due only ${condition}.`,
        figure.note,
        figure.chargedBy === 'dealer' ? 'Charged by the dealer, not by the law.' : undefined,
        figure.optional && 'Not in the totals.',
      ),
    ],
  };
}

function conditionOf({ onlyFor, onlyIn, onlyWhen }: FeeFigure, open: Open): string | undefined {
  const conditions = [
    open.when && onlyWhen && `when ${onlyWhen}`,
    open.fuel && onlyFor && `for ${onlyFor.fuel.join(' and ')} cars`,
    open.place && onlyIn && `in ${onlyIn}`,
  ].filter((part) => typeof part === 'string');
  return conditions.length === 0 ? undefined : conditions.join(', ');
}

import { type Fuel, holds, isOpen, parametersOf } from './car.ts';
import type { FeeFigure, FigureSource, Jurisdiction, SaleType, TaxFigure } from './jurisdiction-schema.ts';
import { type Cents, centsOf, dollars, moneyText, percent, roundToCents } from './money.ts';
import type { CostLine, Narrowing } from './published.ts';
import type { AmountRule } from './rule-schema.ts';
import { evaluateRule } from './rules/evaluate-rule.ts';
import type { Base, RuleOutcome } from './rules/rule.ts';

/** The parts of a line that do not follow from its figure alone. */
interface Particulars extends Pick<CostLine, 'category' | 'mandatory' | 'frequency'> {
  /** The case in which the line is due, where the query does not say whether it is. */
  condition?: string | undefined;
  /** Left out of every total. */
  optional?: boolean | undefined;
  notes: readonly (string | undefined)[];
  /** Replaces the alternative of the figure. */
  alternative?: Pick<CostLine, 'alternative'> | undefined;
}

type Figure = TaxFigure | FeeFigure;

/** The frame of every line: its amount, how it came about, and where the figure is from. */
function buildLine(
  figure: Figure,
  jurisdiction: Jurisdiction,
  base: Base,
  { condition, optional, notes, alternative, ...particulars }: Particulars,
): BuiltLine | undefined {
  const own = ownAmountOf(figure, base);
  if (own === 'omitted') return undefined;
  const outcome = evaluateRule(own?.amount ?? figure.amount, base);
  const due = centsOfOutcome(outcome);
  if (figure.omitWhenZero && due.high === 0) return undefined;
  // A line that may not be due begins at nothing; what it costs when it is due stands in its cases.
  const cents = condition === undefined ? due : { low: 0, high: due.high };
  const { category, mandatory, frequency } = particulars;
  const narrowing = narrowingOf(outcome, figure.id);
  return {
    line: {
      id: figure.id,
      category,
      label: figure.label,
      ...shown(cents),
      ...(condition === undefined
        ? { ...shareOf(category, outcome, base), ...casesOf(outcome) }
        : conditionalCases(condition, due, outcome)),
      mandatory,
      frequency,
      // Bounds that merely round to the same cent are not known.
      known: !optional && condition === undefined && outcome.low === outcome.high,
      ...noteOf(outcome.text && sentence(outcome.text), own?.why, ...notes),
      ...(own?.isAlternative ? undefined : (alternative ?? alternativeOf(figure, base, cents))),
      source: sourceOf(figure.source, jurisdiction),
      confidence: figure.confidence,
      asOf: figure.asOf,
    },
    low: due.low,
    high: due.high,
    narrowing: own?.amount === undefined ? withOpenAmounts(narrowing, figure, base, due) : narrowing,
  };
}

/** Adds what would decide whether the line has an amount of this car's own: that may leave nothing open. */
function withOpenAmounts(
  found: readonly Narrowing[],
  { id, carAmounts = [] }: Figure,
  { car, year = 0 }: Base,
  { low, high }: CentsRange,
): readonly Narrowing[] {
  if (low === high) return found;
  const said = new Set(found.map(({ parameter }) => parameter));
  const parameters = new Set(
    carAmounts
      .filter((row) => holds(row.if, car ?? {}, year) === undefined)
      .flatMap((row) => parametersOf(row.if))
      .filter((parameter) => isOpen(parameter, car) && !said.has(parameter)),
  );
  return [
    ...found,
    ...[...parameters].map((parameter) => ({ parameter, line: id, byUpTo: dollars(high - low) })),
  ];
}

/** The rate, and what it is taken of. A tax states what it is taken of even where no one rate holds. */
function shareOf(
  category: CostLine['category'],
  outcome: RuleOutcome,
  base: Base,
): Pick<CostLine, 'rate' | 'rateRange' | 'taxableAmount'> {
  const isShare = category === 'tax' || outcome.rates !== undefined;
  return {
    ...ratesOf(outcome),
    ...(isShare && outcome.high > 0 && { taxableAmount: dollars(base.taxable) }),
  };
}

function conditionalCases(condition: string, due: CentsRange, outcome: RuleOutcome): Pick<CostLine, 'cases'> {
  const inner = casesOf(outcome)?.cases?.map((row) => ({ ...row, when: `${condition}: ${row.when}` }));
  return { cases: [...(inner ?? [{ when: condition, ...shown(due) }]), { when: 'otherwise', amount: 0 }] };
}

interface OwnAmount {
  /** Replaces that of the figure. */
  amount?: AmountRule;
  /** True where the alternative is the amount of this car, or is surely not. */
  isAlternative: boolean;
  why?: string;
}

/** Finds the amount of a figure for this very car; undefined where nothing is known of it, or the figure does not ask. */
function ownAmountOf(
  { alternative, carAmounts = [], omitIf }: Figure,
  { car, year = 0, price }: Base,
): OwnAmount | 'omitted' | undefined {
  if (car === undefined) return undefined;
  if (omitIf && holds(omitIf, car, year) === true) return 'omitted';
  const own = carAmounts.find((row) => holds(row.if, car, year) === true);
  if (own) return { amount: own.amount, isAlternative: false };
  const isOther = alternative?.if && holds(alternative.if, car, year);
  if (!alternative || isOther === undefined) return undefined;
  return isOther && isStated(alternative, price)
    ? { amount: alternative.amount, isAlternative: true, why: `Because ${alternative.when}.` }
    : { isAlternative: true };
}

type Alternative = NonNullable<Figure['alternative']>;

function isStated({ priceBelow }: Alternative, price: Cents): boolean {
  return priceBelow === undefined || price < centsOf(priceBelow);
}

/** A line and what the totals need to know about it. */
export interface BuiltLine {
  line: CostLine;
  low: Cents;
  high: Cents;
  narrowing: readonly Narrowing[];
}

interface CentsRange {
  low: Cents;
  high: Cents;
  typical?: Cents;
}

function centsOfOutcome(outcome: RuleOutcome): CentsRange {
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

function ratesOf({ rates }: RuleOutcome): Pick<CostLine, 'rate' | 'rateRange'> | undefined {
  if (rates === undefined) return undefined;
  if (rates.low === rates.high) return { rate: percent(rates.low) };
  return { rateRange: { low: percent(rates.low), high: percent(rates.high) } };
}

function narrowingOf({ narrowing = [] }: RuleOutcome, line: string): readonly Narrowing[] {
  return narrowing.map(({ parameter, by }) => ({ parameter, line, byUpTo: dollars(roundToCents(by)) }));
}

function casesOf({ cases }: RuleOutcome): Pick<CostLine, 'cases'> | undefined {
  return cases && { cases: cases.map(({ when, outcome }) => ({ when, ...shown(centsOfOutcome(outcome)) })) };
}

function alternativeOf(
  { alternative }: Figure,
  base: Base,
  { low, high }: CentsRange,
): Pick<CostLine, 'alternative'> | undefined {
  if (alternative === undefined || !isStated(alternative, base.price)) return undefined;
  const cents = centsOfOutcome(evaluateRule(alternative.amount, base));
  // Nothing is another amount that is the same.
  if (cents.low === low && cents.high === high) return undefined;
  return { alternative: { ...shown(cents), why: `If ${alternative.when}.` } };
}

function sourceOf(key: string, jurisdiction: Jurisdiction): FigureSource {
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

/** The facts of a sale from which a line is computed. */
export interface Situation {
  base: Base;
  saleType: SaleType;
  tradeIn: Cents | undefined;
  familyGift: boolean;
}

const always = { category: 'tax', mandatory: true, frequency: 'once' } as const;

export function buildTax(
  figure: TaxFigure,
  jurisdiction: Jurisdiction,
  { base, saleType, tradeIn, familyGift }: Situation,
): BuiltLine | undefined {
  if (familyGift && jurisdiction.familyGift.exempt) return giftLine(figure, jurisdiction);
  const deducted = saleType === 'dealer' && figure.tradeIn?.credit === 'full' && tradeIn !== undefined;
  const taxed = deducted ? { ...base, taxable: base.taxable - tradeIn } : base;
  const basis = figure.basis && `The law taxes ${figure.basis}; the price given stands in for it.`;
  return buildLine(figure, jurisdiction, taxed, {
    ...always,
    notes: [figure.note, basis, tradeInNote(figure, saleType, tradeIn, base.price)],
    alternative: partialCredit(figure, base, saleType, tradeIn),
  });
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
  base: Base,
  saleType: SaleType,
  tradeIn: Cents | undefined,
): Pick<CostLine, 'alternative'> | undefined {
  if (saleType !== 'dealer' || tradeIn === undefined || figure.tradeIn?.credit !== 'partial')
    return undefined;
  const { deductAtMost } = figure.tradeIn;
  const credit = deductAtMost === undefined ? tradeIn : Math.min(tradeIn, centsOf(deductAtMost));
  const cents = centsOfOutcome(evaluateRule(figure.amount, { ...base, taxable: base.taxable - credit }));
  return {
    alternative: {
      ...shown(cents),
      why: `With ${moneyText(credit)} of the trade-in deducted, as the law allows.`,
    },
  };
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
}

export function buildFee(figure: FeeFigure, jurisdiction: Jurisdiction, base: Base): BuiltFee | undefined {
  const open = openFor(figure, base);
  if (open === 'not due') return undefined;
  const built = buildLine(figure, jurisdiction, base, particularsOf(figure, open));
  if (built === undefined) return undefined;
  return {
    ...built,
    narrowing: [...built.narrowing, ...dueNarrowingOf(figure, open, base, built.high)],
    sometimes: figure.onlyIn !== undefined || (open.when && figure.onlyWhen !== undefined),
    onlyFor: open.fuel ? figure.onlyFor?.fuel : undefined,
  };
}

function openFor({ onlyFor, onlyIf }: FeeFigure, { car = {}, year = 0 }: Base): Open | 'not due' {
  const ofFuel = onlyFor && holds({ fuel: onlyFor.fuel }, car, year);
  const ofCar = onlyIf && holds(onlyIf, car, year);
  if (ofFuel === false || ofCar === false) return 'not due';
  return { when: ofCar !== true, fuel: ofFuel !== true };
}

/** A line that is not due costs nothing: knowing that takes away all of it. */
function dueNarrowingOf(
  { id, onlyFor, onlyIf, optional }: FeeFigure,
  open: Open,
  { car }: Base,
  high: Cents,
): Narrowing[] {
  if (optional || high === 0) return [];
  const parameters = new Set([
    ...(onlyFor && open.fuel ? (['fuel'] as const) : []),
    ...(onlyIf && open.when ? parametersOf(onlyIf) : []),
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
    onlyIn && `in ${onlyIn}`,
  ].filter((part) => typeof part === 'string');
  return conditions.length === 0 ? undefined : conditions.join(', ');
}

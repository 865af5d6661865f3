import { type Fuel, holds, isOpen, parametersOf } from './car.ts';
import type { FeeFigure, FigureSource, Jurisdiction, SaleType, TaxFigure } from './jurisdiction-schema.ts';
import { type Cents, centsOf, dollars, moneyText, percent, roundToCents } from './money.ts';
import type { CostLine, Narrowing } from './published.ts';
import { compileRule } from './rules/compile-rule.ts';
import type { Base, CompiledRule, RuleOutcome } from './rules/rule.ts';

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

/** The frame of every line: its amount, how it came about, and where the figure is from. */
function compileFigure(figure: TaxFigure | FeeFigure, jurisdiction: Jurisdiction) {
  const rule = compileRule(figure.amount);
  const alternative = compileAlternative(figure);
  const ofCar = compileCarAmounts(figure);
  const source = sourceOf(figure.source, jurisdiction);
  const open = compileOpenAmounts(figure);
  return {
    rule,
    build(
      base: Base,
      { condition, optional, notes, category, mandatory, frequency, alternative: other }: Particulars,
    ): BuiltLine | undefined {
      const own = base.car === undefined ? undefined : ofCar(base);
      if (own === 'omitted') return undefined;
      const outcome = (own?.rule ?? rule).evaluate(base);
      const due = centsOfOutcome(outcome);
      if (figure.omitWhenZero && due.high === 0) return undefined;
      // A line that may not be due begins at nothing; what it costs when it is due stands in its cases.
      const cents = condition === undefined ? due : { low: 0, high: due.high };
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
          ...(own?.isAlternative ? undefined : (other ?? alternative?.(base, cents))),
          source,
          confidence: figure.confidence,
          asOf: figure.asOf,
        },
        low: due.low,
        high: due.high,
        narrowing: own?.rule
          ? narrowingOf(outcome, figure.id)
          : open(base, due, narrowingOf(outcome, figure.id)),
      };
    },
  };
}

/** With what would decide whether the line has an amount of this car's own: that may leave nothing open. */
function compileOpenAmounts({ id, carAmounts = [] }: TaxFigure | FeeFigure) {
  return ({ car, year = 0 }: Base, { low, high }: CentsRange, found: readonly Narrowing[]) => {
    if (low === high || carAmounts.length === 0) return found;
    const said = new Set(found.map(({ parameter }) => parameter));
    const parameters = new Set(
      carAmounts
        .filter((row) => holds(row.if, car ?? {}, year) === undefined)
        .flatMap((row) => parametersOf(row.if))
        .filter((parameter) => isOpen(parameter, car) && !said.has(parameter)),
    );
    const added = [...parameters].map((parameter) => ({ parameter, line: id, byUpTo: dollars(high - low) }));
    return [...found, ...added];
  };
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
  /** Replaces the rule of the figure. */
  rule?: CompiledRule;
  /** True where the alternative is the amount of this car, or is surely not. */
  isAlternative: boolean;
  why?: string;
}

/** Finds the amount of a figure for this very car; undefined where nothing is known of it, or the figure does not ask. */
function compileCarAmounts(figure: TaxFigure | FeeFigure) {
  const { alternative, carAmounts = [], omitIf } = figure;
  const amounts = carAmounts.map((row) => ({ condition: row.if, rule: compileRule(row.amount) }));
  const other = alternative?.if && {
    condition: alternative.if,
    rule: compileRule(alternative.amount),
    below: alternative.priceBelow === undefined ? Number.POSITIVE_INFINITY : centsOf(alternative.priceBelow),
    why: `Because ${alternative.when}.`,
  };
  if (amounts.length === 0 && other === undefined && omitIf === undefined) return () => undefined;
  return ({ car, year = 0, price }: Base): OwnAmount | 'omitted' | undefined => {
    if (car === undefined) return undefined;
    if (omitIf && holds(omitIf, car, year) === true) return 'omitted';
    const own = amounts.find(({ condition }) => holds(condition, car, year) === true);
    if (own) return { rule: own.rule, isAlternative: false };
    const isOther = other && holds(other.condition, car, year);
    if (!other || isOther === undefined) return undefined;
    return isOther && price < other.below
      ? { rule: other.rule, isAlternative: true, why: other.why }
      : { isAlternative: true };
  };
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

const nothing: readonly Narrowing[] = [];

function narrowingOf({ narrowing }: RuleOutcome, line: string): readonly Narrowing[] {
  if (narrowing === undefined) return nothing;
  return narrowing.map(({ parameter, by }) => ({ parameter, line, byUpTo: dollars(roundToCents(by)) }));
}

function casesOf({ cases }: RuleOutcome): Pick<CostLine, 'cases'> | undefined {
  return cases && { cases: cases.map(({ when, outcome }) => ({ when, ...shown(centsOfOutcome(outcome)) })) };
}

function compileAlternative(figure: TaxFigure | FeeFigure) {
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

export type CompiledTax = ReturnType<typeof compileTax>;

const always = { category: 'tax', mandatory: true, frequency: 'once' } as const;

export function compileTax(figure: TaxFigure, jurisdiction: Jurisdiction) {
  const { rule, build } = compileFigure(figure, jurisdiction);
  const basis = figure.basis && `The law taxes ${figure.basis}; the price given stands in for it.`;
  const gift = giftLine(figure, jurisdiction);
  return {
    localRates: rule.localRates,
    build({ base, saleType, tradeIn, familyGift }: Situation): BuiltLine | undefined {
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

export interface BuiltFee extends BuiltLine {
  /** True where it is open whether the fee is due, apart from the fuel. */
  sometimes: boolean;
  /** The fuels for which it is due, where that is open. */
  onlyFor: readonly Fuel[] | undefined;
}

export type CompiledFee = ReturnType<typeof compileFee>;

/** The conditions of a fee that are open for a car. */
interface Open {
  when: boolean;
  fuel: boolean;
}

export function compileFee(figure: FeeFigure, jurisdiction: Jurisdiction) {
  const { build } = compileFigure(figure, jurisdiction);
  return {
    figure,
    build(base: Base): BuiltFee | undefined {
      const open = openFor(figure, base);
      if (open === 'not due') return undefined;
      const built = build(base, particularsOf(figure, open));
      if (built === undefined) return undefined;
      return {
        ...built,
        narrowing: [...built.narrowing, ...dueNarrowingOf(figure, open, base, built.high)],
        sometimes: figure.onlyIn !== undefined || (open.when && figure.onlyWhen !== undefined),
        onlyFor: open.fuel ? figure.onlyFor?.fuel : undefined,
      };
    },
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

import {
  type CarFacts,
  type CarParameter,
  type Condition,
  type Fuel,
  holds,
  isOpen,
  parametersOf,
} from './car.ts';
import { type TaxedAmount, taxedAmount, taxedRange, valuesOfPrice } from './guide-value.ts';
import type {
  Confidence,
  FeeFigure,
  FigureSource,
  Jurisdiction,
  SaleType,
  TaxFigure,
} from './jurisdiction-schema.ts';
import { type Cents, centsOf, dollars, moneyText, percent, roundToCents } from './money.ts';
import type { CostLine, Narrowing } from './published.ts';
import type { AmountRule } from './rule-schema.ts';
import { widestNarrowing } from './rules/cases.ts';
import { evaluateRule, localRatesOf } from './rules/evaluate-rule.ts';
import type { Base, RuleOutcome } from './rules/rule.ts';

/** The parts of a line that do not follow from its figure alone. */
interface Particulars extends Pick<CostLine, 'category' | 'mandatory' | 'frequency'> {
  /** The case in which the line is due, where the query does not say whether it is. */
  condition?: string | undefined;
  /** Left out of every total. */
  optional?: boolean | undefined;
  chargedBy?: 'dealer' | undefined;
  /** Billed by a town or county for the months that are left of its year. */
  isForAPart?: boolean | undefined;
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
  { condition, optional, isForAPart, notes, alternative, ...particulars }: Particulars,
): BuiltLine | undefined {
  const own = ownAmountOf(figure, base);
  if (own === undefined) return undefined;
  const ofKind = ofOtherKind(figure, particulars.category, base);
  const outcome = widened(outcomeOf(own, base), ofKind);
  const due = centsOfOutcome(outcome);
  if (figure.omitWhenZero && due.high === 0) return undefined;
  // A line that may not be due begins at nothing; what it costs when it is due stands in its cases.
  const cents = condition === undefined ? due : { low: 0, high: due.high };
  const { category, mandatory, frequency, chargedBy } = particulars;
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
      ...(chargedBy && { chargedBy }),
      mandatory,
      frequency,
      // Bounds that merely round to the same cent are not known.
      known:
        !optional &&
        !isForAPart &&
        condition === undefined &&
        base.taxed === undefined &&
        outcome.low === outcome.high,
      ...noteOf(ofKind?.why, outcome.text && sentence(outcome.text), own.why, ...notes),
      ...(own.isDecided ? undefined : (alternative ?? alternativeOf(figure, base, cents))),
      source: sourceOf(figure.source, jurisdiction),
      confidence: ofKind ? 'low' : confidenceOf(figure, own, base),
      asOf: figure.asOf,
      verifiedOn: figure.verifiedOn ?? null,
    },
    low: due.low,
    high: due.high,
    ...(condition === undefined && !isForAPart && { typical: typicalOf(due) }),
    narrowing: withOpenAmounts(narrowing, figure.id, own, due),
  };
}

const weakest: readonly Confidence[] = ['high', 'medium', 'low'];

/** A tax is as sure as the local rate in it. */
function confidenceOf({ confidence }: Figure, { amount }: OwnAmount, { localRates }: Base): Confidence {
  const ofRate = localRates?.confidence;
  if (ofRate === undefined || localRatesOf(amount) === undefined) return confidence;
  return weakest.indexOf(ofRate) > weakest.indexOf(confidence) ? ofRate : confidence;
}

interface OtherKind {
  /** The shares of a car's figure between which that of the vehicle is taken to lie. */
  from: number;
  to: number;
  why: string;
}

/** The dearest registration of trucks up to a rating, in those of cars: states charge trucks by weight. */
const truckShares = [
  { upToLb: 6_000, to: 2 },
  { upToLb: 8_500, to: 4 },
] as const;
const HEAVY_SHARE = 6;

/** Figures are those of passenger cars: for another vehicle a registration without rows of its own is a range. */
function ofOtherKind(
  figure: Figure,
  category: CostLine['category'],
  { car = {}, year = 0 }: Base,
): OtherKind | undefined {
  const { kind = 'car', gvwrLb } = car;
  if (kind === 'car') return undefined;
  const isOwn = (row: { if: Condition }) => row.if.kind?.includes(kind) && holds(row.if, car, year) !== false;
  if (figure.carAmounts?.some(isOwn)) return undefined;
  const isRegistration = category === 'registration' && /registration|license-fees/.test(figure.id);
  const whatIsOpen = (what: string, from: number, to: number) => ({
    from,
    to,
    why: `What ${what} pay is not known here: the range is from ${from === 0 ? 'nothing' : 'half'} to ${to === 1 ? 'all' : `${to} times`} of what a car pays.`,
  });
  if (kind === 'motorcycle')
    return isRegistration || category === 'inspection' ? whatIsOpen('motorcycles', 0, 1) : undefined;
  if (!isRegistration) return undefined;
  if (kind === 'other') return whatIsOpen('such vehicles', 0, HEAVY_SHARE);
  const heaviest = gvwrLb?.[1] ?? Number.POSITIVE_INFINITY;
  const share = truckShares.find(({ upToLb }) => heaviest <= upToLb);
  return whatIsOpen('trucks of this weight', 0.5, share?.to ?? HEAVY_SHARE);
}

function widened(outcome: RuleOutcome, kind: OtherKind | undefined): RuleOutcome {
  if (kind === undefined || outcome.high === 0) return outcome;
  const { rates: _, cases: __, typical: ___, ...rest } = outcome;
  return { ...rest, low: outcome.low * kind.from, high: outcome.high * kind.to };
}

/** The bounds over the amounts that the car may have and the values that a guide may give it. */
function outcomeOf({ amount, others }: OwnAmount, base: Base): RuleOutcome {
  const usual = overValues(amount, base);
  if (others.length === 0) return usual;
  const outcomes = others.map((other) => overValues(other, base));
  const low = Math.min(usual.low, ...outcomes.map((outcome) => outcome.low));
  const high = Math.max(usual.high, ...outcomes.map((outcome) => outcome.high));
  const narrowing = widestNarrowing([usual, ...outcomes]);
  if (low === usual.low && high === usual.high) return { ...usual, narrowing };
  const { rates: _, cases: __, typical = usual.low === usual.high ? usual.low : undefined, ...rest } = usual;
  const text = rest.text === undefined ? undefined : `mostly ${rest.text}`;
  return {
    ...rest,
    low,
    high,
    narrowing,
    ...(typical !== undefined && { typical }),
    ...(text !== undefined && { text }),
  };
}

function overValues(rule: AmountRule, base: Base): RuleOutcome {
  const outcome = evaluateRule(rule, base);
  if (base.taxed === undefined) return outcome;
  const [from, to] = [base.taxed.low, base.taxed.high].map((taxable) =>
    evaluateRule(rule, { ...base, taxable }),
  );
  if (from === undefined || to === undefined || to.high === from.low) return outcome;
  const {
    cases: _,
    rates,
    typical = outcome.low === outcome.high ? outcome.low : undefined,
    ...rest
  } = outcome;
  const isOneRate = rates?.low === from.rates?.low && rates?.high === to.rates?.high;
  return {
    ...rest,
    ...(isOneRate && rates && { rates }),
    ...(typical !== undefined && { typical }),
    low: from.low,
    high: to.high,
    narrowing: [...(to.narrowing ?? []), { parameter: 'book_value', by: to.low - from.low }],
  };
}

/** Adds what would decide which amount the car has: that may leave nothing open. */
function withOpenAmounts(
  found: readonly Narrowing[],
  id: string,
  { open }: OwnAmount,
  { low, high }: CentsRange,
): readonly Narrowing[] {
  if (low === high || open.length === 0) return found;
  const said = new Set(found.map(({ parameter }) => parameter));
  return [
    ...found,
    ...open
      .filter((parameter) => !said.has(parameter))
      .map((parameter) => ({ parameter, line: id, byUpTo: dollars(high - low) })),
  ];
}

/** The rate, and what it is taken of. A tax states what it is taken of even where no one rate holds. */
function shareOf(
  category: CostLine['category'],
  outcome: RuleOutcome,
  base: Base,
): Pick<CostLine, 'rate' | 'rateRange' | 'taxableAmount' | 'taxableRange'> {
  const isShare = category === 'tax' || outcome.rates !== undefined;
  return {
    ...ratesOf(outcome),
    ...(isShare && outcome.high > 0 && taxableOf(base)),
  };
}

function taxableOf({ taxable, taxed }: Base): Pick<CostLine, 'taxableAmount' | 'taxableRange'> {
  if (taxed === undefined) return { taxableAmount: dollars(taxable) };
  return { taxableRange: { low: dollars(taxed.low), high: dollars(taxed.high) } };
}

function conditionalCases(condition: string, due: CentsRange, outcome: RuleOutcome): Pick<CostLine, 'cases'> {
  const inner = casesOf(outcome)?.cases?.map((row) => ({ ...row, when: `${condition}: ${row.when}` }));
  return { cases: [...(inner ?? [{ when: condition, ...shown(due) }]), { when: 'otherwise', amount: 0 }] };
}

interface OwnAmount {
  amount: AmountRule;
  /** What the car may have instead, for all that is known of it. */
  others: readonly AmountRule[];
  /** The parameters that would tell. */
  open: readonly CarParameter[];
  /** True where the alternative is the amount of this car, or is surely not. */
  isDecided: boolean;
  why?: string;
}

/** Finds the amounts that a figure may have for this very car; undefined where its line is not due. */
function ownAmountOf(figure: Figure, { car = {}, year = 0, price }: Base): OwnAmount | undefined {
  const { amount, alternative, carAmounts = [], omitIf } = figure;
  const others: AmountRule[] = [];
  const open = new Set<CarParameter>();
  const leaveOpen = (condition: Condition, other: AmountRule) => {
    others.push(other);
    for (const parameter of parametersOf(condition)) if (isOpen(parameter, car)) open.add(parameter);
  };
  const found = (sure: Pick<OwnAmount, 'amount' | 'isDecided' | 'why'>) => ({
    ...sure,
    others,
    open: [...open],
  });
  if (omitIf) {
    const isOmitted = holds(omitIf, car, year);
    if (isOmitted) return undefined;
    if (isOmitted === undefined) leaveOpen(omitIf, 0);
  }
  for (const row of carAmounts) {
    const isOwn = holds(row.if, car, year);
    if (isOwn) return found({ amount: row.amount, isDecided: false });
    if (isOwn === undefined) leaveOpen(row.if, row.amount);
  }
  if (alternative?.if === undefined) return found({ amount, isDecided: false });
  const isOther = holds(alternative.if, car, year);
  const isHere = isStated(alternative, price);
  if (isOther === undefined) {
    if (isHere) leaveOpen(alternative.if, alternative.amount);
    return found({ amount, isDecided: false });
  }
  return isOther && isHere
    ? found({ amount: alternative.amount, isDecided: true, why: `Because ${alternative.when}.` })
    : found({ amount, isDecided: true });
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
  /** What most buyers pay; left out where that is not known. */
  typical?: Cents | undefined;
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

const typicalOf = ({ low, high, typical }: CentsRange) => (low === high ? low : typical);

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
  // What the law deducts in part may be less for a buyer: both amounts are possible.
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
  return {
    ...built,
    narrowing: [...built.narrowing, ...dueNarrowingOf(figure, open, base, built.high)],
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

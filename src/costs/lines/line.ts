import { type CarParameter, type Condition, holds, isOpen, parametersOf } from '../car.ts';
import type { Confidence, FeeFigure, FigureSource, Jurisdiction, TaxFigure } from '../jurisdiction-schema.ts';
import { type Cents, centsOf, dollars, percent, roundToCents } from '../money.ts';
import type { CostLine, Narrowing } from '../published.ts';
import type { AmountRule } from '../rule-schema.ts';
import { type Base, evaluateRule, localRatesOf, type RuleOutcome, widestNarrowing } from '../rules.ts';

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
export function buildLine(
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
    narrowing: withOpenAmounts(narrowing, figure.id, own, due, base),
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

/** Adds what would decide which amount the car has: of the range, the narrowest amount may stay open. */
function withOpenAmounts(
  found: readonly Narrowing[],
  line: string,
  { amount, others, open }: OwnAmount,
  { low, high }: CentsRange,
  base: Base,
): readonly Narrowing[] {
  const each = [amount, ...others].map((rule) => centsOfOutcome(overValues(rule, base)));
  const byUpTo = dollars(high - low - Math.min(...each.map((one) => one.high - one.low)));
  const said = new Set(found.map(({ parameter }) => parameter));
  const added = open.filter((parameter) => byUpTo > 0 && !said.has(parameter));
  return [...found, ...added.map((parameter) => ({ parameter, line, byUpTo }))];
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
  /** Values that the car may have instead, for all that is known of it. */
  others: readonly AmountRule[];
  /** The parameters that would tell. */
  open: readonly CarParameter[];
  /** True where the alternative is the amount of this car, or is surely not. */
  isDecided: boolean;
  why?: string;
}

/** Finds the amounts that a figure may have for this very car; undefined where its line is not due. */
export function ownAmountOf(figure: Figure, { car = {}, year = 0, price }: Base): OwnAmount | undefined {
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
  /** The amount that most buyers pay; left out where that is not known. */
  typical?: Cents | undefined;
  narrowing: readonly Narrowing[];
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

const typicalOf = ({ low, high, typical }: CentsRange) => (low === high ? low : typical);

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

export function sourceOf(key: string, jurisdiction: Jurisdiction): FigureSource {
  const source = jurisdiction.sources[key];
  if (source === undefined)
    throw new Error(`${jurisdiction.country}-${jurisdiction.code}: no source called ${key}`);
  return source;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function joined(...parts: readonly (string | undefined | false)[]): string | undefined {
  const present = parts.filter((part) => typeof part === 'string' && part !== '');
  return present.length === 0 ? undefined : present.join(' ');
}

function noteOf(...parts: readonly (string | undefined | false)[]): Pick<CostLine, 'note'> | undefined {
  const note = joined(...parts);
  return note === undefined ? undefined : { note };
}

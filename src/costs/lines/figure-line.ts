import { holds, isOpen, parametersOf } from '../car.ts';
import type { FeeFigure, FigureSource, Jurisdiction, TaxFigure } from '../jurisdiction-schema.ts';
import { type Cents, centsOf, dollars, percent, roundToCents } from '../money.ts';
import type { CostLine } from '../result-schema.ts';
import { compileRule } from '../rules/compile-rule.ts';
import type { Base, CompiledRule, RuleOutcome } from '../rules/rule.ts';

/** The parts of a line that do not follow from its figure alone. */
interface Particulars extends Pick<CostLine, 'category' | 'mandatory' | 'frequency'> {
  /** When the line is due, where the query does not say whether it is. */
  condition?: string | undefined;
  /** Left out of every total. */
  optional?: boolean | undefined;
  notes: readonly (string | undefined)[];
  /** In place of the alternative of the figure. */
  alternative?: Pick<CostLine, 'alternative'> | undefined;
}

interface CompiledFigure {
  rule: CompiledRule;
  build(base: Base, particulars: Particulars): BuiltLine | undefined;
}

/** The frame of every line: its amount, how it came about, and where the figure is from. */
export function compileFigure(figure: TaxFigure | FeeFigure, jurisdiction: Jurisdiction): CompiledFigure {
  const rule = compileRule(figure.amount);
  const alternative = compileAlternative(figure);
  const ofCar = compileCarAmounts(figure);
  const source = sourceOf(figure.source, jurisdiction);
  const open = compileOpenAmounts(figure);
  return {
    rule,
    build(base, { condition, optional, notes, category, mandatory, frequency, alternative: other }) {
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
  /** In place of the rule of the figure. */
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

/** By how much a line would get narrower if a parameter were given. */
export interface Narrowing {
  parameter: string;
  line: string;
  byUpTo: number;
}

interface CentsRange {
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

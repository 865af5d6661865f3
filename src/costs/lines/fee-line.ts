import { type Car, type CarParameter, type Fuel, holds, isOpen, parametersOf } from '../car.ts';
import type { FeeFigure, Jurisdiction } from '../jurisdiction-schema.ts';
import { dollars } from '../money.ts';
import type { AmountRule } from '../rule-schema.ts';
import type { Base } from '../rules/rule.ts';
import { compileFigure } from './figure-line.ts';
import { type BuiltLine, joined } from './line-parts.ts';

export interface BuiltFee extends BuiltLine {
  /** Whether it is open if the fee is due, apart from the fuel. */
  sometimes: boolean;
  /** The fuels for which it is due, where that is open. */
  onlyFor: readonly Fuel[] | undefined;
}

export interface CompiledFee {
  figure: FeeFigure;
  build(base: Base): BuiltFee | undefined;
}

/** Which of its conditions are open for a car. */
interface Open {
  when: boolean;
  fuel: boolean;
}

export function compileFee(figure: FeeFigure, jurisdiction: Jurisdiction): CompiledFee {
  const { build } = compileFigure(figure, jurisdiction);
  const variants: (Variant | undefined)[] = [];
  const variantFor = (open: Open): Variant => {
    const index = (open.when ? 2 : 0) + (open.fuel ? 1 : 0);
    const made = variants[index] ?? variantOf(figure, open);
    variants[index] = made;
    return made;
  };
  const inFull: Open = { when: true, fuel: true };
  const buildFor = (base: Base): BuiltFee | undefined => {
    const { car } = base;
    const open = car === undefined ? inFull : openFor(figure, car, base.year ?? 0);
    if (open === 'not due') return undefined;
    const { particulars, sometimes, onlyFor, parameters } = variantFor(open);
    const built = build(base, particulars);
    if (built === undefined) return undefined;
    const { line, low, high } = built;
    // A line that is not due costs nothing: knowing that takes away all of it.
    const narrowing =
      high === 0 || parameters.length === 0
        ? built.narrowing
        : [
            ...built.narrowing,
            ...parameters
              .filter((parameter) => isOpen(parameter, car))
              .map((parameter) => ({ parameter, line: figure.id, byUpTo: dollars(high) })),
          ];
    return { line, low, high, narrowing, sometimes, onlyFor };
  };
  if (followsSale(figure)) return { figure, build: buildFor };
  // The same for every sale of which no car is known: made once, and never changed.
  let usual: { built: BuiltFee | undefined } | undefined;
  return {
    figure,
    build(base) {
      if (base.car !== undefined && followsCar(figure)) return buildFor(base);
      usual ??= { built: unchangeable(buildFor(base)) };
      return usual.built;
    },
  };
}

function followsSale({ amount, alternative }: FeeFigure): boolean {
  return alternative !== undefined || ruleFollowsSale(amount);
}

function ruleFollowsSale(rule: AmountRule): boolean {
  if (typeof rule === 'number') return false;
  if (rule.atMostPercentOfPrice !== undefined) return true;
  if (rule.rule !== 'oneOf') return !['range', 'listPrice', 'perPound', 'byListPrice'].includes(rule.rule);
  const { cases, typicalPercent } = rule;
  return (
    typicalPercent !== undefined ||
    cases.some(({ percent, amount }) => percent !== undefined || ruleFollowsSale(amount ?? 0))
  );
}

function followsCar({ amount, carAmounts, omitIf, onlyFor, onlyIf }: FeeFigure): boolean {
  const isOfCar = typeof amount !== 'number' && amount.rule !== 'range';
  return isOfCar || [carAmounts, omitIf, onlyFor, onlyIf].some((condition) => condition !== undefined);
}

function unchangeable(built: BuiltFee | undefined): BuiltFee | undefined {
  if (built !== undefined) Object.freeze(built.line);
  return built;
}

/** All of a line that follows from which of its conditions are open. */
interface Variant {
  particulars: ReturnType<typeof particularsOf>;
  sometimes: boolean;
  onlyFor: readonly Fuel[] | undefined;
  /** Those that would say whether it is due. */
  parameters: readonly CarParameter[];
}

function variantOf(figure: FeeFigure, open: Open): Variant {
  const { onlyFor, onlyIf, onlyIn, onlyWhen, optional } = figure;
  const parameters = new Set([
    ...(onlyFor && open.fuel ? (['fuel'] as const) : []),
    ...(onlyIf && open.when ? parametersOf(onlyIf) : []),
  ]);
  return {
    particulars: particularsOf(figure, open),
    sometimes: onlyIn !== undefined || (open.when && onlyWhen !== undefined),
    onlyFor: open.fuel ? onlyFor?.fuel : undefined,
    parameters: optional ? [] : [...parameters],
  };
}

function openFor({ onlyFor, onlyIf }: FeeFigure, car: Car, year: number): Open | 'not due' {
  const ofFuel = onlyFor && holds({ fuel: onlyFor.fuel }, car, year);
  const ofCar = onlyIf && holds(onlyIf, car, year);
  if (ofFuel === false || ofCar === false) return 'not due';
  return { when: ofCar !== true, fuel: ofFuel !== true };
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

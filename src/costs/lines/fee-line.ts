import { type Fuel, holds, isOpen, parametersOf } from '../car.ts';
import type { FeeFigure, Jurisdiction } from '../jurisdiction-schema.ts';
import { type Cents, dollars } from '../money.ts';
import type { Base } from '../rules/rule.ts';
import { type BuiltLine, compileFigure, joined, type Narrowing } from './figure-line.ts';

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
  return {
    figure,
    build(base) {
      const open = openFor(figure, base);
      if (open === 'not due') return undefined;
      const built = build(base, particularsOf(figure, open));
      if (built === undefined) return undefined;
      return {
        ...built,
        narrowing: [...built.narrowing, ...narrowingOf(figure, open, base, built.high)],
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
function narrowingOf(
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

import { type CarFacts, type Fuel, holds, isOpen, parametersOf } from '../car.ts';
import type { FeeFigure, Jurisdiction } from '../jurisdiction-schema.ts';
import { type Cents, dollars } from '../money.ts';
import type { Narrowing } from '../published.ts';
import type { Base } from '../rules.ts';
import { type BuiltLine, buildLine, joined } from './line.ts';

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

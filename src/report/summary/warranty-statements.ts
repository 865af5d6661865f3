import type { Coverage } from '../../warranty/warranty.ts';
import { grouped } from '../wording.ts';
import type { Facts, Statement } from './statement.ts';

/** Long averages of US passenger cars; what this car was driven only its odometer tells. */
const TYPICAL_MILES_A_YEAR = 12_000;
const MONTH_MS = (365.25 / 12) * 86_400_000;

const told = [
  ['basic', 'basic'],
  ['powertrain', 'powertrain'],
  ['evBattery', 'traction-battery'],
] as const;

/** Which factory coverages may still run, by the age of the car and the mileage that is typical of it. */
export function warrantyStatements({ vehicle, warranty }: Facts, nowMs: number): Statement[] {
  if (warranty === null) return [];
  const age = ageOf(vehicle.modelYear, nowMs);
  return told.flatMap(([name, words]): Statement[] => {
    const coverage = warranty.coverages[name];
    if (coverage === null || !mayRun(coverage, age)) return [];
    return [
      {
        kind: 'warranty_may_run',
        level: 'note',
        statement: wording(coverage, words, age),
        section: 'warranty',
        item: name,
        pointer: `/warranty/coverages/${name}`,
      },
    ];
  });
}

interface Age {
  /** Sold on the first day on which cars of the model year are usual. */
  mostMonths: number;
  typicalMonths: number;
  /** Stood unsold until long after its model year. */
  leastMonths: number;
  typicalMiles: number;
}

function ageOf(modelYear: number, nowMs: number): Age {
  const monthsSince = (year: number, month: number) =>
    Math.max(0, (nowMs - Date.UTC(year, month, 1)) / MONTH_MS);
  const typicalMonths = monthsSince(modelYear, 0);
  return {
    mostMonths: monthsSince(modelYear - 1, 6),
    typicalMonths,
    leastMonths: monthsSince(modelYear + 1, 6),
    typicalMiles: Math.round((typicalMonths / 12) * TYPICAL_MILES_A_YEAR),
  };
}

/** A coverage that no later owner gets is nothing to a buyer of a used car. */
function mayRun({ months, miles, transferable }: Coverage, age: Age): boolean {
  const byAge = months === null || age.leastMonths < months;
  const byDistance = miles === null || age.typicalMiles < miles;
  return byAge && byDistance && transferable !== false;
}

function wording({ months, miles, transferable }: Coverage, words: string, age: Age): string {
  const term = `${months === null ? 'for life' : `${grouped(months)} months`} / ${miles === null ? 'any distance' : `${grouped(miles)} miles`}`;
  const sure =
    months === null || age.mostMonths < months
      ? 'by its age the car is still within it'
      : 'by its age the car may still be within it, depending on the day of its first sale';
  const distance =
    miles === null
      ? ''
      : `, and a typical car of this age has run about ${grouped(Math.round(age.typicalMiles / 1000) * 1000)} miles: compare the odometer`;
  const transfer = transferable === null ? ' Whether later owners get it is not established.' : '';
  return `The ${words} warranty as sold in the US was ${term}: ${sure}${distance}. Ask a dealer what remains.${transfer}`;
}

import { grouped } from '../../lib/wording.ts';
import { marketNames } from '../../warranty/find-entry.ts';
import type { RemainingCoverage, RemainingName } from '../../warranty/remaining-schema.ts';
import type { Facts, Statement } from './statement.ts';

/** Long averages of US passenger cars; what this car was driven only its odometer shows. */
const TYPICAL_MILES_A_YEAR = 12_000;
const YEAR_MS = 365.25 * 86_400_000;

const pointers: readonly (readonly [RemainingName, string])[] = [
  ['basic', 'basic'],
  ['powertrain', 'powertrain'],
  ['evBattery', 'evBattery'],
  ['emissionsMajorComponents', 'emissions/majorComponents'],
];

/** Which factory coverages may still run for who buys the car, by its age and the mileage that is typical of it. */
export function warrantyStatements({ vehicle, warranty }: Facts, nowMs: number): Statement[] {
  if (warranty === null) return [];
  const typicalMiles = typicalMilesOf(vehicle.modelYear, nowMs);
  return pointers.flatMap(([name, pointer]): Statement[] => {
    const left = warranty.remaining.coverages[name];
    if (left === null || left.state === 'ended' || (left.miles ?? Number.POSITIVE_INFINITY) <= typicalMiles)
      return [];
    return [
      {
        kind: 'warranty_may_run',
        level: 'note',
        statement: wording(left, marketNames[warranty.market], typicalMiles),
        section: 'warranty',
        item: name,
        pointer: `/warranty/coverages/${pointer}`,
      },
    ];
  });
}

function typicalMilesOf(modelYear: number, nowMs: number): number {
  const years = Math.max(0, (nowMs - Date.UTC(modelYear, 0, 1)) / YEAR_MS);
  return Math.round(years * TYPICAL_MILES_A_YEAR);
}

function wording({ sentence, miles }: RemainingCoverage, market: string, typicalMiles: number): string {
  const distance =
    miles === null
      ? ''
      : ` A typical car of this age has run about ${grouped(Math.round(typicalMiles / 1000) * 1000)} miles: compare the odometer.`;
  return `Factory warranty, as sold in ${market}. ${sentence}${distance} Ask a dealer what remains.`;
}

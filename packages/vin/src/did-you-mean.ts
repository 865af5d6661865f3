import type { VinEngine } from './engine.ts';
import { nearVins } from './near-vins.ts';
import { descriptorOf, wmiOf } from './vin-text.ts';

/** A car whose VIN a text may stand for. */
export interface MeantVin {
  vin: string;
  /** The VIN with brackets around what differs from the text; they are empty where a character was too many. */
  marked: string;
  year: string | undefined;
  make: string;
  model: string;
  errorCodes: readonly number[];
}

const MOST = 3;
/** The weight that makes a candidate less likely, in the measure of the mistakes that lead to it; with more than the most it is none. */
const WORSE = { unexplained: 1.5, corrected: 3, notOnEveryRoad: 1, old: 0.5, serialWithLetters: 0.8 };
const MOST_WORSE = 5;
const OLD_YEARS = 30;
const CHECK_DIGIT_WRONG = 1;
const UNEXPLAINED = 14;
const CORRECTED: readonly number[] = [2, 3, 4, 5];
const ON_EVERY_ROAD: readonly string[] = ['PASSENGER CAR', 'MULTIPURPOSE PASSENGER VEHICLE (MPV)', 'TRUCK'];
const ONLY_DIGITS = /^[0-9]{6}$/;

interface Car extends Omit<MeantVin, 'vin' | 'marked'> {
  worse: number;
}

/** Lists VINs that a text may stand for, at most three, likeliest first: the check digit fits, and the data knows the car. */
export function didYouMean(engine: VinEngine, text: string, { nowMs }: { nowMs: number }): MeantVin[] {
  const given = text.trim().toUpperCase();
  const found: (MeantVin & { cost: number })[] = [];
  /** Cars by the descriptor: of what differs in the serial number alone, one is decoded. */
  const cars = new Map<string, Car | undefined>();
  for (const { vin, marked, cost } of nearVins(text)) {
    // No decode makes a candidate likelier: nothing that follows can be among the best.
    if (cost > (found[MOST - 1]?.cost ?? Number.POSITIVE_INFINITY)) break;
    if (vin === given) continue;
    const car = carOf(vin);
    if (car === undefined || car.worse > MOST_WORSE) continue;
    const { worse, ...named } = car;
    found.push({ vin, marked, ...named, cost: cost + worse });
    found.sort((one, other) => one.cost - other.cost);
  }
  return found.slice(0, MOST).map(({ cost: _, ...meant }) => meant);

  function carOf(vin: string): Car | undefined {
    if (!ONLY_DIGITS.test(vin.slice(11))) return decoded(vin);
    const descriptor = descriptorOf(vin);
    if (!cars.has(descriptor)) cars.set(descriptor, decoded(vin));
    return cars.get(descriptor);
  }

  function decoded(vin: string): Car | undefined {
    if (engine.dataset.wmis.find(wmiOf(vin)) === undefined) return undefined;
    const { fields, errorCodes } = engine.decode(vin, { nowMs });
    const { ModelYear: year, Make: make, Model: model, VehicleType = '' } = fields;
    if (make === undefined || model === undefined || errorCodes.includes(CHECK_DIGIT_WRONG)) return undefined;
    const age = new Date(nowMs).getUTCFullYear() - Number(year ?? 0);
    const worse =
      (errorCodes.includes(UNEXPLAINED) ? WORSE.unexplained : 0) +
      (errorCodes.some((code) => CORRECTED.includes(code)) ? WORSE.corrected : 0) +
      (ON_EVERY_ROAD.includes(VehicleType) ? 0 : WORSE.notOnEveryRoad) +
      (age > OLD_YEARS ? WORSE.old : 0) +
      (ONLY_DIGITS.test(vin.slice(11)) ? 0 : WORSE.serialWithLetters);
    return { year, make, model, errorCodes, worse };
  }
}

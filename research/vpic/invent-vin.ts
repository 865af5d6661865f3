import { charactersOf, type Dataset, type Filing, filedKeysOf, type Manufacturer } from '@forecourt/vin';
import { checkDigitOf } from '@forecourt/vin/check-digit';

/** A whole number from zero up to the limit, the limit left out. */
export type Random = (limit: number) => number;

const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const FIRST_YEAR = 1980;
const LAST_YEAR = 2027;
const VIN_CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const TRIES = 8;

/** The same seed gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** A VIN with the right check digit, filled from the keys of one filing as far as they agree, by chance elsewhere. */
export function inventVin(
  dataset: Dataset,
  { wmi, isPassengerVehicle }: Manufacturer,
  { schema, firstYear, lastYear }: Filing,
  random: Random,
): string {
  const year = firstYear + random(Math.max(1, Math.min(lastYear, LAST_YEAR) - firstYear + 1));
  const keys = filedKeysOf(dataset, schema);
  const characters: (string | undefined)[] = [];
  for (let tries = 0; tries < TRIES && keys.length > 0; tries++) {
    for (const [place, allowed] of charactersOf(keys[random(keys.length)]?.key ?? '').entries()) {
      if (allowed !== undefined) characters[place] ??= allowed.charAt(random(allowed.length));
    }
  }
  const at = (place: number): string => characters[place] ?? VIN_CHARACTERS.charAt(random(33));
  const code = characters[6] ?? YEAR_CODES.charAt((year - FIRST_YEAR) % YEAR_CODES.length);
  const serial = String(random(100_000)).padStart(5, '0');
  const attributes = [0, 1, 2, 3, 4].map(at).join('');
  const placed = wmi.length === 6 ? `${wmi.slice(3)}${serial.slice(2)}` : `${characters[8] ?? '0'}${serial}`;
  return withCheckDigit(`${wmi.slice(0, 3)}${attributes}0${code}${at(7)}${placed}`, isPassengerVehicle);
}

export function withCheckDigit(vin: string, isPassengerVehicle: boolean): string {
  const digit = checkDigitOf(vin, isPassengerVehicle);
  return vin.slice(0, 8) + (/^[0-9X]$/.test(digit) ? digit : '0') + vin.slice(9);
}

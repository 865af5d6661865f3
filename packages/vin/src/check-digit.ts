/** The value of a character is its place here, of which the last digit counts; I, O and Q have none. */
const PLACES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const VALUES = new Int8Array(128).fill(-1);
for (const [at, character] of [...PLACES].entries())
  if (character !== '.') VALUES[character.charCodeAt(0)] = at % 10;
const WEIGHTS = Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2);
const DIGITS = '0123456789X';
const NINE = 0x39;
const NOT_A_YEAR = 'UZ0';
const YEAR_POSITION = 9;

/** Equal to no real check digit, though a `?` typed at position 9 compares equal, as with NHTSA. */
const UNDEFINED = '?';

/** Computes the digit of position 9, or `?` where a character has no place. `serialDigitsFrom` is the first position (1-based) that must be a digit. */
function computeCheckDigit(vin: string, serialDigitsFrom: number): string {
  if (NOT_A_YEAR.includes(vin.charAt(YEAR_POSITION))) return UNDEFINED;
  let sum = 0;
  for (let at = 0; at < 17; at++) {
    const code = vin.charCodeAt(at);
    const value = VALUES[code] ?? -1;
    if (value < 0 || (at + 1 >= serialDigitsFrom && code > NINE)) return UNDEFINED;
    sum += value * (WEIGHTS[at] ?? 0);
  }
  return DIGITS.charAt(sum % 11);
}

/** Computes the check digit of a full VIN. Passenger vehicles have digits from position 13, others from 14, low-volume makers from 15. */
export function checkDigitOf(vin: string, isPassengerVehicle: boolean): string {
  if (vin.length !== 17) return '';
  return computeCheckDigit(vin, vin[2] === '9' ? 15 : isPassengerVehicle ? 13 : 14);
}

/** Computes the stricter variant by which NHTSA tries corrections: digits from 13 whatever the vehicle. */
export function checkDigitForCorrection(vin: string): string {
  if (vin.length !== 17) return '';
  return computeCheckDigit(vin, vin[2] === '9' ? 15 : 13);
}

/** A character where it cannot stand. */
export interface InvalidCharacter {
  position: number;
  character: string;
}

const ANY = /[0-9A-HJ-NPR-Z*]/;
const DIGIT = /[0-9*]/;
const CHECK = /[0-9X*]/;
const YEAR = /[1-9A-HJ-NPR-TV-Y]/;
/** What most VINs are, seen at once. */
const PLAIN = /^[0-9A-HJ-NPR-Z]{8}[0-9X][1-9A-HJ-NPR-TV-Y][0-9A-HJ-NPR-Z]{2}[0-9]{5}$/;
const CHECK_POSITION = 9;
const YEAR_POSITION = 10;

/** Finds characters that no VIN has at their position. The serial number of a low-volume maker starts at 15, of a passenger vehicle at 13, of others at 14. */
export function scanCharacters(
  vin: string,
  isPassengerVehicle: boolean,
  skipsCheckDigit: boolean,
): InvalidCharacter[] {
  if (PLAIN.test(vin)) return [];
  const serialStart = vin[2] === '9' ? 15 : isPassengerVehicle ? 13 : 14;
  const invalid: InvalidCharacter[] = [];
  for (let position = 1; position <= vin.length; position++) {
    const character = vin.charAt(position - 1);
    if (position === CHECK_POSITION) {
      if (!skipsCheckDigit && !CHECK.test(character)) invalid.push({ position, character });
      continue;
    }
    const allowed = position === YEAR_POSITION ? YEAR : position < serialStart ? ANY : DIGIT;
    if (!allowed.test(character)) invalid.push({ position, character });
  }
  return invalid;
}

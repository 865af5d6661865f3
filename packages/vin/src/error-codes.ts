import type { DatasetHeader } from './container.ts';

/** NHTSA's error codes, each a bit, so that a set of them is a number. */
export const ERROR = {
  clean: 1 << 0,
  checkDigit: 1 << 1,
  correctedTo: 1 << 2,
  correctedByCheckDigit: 1 << 3,
  oneWrong: 1 << 4,
  severalWrong: 1 << 5,
  incomplete: 1 << 6,
  unregistered: 1 << 7,
  noDetail: 1 << 8,
  glider: 1 << 9,
  offRoad: 1 << 10,
  noYear: 1 << 11,
  otherYear: 1 << 12,
  unexplained: 1 << 14,
  invalidCharacters: 1 << 15,
} as const;

const INVALID_CHARACTERS_CODE = 400;

interface KnownErrors {
  /** The numbers in ascending order. */
  codes: readonly number[];
  list: string;
  texts: readonly { bit: number; text: string }[];
  /** The weight when passes are compared: never positive, the worse the lower. */
  weight: number;
}

export type ErrorTable = ReturnType<typeof createErrorTable>;

export function createErrorTable(rows: DatasetHeader['errorCodes']) {
  const known = rows
    .toSorted((a, b) => a.code - b.code)
    .map((row) => ({ ...row, bit: 1 << (row.code === INVALID_CHARACTERS_CODE ? 15 : row.code) }));
  const sets = new Map<number, KnownErrors>();
  return {
    /** Gives NHTSA's words and weight of a set of codes. */
    of(codes: number): KnownErrors {
      let set = sets.get(codes);
      if (set === undefined) {
        const found = known.filter(({ bit }) => (codes & bit) !== 0);
        set = {
          codes: found.map(({ code }) => code),
          list: found.map(({ code }) => code).join(','),
          texts: found.map(({ bit, text }) => ({ bit, text: text.trim() })),
          weight: found.reduce((sum, { weight }) => sum + weight, 0),
        };
        sets.set(codes, set);
      }
      return set;
    },
    /** Gives the longer explanation of a code, or ''. */
    detailOf: (bit: number) => known.find((row) => row.bit === bit)?.detail.trim() ?? '',
  };
}

/** The faults that one pass found, and the facts that their words depend on. */
export interface Findings {
  /** Bits of ERROR. */
  codes: number;
  unusedPositions: readonly number[];
  invalidCharacters: readonly InvalidCharacter[];
  isOffRoad: boolean;
  isCheckDigitException: boolean;
  isIncompleteVehicle: boolean;
  isYearConclusive: boolean;
}

const TEXT_LIMIT = 500;
/** The codes that a clean decode may have. */
const HARMLESS = ERROR.glider | ERROR.offRoad | ERROR.otherYear;

const OFF_ROAD_NOTE =
  ' NOTE: Disregard if this is an off-road vehicle PIN, as check digit calculation may not be accurate.';
const EXCEPTION_NOTE =
  ' NOTE: Check Digit Exception - The check digit was given an exception based on data from the OEM indicating an error on production.';
const INCOMPLETE_NOTE =
  'Incomplete Vehicle Warning - Please be advised that the vehicle may have been altered and may not be an accurate representation of the vehicle in its current condition.';
const YEAR_NOTE =
  'The Model Year decoded for this VIN may be incorrect. If you know the Model year, please enter it and decode again to get more accurate information.';

/** Adds the conclusions from the codes themselves: a clean decode, and one that is clean but for its missing model. */
export function concluded(codes: number, hasModel: boolean): number {
  const isClean = (codes & ~HARMLESS & ~ERROR.unexplained) === 0;
  if (!isClean) return codes;
  return codes | ERROR.clean | (hasModel ? 0 : ERROR.unexplained);
}

/** Puts the codes into NHTSA's words. */
export function errorText(table: ErrorTable, { codes, isOffRoad, isCheckDigitException }: Findings): string {
  let words = '';
  for (const { bit, text } of table.of(codes).texts) {
    words += words === '' ? text : `; ${text}`;
    if (bit === ERROR.checkDigit && isOffRoad) words += OFF_ROAD_NOTE;
    if (bit === ERROR.clean && isCheckDigitException) words += EXCEPTION_NOTE;
  }
  return words.slice(0, TEXT_LIMIT);
}

export function additionalText(table: ErrorTable, findings: Findings): string {
  const { codes, unusedPositions, invalidCharacters } = findings;
  let parts: string[] = [];
  const detail = table.detailOf(codes & ERROR.severalWrong || codes & ERROR.oneWrong);
  if (detail !== '') parts.push(detail);
  if ((codes & ERROR.unexplained) !== 0) {
    // @NOTE A decode that is clean but for its missing model names no positions, and loses what was said before.
    if (unusedPositions.length === 0) parts = [];
    else parts.push(`Unused position(s): ${unusedPositions.join(',')}.`);
  }
  if (invalidCharacters.length > 0) {
    const list = invalidCharacters.map(({ position, character }) => `${position}:${character}`);
    parts.push(`Invalid character(s): ${list.join(', ')}.`);
  }
  if (findings.isIncompleteVehicle) parts.push(INCOMPLETE_NOTE);
  if (!findings.isYearConclusive) parts.push(YEAR_NOTE);
  return parts.join(' ').slice(0, TEXT_LIMIT).trim();
}

/** A character where it cannot stand. */
export interface InvalidCharacter {
  position: number;
  character: string;
}

const ANY = /[0-9A-HJ-NPR-Z*]/;
const DIGIT = /[0-9*]/;
const CHECK = /[0-9X*]/;
const YEAR = /[1-9A-HJ-NPR-TV-Y]/;
/** Most VINs, seen at once. */
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

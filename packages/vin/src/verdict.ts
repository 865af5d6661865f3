import type { InvalidCharacter } from './character-scan.ts';
import { ERROR, type ErrorTable } from './error-codes.ts';

/** What one pass found wrong, and what its words depend on. */
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
/** Codes that say nothing against a clean decode. */
const HARMLESS = ERROR.glider | ERROR.offRoad | ERROR.otherYear;

const OFF_ROAD_NOTE =
  ' NOTE: Disregard if this is an off-road vehicle PIN, as check digit calculation may not be accurate.';
const EXCEPTION_NOTE =
  ' NOTE: Check Digit Exception - The check digit was given an exception based on data from the OEM indicating an error on production.';
const INCOMPLETE_NOTE =
  'Incomplete Vehicle Warning - Please be advised that the vehicle may have been altered and may not be an accurate representation of the vehicle in its current condition.';
const YEAR_NOTE =
  'The Model Year decoded for this VIN may be incorrect. If you know the Model year, please enter it and decode again to get more accurate information.';

/** Adds what follows from the codes themselves: a clean decode, and one that is clean but for its missing model. */
export function concluded(codes: number, hasModel: boolean): number {
  const isClean = (codes & ~HARMLESS & ~ERROR.unexplained) === 0;
  if (!isClean) return codes;
  return codes | ERROR.clean | (hasModel ? 0 : ERROR.unexplained);
}

/** The codes in NHTSA's words. */
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

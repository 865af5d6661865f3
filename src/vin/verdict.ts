import type { InvalidCharacter } from './character-scan.ts';
import type { DatasetHeader } from './container.ts';

/** Error codes of one pass, as NHTSA words them. */
export interface Verdict {
  codes: number[];
  text: string;
  additionalText: string;
}

export interface Findings {
  codes: ReadonlySet<number>;
  unusedPositions: readonly number[];
  invalidCharacters: readonly InvalidCharacter[];
  hasModel: boolean;
  isOffRoad: boolean;
  isCheckDigitException: boolean;
  isIncompleteVehicle: boolean;
  isYearConclusive: boolean;
}

const TEXT_LIMIT = 500;
const CLEAN = 0;
const UNEXPLAINED = 14;
/** Codes that say nothing against a clean decode. */
const HARMLESS: ReadonlySet<number> = new Set([9, 10, 12]);

const OFF_ROAD_NOTE =
  ' NOTE: Disregard if this is an off-road vehicle PIN, as check digit calculation may not be accurate.';
const EXCEPTION_NOTE =
  ' NOTE: Check Digit Exception - The check digit was given an exception based on data from the OEM indicating an error on production.';
const INCOMPLETE_NOTE =
  'Incomplete Vehicle Warning - Please be advised that the vehicle may have been altered and may not be an accurate representation of the vehicle in its current condition.';
const YEAR_NOTE =
  'The Model Year decoded for this VIN may be incorrect. If you know the Model year, please enter it and decode again to get more accurate information.';

export function reachVerdict(header: DatasetHeader, findings: Findings): Verdict {
  const codes = new Set(findings.codes);
  const weighty = [...codes].filter((code) => !HARMLESS.has(code));
  const isClean = weighty.length === 0 || (weighty.length === 1 && codes.has(UNEXPLAINED));
  if (isClean) codes.add(CLEAN);
  if (isClean && !findings.hasModel) codes.add(UNEXPLAINED);

  const known = header.errorCodes.filter(({ code }) => codes.has(code)).sort((a, b) => a.code - b.code);
  return {
    codes: known.map(({ code }) => code),
    text: known
      .map(({ code, text }) => (text.trim() + noteOf(code)).trim())
      .join('; ')
      .slice(0, TEXT_LIMIT),
    additionalText: additionalText(),
  };

  function noteOf(code: number): string {
    if (findings.isOffRoad && code === 1) return OFF_ROAD_NOTE;
    return findings.isCheckDigitException && code === CLEAN ? EXCEPTION_NOTE : '';
  }

  function additionalText(): string {
    let parts: string[] = [];
    const explained = codes.has(5) ? 5 : codes.has(4) ? 4 : undefined;
    const detail = header.errorCodes.find(({ code }) => code === explained)?.detail ?? '';
    if (detail !== '') parts.push(detail.trim());
    if (codes.has(UNEXPLAINED)) {
      // @NOTE A decode that is clean but for its missing model names no positions, and loses what was said before.
      if (findings.unusedPositions.length === 0) parts = [];
      else parts.push(`Unused position(s): ${findings.unusedPositions.join(',')}.`);
    }
    if (findings.invalidCharacters.length > 0) {
      const list = findings.invalidCharacters.map(({ position, character }) => `${position}:${character}`);
      parts.push(`Invalid character(s): ${list.join(', ')}.`);
    }
    if (findings.isIncompleteVehicle) parts.push(INCOMPLETE_NOTE);
    if (!findings.isYearConclusive) parts.push(YEAR_NOTE);
    return parts.join(' ').slice(0, TEXT_LIMIT).trim();
  }
}

/** What a set of codes weighs: never positive, the worse the lower. */
export function weightOf(header: DatasetHeader, codes: readonly number[]): number {
  return header.errorCodes.reduce((sum, { code, weight }) => (codes.includes(code) ? sum + weight : sum), 0);
}

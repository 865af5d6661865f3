import { checkDigitForCorrection } from './check-digit.ts';
import { ERROR } from './error-codes.ts';
import type { ValidCharacters } from './schema-characters.ts';
import { symbolOf, symbolText, UNDERSCORE } from './symbols.ts';

/** Wrong characters among those that the manufacturer chooses, and what they could be. */
export interface Correction {
  /** A bit of ERROR, or 0. */
  code: number;
  suggestedVin: string;
  possibleValues: string;
}

const UNKNOWN = '!';
export const NOTHING_WRONG: Correction = { code: 0, suggestedVin: '', possibleValues: '' };
/** `_` sorts before digits, as on SQL Server. */
const ORDER = [UNDERSCORE, ...Array.from({ length: UNDERSCORE }, (_, symbol) => symbol)];

/** Compares positions 4-14 (4-11 for low-volume makers), but not 9 and 10, with the characters that are known there. */
export function correctVin(vin: string, wmi: string, { words, start }: ValidCharacters): Correction {
  const last = Math.min(wmi.length === 6 ? 11 : 14, vin.length);
  const wrong: { position: number; possible: string }[] = [];
  for (let position = 4; position <= last; position++) {
    if (position === 9 || position === 10) continue;
    const low = words[start + 2 * (position - 4)] ?? 0;
    const high = words[start + 2 * (position - 4) + 1] ?? 0;
    if (low === 0 && high === 0) continue;
    const symbol = symbolOf(vin.charCodeAt(position - 1));
    const allowed = ((symbol < 32 ? low : high) >>> (symbol & 31)) & 1;
    if (allowed === 0) wrong.push({ position, possible: namesOf(low, high) });
  }
  const [first] = wrong;
  if (first === undefined) return NOTHING_WRONG;
  if (wrong.length > 1) {
    return {
      code: ERROR.severalWrong,
      suggestedVin: wrong.reduce((text, { position }) => replaceAt(text, position, UNKNOWN), vin),
      possibleValues: wrong.map(({ position, possible }) => `(${position}:${possible})`).join(''),
    };
  }
  return correctOne(vin, first.position, first.possible);
}

function correctOne(vin: string, position: number, possible: string): Correction {
  if (possible.length === 1) {
    return {
      code: ERROR.correctedTo,
      suggestedVin: replaceAt(vin, position, possible),
      possibleValues: `(${position}:${possible})`,
    };
  }
  const fitting = [...possible].filter((character) => {
    const candidate = replaceAt(vin, position, character);
    return candidate.charAt(8) === checkDigitForCorrection(candidate);
  });
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) {
    return {
      code: ERROR.correctedByCheckDigit,
      suggestedVin: replaceAt(vin, position, only),
      possibleValues: `(${position}:${only})`,
    };
  }
  return {
    code: ERROR.oneWrong,
    suggestedVin: replaceAt(vin, position, UNKNOWN),
    possibleValues: `(${position}:${possible})`,
  };
}

export function replaceAt(text: string, position: number, character: string): string {
  return text.slice(0, position - 1) + character + text.slice(position);
}

function namesOf(low: number, high: number): string {
  let names = '';
  for (const symbol of ORDER) {
    if ((((symbol < 32 ? low : high) >>> (symbol & 31)) & 1) === 1) names += symbolText(symbol);
  }
  return names;
}

import { checkDigitOf } from '@forecourt/vin/check-digit';
import { findVins, readable, withoutForbidden } from '@forecourt/vin/find-vins';
import { isFilledUp } from '../vehicle/built-for-europe.ts';

/** Help for a person who types or pastes a VIN, in this program and in the page alike. */
interface VinAdvice {
  /** The VIN that the text holds, or else what was typed in upper case, without blanks and hyphens. */
  vin: string;
  verdict: 'empty' | 'none' | 'several' | 'characters' | 'length' | 'digit' | 'europe' | 'fits';
  sentence: string;
  /** VINs of which one is surely meant: several that stand in the text, or one with letters that no VIN has. */
  suggestions: readonly string[];
}

const LENGTH = 17;
const LONGEST_TYPED = LENGTH + 1;
const CHECK_DIGIT_AT = 8;
const MOST_SUGGESTIONS = 3;
/** Words, or their label alone: no block of a VIN has four letters and nothing else. */
const NO_VIN = /^(?=.*\s)(?:[^0-9]*$|.*(?<![A-Z0-9])[A-Z]{4,}(?![A-Z0-9]))|^(?:VIN|NIV)[^A-Z0-9]*$/;
/** Letters that no VIN has. */
const NO_LETTERS = 'IOQ';

export function adviseOnVin(text: string): VinAdvice {
  const { fitting, closest } = findVins(text);
  const typed = readable(text).replace(/[\s.\-\u2010-\u2015_]/g, '');
  const vin = fitting[0] ?? ([...typed].length <= LONGEST_TYPED ? typed : closest);
  const count = [...vin].length;
  const advice = (verdict: VinAdvice['verdict'], sentence: string, suggestions: readonly string[] = []) => ({
    vin,
    verdict,
    sentence,
    suggestions,
  });
  if (typed === '') return advice('empty', '');
  if (fitting.length > 1)
    return advice('several', 'More than one VIN stands in this text.', fitting.slice(0, MOST_SUGGESTIONS));
  if (count === 0 || (vin === typed && count !== LENGTH && NO_VIN.test(readable(text).trim())))
    return advice('none', 'No VIN stands in this text.');
  const wrong = [...new Set(vin.replace(/[A-HJ-NPR-Z0-9]/g, ''))];
  const usual = withoutForbidden(vin);
  if (wrong.length > 0) return advice('characters', charactersSentence(wrong), isRight(usual) ? [usual] : []);
  if (count !== LENGTH) return advice('length', lengthSentence(count));
  if (isRight(vin)) return advice('fits', 'All 17 characters are there, and the check digit fits.');
  return isFilledUp(vin)
    ? advice('europe', 'All 17 characters are there. This car was built for Europe: there is no check digit.')
    : advice('digit', digitSentence(vin, checkDigitOf(vin, false)));
}

function isRight(vin: string): boolean {
  return vin.length === LENGTH && vin[CHECK_DIGIT_AT] === checkDigitOf(vin, false);
}

function charactersSentence(wrong: readonly string[]): string {
  const others = wrong.filter((character) => !NO_LETTERS.includes(character));
  if (others.length > 0)
    return `A VIN has only letters and digits, not ${others.map((character) => `“${character}”`).join(' or ')}.`;
  const words = wrong.map((letter) => `the letter ${letter} is ${letter === 'I' ? 'a one' : 'a zero'}`);
  return `No VIN has the letters I, O and Q: ${words.join(', and ')}.`;
}

function lengthSentence(count: number): string {
  return count < LENGTH
    ? `${count} of 17 characters.`
    : `${count} characters, and a VIN has 17: ${count - LENGTH === 1 ? 'one is' : `${count - LENGTH} are`} too many.`;
}

function digitSentence(vin: string, digit: string): string {
  const found = vin[CHECK_DIGIT_AT] ?? '';
  const first = 'The check digit does not fit, so that one character is probably misread.';
  return /[0-9X]/.test(digit)
    ? `${first} The ninth is ${found}, and the others ask for ${digit}.`
    : `${first} The last four are always digits, and the tenth is never U, Z or 0.`;
}

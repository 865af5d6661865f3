import { checkDigitOf } from '@forecourt/vin/check-digit';
import { nearVins } from '@forecourt/vin/near-vins';

/** Help for a person who types a VIN, in this program and in the page alike. */
interface VinAdvice {
  /** The text in upper case, without blanks and hyphens. */
  vin: string;
  verdict: 'empty' | 'characters' | 'length' | 'digit' | 'fits';
  sentence: string;
  /** VINs that look like this one and whose check digit fits, the likeliest first. */
  suggestions: readonly string[];
}

const LENGTH = 17;
const CHECK_DIGIT_AT = 8;
const MOST_SUGGESTIONS = 3;
/** Letters that no VIN has, and the digits that they are misread for. */
const NO_LETTERS: Readonly<Record<string, string>> = { O: '0', Q: '0', I: '1' };

export function adviseOnVin(text: string): VinAdvice {
  const vin = text.toUpperCase().replace(/[\s.\-–_]/g, '');
  const count = [...vin].length;
  const advice = (verdict: VinAdvice['verdict'], sentence: string, suggestions: readonly string[] = []) => ({
    vin,
    verdict,
    sentence,
    suggestions,
  });
  if (count === 0) return advice('empty', '');
  const wrong = [...new Set(vin.replace(/[A-HJ-NPR-Z0-9]/g, ''))];
  if (wrong.length > 0) return advice('characters', charactersSentence(wrong), likelyVins(text));
  if (count !== LENGTH) return advice('length', lengthSentence(count), likelyVins(text));
  const digit = checkDigitOf(vin, false);
  if (vin[CHECK_DIGIT_AT] === digit)
    return advice('fits', 'All 17 characters are there, and the check digit fits.');
  return advice('digit', digitSentence(vin, digit), likelyVins(text));
}

function charactersSentence(wrong: readonly string[]): string {
  const known = wrong.filter((character) => character in NO_LETTERS);
  if (known.length === wrong.length) {
    const words = known.map(
      (letter) => `the letter ${letter} is ${NO_LETTERS[letter] === '0' ? 'a zero' : 'a one'}`,
    );
    return `No VIN has the letters I, O and Q: ${words.join(', and ')}.`;
  }
  const others = wrong.filter((character) => !(character in NO_LETTERS));
  return `A VIN has only letters and digits, not ${others.map((character) => `“${character}”`).join(' or ')}.`;
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

function likelyVins(text: string): string[] {
  return nearVins(text)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ vin }) => vin);
}

import { checkDigitOf } from '@forecourt/vin/check-digit';

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
/** Characters that are mistaken for each other on glass, stamped steel and photographs. */
const LOOK_ALIKES = '0D 1L 1T 17 1J 2Z 3B 38 4A 5S 56 6G 8B CG EF HK MN PR UV VY XK'.split(' ');

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
  if (wrong.length > 0) return advice('characters', charactersSentence(wrong), withoutLetters(vin));
  if (count !== LENGTH) return advice('length', lengthSentence(count));
  const digit = checkDigitOf(vin, false);
  if (vin[CHECK_DIGIT_AT] === digit)
    return advice('fits', 'All 17 characters are there, and the check digit fits.');
  return advice('digit', digitSentence(vin, digit), likelyVins(vin));
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

function withoutLetters(vin: string): string[] {
  const mended = vin.replace(/[OQI]/g, (letter) => NO_LETTERS[letter] ?? letter);
  return mended !== vin && /^[A-HJ-NPR-Z0-9]{17}$/.test(mended) ? [mended] : [];
}

function likelyVins(vin: string): string[] {
  const fitting = [...misread(vin), ...swapped(vin), ...otherDigit(vin)].filter(
    (candidate) => candidate[CHECK_DIGIT_AT] === checkDigitOf(candidate, false),
  );
  return [...new Set(fitting)].slice(0, MOST_SUGGESTIONS);
}

/** Reads one character as another that looks like it. */
function misread(vin: string): string[] {
  return [...vin].flatMap((character, at) =>
    LOOK_ALIKES.filter((pair) => pair.includes(character)).map((pair) =>
      withCharacter(vin, at, pair.replace(character, '')),
    ),
  );
}

/** Swaps two neighbours that may be typed the wrong way round. */
function swapped(vin: string): string[] {
  return Array.from({ length: LENGTH - 1 }, (_, at) =>
    [vin.slice(0, at), vin[at + 1], vin[at], vin.slice(at + 2)].join(''),
  ).filter((candidate) => candidate !== vin);
}

function otherDigit(vin: string): string[] {
  const digit = checkDigitOf(vin, false);
  return /[0-9X]/.test(digit) ? [withCharacter(vin, CHECK_DIGIT_AT, digit)] : [];
}

function withCharacter(vin: string, at: number, character: string): string {
  return vin.slice(0, at) + character + vin.slice(at + 1);
}

import { checkDigitOf } from './check-digit.ts';

interface FoundVins {
  /** VINs in the order of the text, each once, whose check digit fits. */
  fitting: readonly string[];
  /** The text that comes closest to a VIN where none fits: all that was written, of a short text; empty where nothing does. */
  closest: string;
}

const LENGTH = 17;
const LONGEST = LENGTH + 1;
/** The part of a pasted text that is looked at. */
const LONGEST_TEXT = 4_000;
/** Blocks of characters that one VIN is written in. */
const MOST_BLOCKS = 8;
const FEWEST_DIGITS = 5;

/** Cyrillic and Greek letters, each above the character that it looks like. */
const FOREIGN = 'АВСЕНКМОРТУХЅЈІЗΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LOOKS_LIKE = 'ABCEHKMOPTYXSJI3ABEZHIKMNOPTYX';

/** Writes a text in the characters that were meant: upper case, without invisible ones, accents and look-alikes. */
export function readable(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .toUpperCase()
    .replace(/[Ѐ-ӿͰ-Ͽ]/g, (letter) => LOOKS_LIKE[FOREIGN.indexOf(letter)] ?? letter);
}

/** Finds the VINs in whatever was typed or pasted: a label, blanks and dashes, a whole listing or its link. */
export function findVins(text: string): FoundVins {
  const words =
    readable(text)
      .replace(/%[0-9A-F]{2}/g, ' ')
      .match(/[A-Z0-9]+/g) ?? [];
  const whole = words.join('');
  const runs = whole.length <= LONGEST ? [whole] : runsOf(words);
  for (const found of [words, runs, windowsOf(words)]) {
    const fitting = [...new Set(found.filter(isFitting))];
    if (fitting.length > 0) return { fitting, closest: '' };
  }
  if (whole.length <= LONGEST) return { fitting: [], closest: whole };
  const near = [...words.filter((word) => word.length === LENGTH), ...runs, ...words.filter(isNearlyAsLong)];
  return {
    fitting: [],
    closest: near.find((run) => isFitting(withoutForbidden(run))) ?? near.find(looksLikeVin) ?? '',
  };
}

/** Reads each letter that no VIN has as the digit that it looks like. */
export function withoutForbidden(text: string): string {
  return text.replace(/I/g, '1').replace(/[OQ]/g, '0');
}

function isFitting(run: string): boolean {
  return looksLikeVin(run) && run[8] === checkDigitOf(run, false);
}

/** Tells apart words and telephone numbers. */
function looksLikeVin(run: string): boolean {
  const digits = run.replace(/[^0-9]/g, '').length;
  return digits >= FEWEST_DIGITS && digits < run.length;
}

function isNearlyAsLong({ length }: string): boolean {
  return length === LENGTH - 1 || length === LENGTH + 1;
}

/** Joins neighbouring blocks that are as long as a VIN together; a word of four letters is no block of one. */
function runsOf(words: readonly string[]): string[] {
  return words.flatMap((_, first) => {
    let run = '';
    for (const word of words.slice(first, first + MOST_BLOCKS)) {
      if (/^[A-Z]{4,}$/.test(word)) return [];
      run += word;
      if (run.length >= LENGTH) break;
    }
    return run.length === LENGTH ? [run] : [];
  });
}

/** Cuts VINs out of words that are written together with them: what stands before and behind are letters alone. */
function windowsOf(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const before = /^[A-Z]*/.exec(word)?.[0].length ?? 0;
    const behind = /[A-Z]*$/.exec(word)?.[0].length ?? 0;
    const windows: string[] = [];
    for (
      let at = Math.max(0, word.length - behind - LENGTH);
      at <= before && at + LENGTH <= word.length;
      at++
    )
      windows.push(word.slice(at, at + LENGTH));
    return windows;
  });
}

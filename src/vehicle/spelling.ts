import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';

const words = z.array(z.string()).min(1);

const usualSpellingsSchema = z.strictObject({
  makes: words.describe('NHTSA writes makes in capitals. These do not follow the common rule.'),
  smallWords: words.describe('Words that stay small within a name.'),
  shortWords: words.describe('Without a vowel, but words and no abbreviations.'),
});

const spellings = onDemand(() => {
  const { makes, smallWords, shortWords } = readDataFile('names/usual-spellings.json', usualSpellingsSchema);
  return {
    makes: new Map(makes.map((make) => [make.toUpperCase(), make])),
    smallWords: new Set(smallWords),
    shortWords: new Set(shortWords),
  };
});

/** "MERCEDES-BENZ" -> "Mercedes-Benz", "BMW" -> "BMW". */
export function spellMake(make: string): string {
  return spellings().makes.get(make.toUpperCase()) ?? spellWords(make);
}

/** "UNITED STATES (USA)" -> "United States (USA)"; what is not all capitals is left alone. */
export function spellWords(text: string): string {
  if (text !== text.toUpperCase()) return text;
  return text.replace(/[\p{L}\d'’.&]+/gu, (word, at: number) => spellWord(word, at, text));
}

function spellWord(word: string, at: number, text: string): string {
  const { smallWords, shortWords } = spellings();
  const lower = word.toLowerCase();
  if (at > 0 && smallWords.has(lower) && text[at - 1] === ' ') return lower;
  const isAbbreviation = text[at - 1] === '(' || text[at - 1] === '[' || /\d|&|\..*\./.test(word);
  const isConsonants = word.length <= 4 && !/[AEIOUY]/.test(word);
  if (isAbbreviation || isConsonants) return shortWords.has(lower) ? capitalised(lower) : word;
  return capitalised(lower);
}

function capitalised(lower: string): string {
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

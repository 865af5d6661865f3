import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand, rememberShort } from '../lib/on-demand.ts';

/**
 * A name without case, accents, blanks and punctuation, and where its words began. The few thousand names of a make's
 * models are compared with each other again and again.
 */
const spellingOf = rememberShort((name) => {
  const text = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    // Lists mark rows they have replaced; the model is the same.
    .replace(/^REDUNDANT\s+/, '')
    .replaceAll('&', ' AND ')
    .trim();
  /** Offsets in `compact` at which the original had a blank or punctuation. */
  const breaks = new Set<number>();
  let compact = '';
  for (const character of text) {
    if (/[A-Z0-9+]/.test(character)) compact += character;
    else breaks.add(compact.length);
  }
  return { words: text.match(/[A-Z0-9+]+/g) ?? [], compact, breaks };
});

/** Equal keys are the same name but for case, accents, blanks and punctuation. */
export function spellingKey(name: string): string {
  return spellingOf(name).compact;
}

/** Finds what follows `base` in `name`, when `base` is its beginning; `glued` when no blank or hyphen stands between. */
export function remainderAfter(base: string, name: string): { rest: string; glued: boolean } | undefined {
  const longer = spellingOf(name);
  const shorter = spellingKey(base);
  if (shorter === '' || !longer.compact.startsWith(shorter)) return undefined;
  const glued = longer.compact.length > shorter.length && !longer.breaks.has(shorter.length);
  return { rest: longer.compact.slice(shorter.length), glued };
}

export function wordsOf(name: string): readonly string[] {
  return spellingOf(name).words;
}

/** Names without repetitions that differ only in spelling of case, blanks and punctuation. */
export function distinctNames(names: Iterable<string>): string[] {
  const byExactText = new Map<string, string>();
  for (const name of names) {
    const text = name.trim().toUpperCase();
    if (text !== '' && !byExactText.has(text)) byExactText.set(text, name.trim());
  }
  return [...byExactText.values()];
}

const words = z
  .array(z.string().regex(/^[A-Z0-9+]+$/))
  .min(1)
  .transform((list): ReadonlySet<string> => new Set(list));

const nameWordsSchema = z.strictObject({
  hybrid: words,
  plugIn: words,
  electric: words,
  mildHybrid: words.describe('Filed with the petrol cars.'),
  mercedesClasses: words,
  bodies: z.strictObject({
    open: words,
    coupe: words,
    sedan: words,
    hatchback: words,
    fastback: words,
    wagon: words,
    van: words,
    cargo: words,
    passenger: words,
    incomplete: words,
    pickup: words,
    suv: words,
    bus: words,
  }),
  cabs: z.strictObject({ regular: words, extended: words, crew: words, mega: words }),
  drives: z.strictObject({ all: words, two: words }),
  weights: words.describe('Every car of the model has it, or its weight class says so.'),
  unstated: words.describe('Versions of which a VIN says nothing.'),
  meaningless: words.describe('Say nothing of the version behind the name of a model.'),
});

/** Words of model names, in capitals, and what they say of a car. */
export const nameWords = onDemand(() => readDataFile('names/name-words.json', nameWordsSchema));

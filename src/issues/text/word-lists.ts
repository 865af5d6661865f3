import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';

const words = z.array(z.string().min(1)).min(1);

const wordListsSchema = z.strictObject({
  rewrites: z
    .array(z.tuple([z.string(), z.string()]))
    .describe('Spellings of one thing, as patterns over lower-case text, and how it is written here.'),
  synonyms: z.record(z.string(), words).describe('Words that stand for the word before them.'),
  fillers: words.describe(
    'Words between those that say something: "needed to be replaced" reads like "need replace".',
  ),
  suppositions: words.describe('Words behind which a sentence turns to what might happen.'),
  notParts: words.describe(
    'Happenings and places rather than parts: a complaint and a recall that share one share no part.',
  ),
  partEnds: words.describe('With one of these the name of a part ends.'),
  partPairs: words.describe('Names of parts that end with a word which elsewhere is none.'),
  notOfParts: words.describe('Words of no part: a phrase that holds one names none.'),
  partsLikeDeeds: words.describe(
    'Things whose names end as what happened does: no other such word is of a part.',
  ),
  notInTitles: words.describe('Words that no title may hold.'),
  brands: words.describe(
    'Makers, models and suppliers whose names are no other words: no title of a model may name them, and they name no person.',
  ),
  people: words.describe('Those about whom no title of a model may speak.'),
  bidding: words.describe('With one of these in front a title of a model tells somebody what to do.'),
  opinions: words.describe('Words that judge instead of naming what fails.'),
});

/** How owners write: data/lexicon/words.json. */
export const wordLists = onDemand(() => readDataFile('lexicon/words.json', wordListsSchema));

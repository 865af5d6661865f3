import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';

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

import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';

const words = z
  .array(z.string().regex(/^[A-Z0-9]+$/))
  .min(1)
  .transform((list): ReadonlySet<string> => new Set(list));

const nameWordsSchema = z.strictObject({
  hybrid: words,
  plugIn: words,
  electric: words,
  mildHybrid: words.describe('Filed with the petrol cars.'),
  mercedesClasses: words,
});

/** Words of model names, in capitals, and what they say of a car. */
export const nameWords = onDemand(() => readDataFile('names/name-words.json', nameWordsSchema));

import { readFileSync } from 'node:fs';
import { explainSchemaError } from '../lib/data-file.ts';
import { getOrInsert } from '../lib/on-demand.ts';
import { type Jurisdiction, jurisdictionSchema } from './jurisdiction-schema.ts';
import { type PlaceKey, placeKeys } from './places.ts';

/** The folder that ships with the package. */
export const costsFolder = new URL('../../data/costs/', import.meta.url);

export function jurisdictionFile({ country, code }: PlaceKey): URL {
  return new URL(`${country.toLowerCase()}/${code.toLowerCase()}.json`, costsFolder);
}

/** Reads every jurisdiction. A file that is missing or wrong stops the start, naming itself and the fault. */
export function loadJurisdictions(): Jurisdiction[] {
  return placeKeys.map((place) => loadJurisdiction(place));
}

const loaded = new Map<string, Jurisdiction>();

/** Reads the file of one place, once: who only wants its name, in the middle of a request, need not read it again. */
export function loadJurisdiction(place: PlaceKey): Jurisdiction {
  const file = jurisdictionFile(place);
  return getOrInsert(loaded, file.href, () => read(file));
}

function read(file: URL): Jurisdiction {
  const parsed = jurisdictionSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file.pathname}: ${explainSchemaError(parsed.error).join('; ')}`);
  return parsed.data;
}

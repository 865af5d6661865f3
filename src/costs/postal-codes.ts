import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { type FoundPlace, findPlaceOf, postalIndexOf } from './find-postal-place.ts';
import { postalCodes, source } from './jurisdiction-schema.ts';
import { jurisdictionFile } from './load-jurisdictions.ts';
import { type PlaceKey, placeKeys } from './places.ts';

const tableSchema = z.strictObject({
  sources: z.record(z.string(), source),
  elsewhere: z.record(z.string(), postalCodes).describe('What is none of the states'),
  asOf: z.iso.date(),
});

const ownCodes = z.object({ postalCodes });

/** Finds the place of a ZIP code or a Canadian postal code in upper case, in the data files. */
export function findPostalPlace(text: string): FoundPlace {
  return findPlaceOf(text, index);
}

/** Codes of what is none of the states, by its name. */
export const codesElsewhere = onDemand(() => readDataFile('costs/postal-codes.json', tableSchema).elsewhere);

const index = onDemand(() =>
  postalIndexOf([
    ...placeKeys.map((place) => [place, postalCodesOf(place)] as const),
    ...Object.entries(codesElsewhere()),
  ]),
);

/** Reads the postal codes alone of the file of a place: a query needs no figures to be understood. */
function postalCodesOf(place: PlaceKey): readonly string[] {
  return ownCodes.parse(JSON.parse(readFileSync(jurisdictionFile(place), 'utf8'))).postalCodes;
}

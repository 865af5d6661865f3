import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { cityKey } from './find-area.ts';
import { loadJurisdiction } from './load-jurisdictions.ts';
import { type Country, findPlace, type PlaceKey, placeKeys } from './places.ts';

/** Short forms that people write in place of the full name. */
const SHORT_NAMES: Readonly<Record<string, readonly [country: Country, code: string]>> = {
  newfoundland: ['CA', 'NL'],
  'newfoundland labrador': ['CA', 'NL'],
  'terre neuve': ['CA', 'NL'],
  labrador: ['CA', 'NL'],
  bc: ['CA', 'BC'],
  pei: ['CA', 'PE'],
  nwt: ['CA', 'NT'],
  dc: ['US', 'DC'],
  'washington dc': ['US', 'DC'],
  'washington state': ['US', 'WA'],
  'new york state': ['US', 'NY'],
};

const frenchNames = z.object({ costs: z.record(z.string(), z.string()) });

/** The states and provinces by their names in English and French, as `cityKey` writes them. */
export const namedRegions = onDemand((): ReadonlyMap<string, PlaceKey> => {
  const { costs: french } = readDataFile('words/fr-CA.json', frenchNames);
  const regions = new Map<string, PlaceKey>();
  for (const place of placeKeys) {
    const { name } = loadJurisdiction(place);
    regions.set(cityKey(name), place).set(cityKey(french[name] ?? name), place);
  }
  for (const [name, [country, code]] of Object.entries(SHORT_NAMES)) {
    const place = findPlace(country, code);
    if (place) regions.set(name, place);
  }
  return regions;
});

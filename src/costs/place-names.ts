import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { cityKey } from './find-area.ts';
import { loadJurisdiction } from './load-jurisdictions.ts';
import { type Country, countries, findPlace, type PlaceKey, placeKeys } from './places.ts';

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

const COUNTRIES: ReadonlyMap<string, Country> = new Map([
  ['canada', 'CA'],
  ['us', 'US'],
  ['usa', 'US'],
  ['united states', 'US'],
  ['united states of america', 'US'],
  ['etats unis', 'US'],
]);

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

/** Reads the code of a country, or of a place in it, from that or from a name; what is neither is for the checks to refuse. */
export function codeOfPlace(text: string, country?: Country): string {
  const code = text.trim().toUpperCase();
  if (country === undefined)
    return countries.find((one) => one === code) ?? COUNTRIES.get(cityKey(text)) ?? code;
  const named = findPlace(country, code) ?? namedRegions().get(cityKey(text));
  return named?.country === country ? named.code : code;
}

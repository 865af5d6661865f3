import { provinces, states } from './place-codes.ts';

export { provinces, states };

export const countries = ['CA', 'US'] as const;

export type Country = (typeof countries)[number];
type Province = (typeof provinces)[number];
type State = (typeof states)[number];
export type Currency = 'CAD' | 'USD';

/** One place of registration. */
export type PlaceKey = { country: 'CA'; code: Province } | { country: 'US'; code: State };

interface CountryFacts {
  name: string;
  currency: Currency;
  codes: readonly string[];
  /** The parameter that names the place. */
  placeParameter: 'province' | 'state';
  placeWord: string;
  /** All of them, counted. */
  placesWords: string;
  postalCodeWords: string;
  /** The parameters that only this country has. */
  ownParameters: readonly string[];
}

/** The differences between countries apart from the figures, which stand in data/costs. */
export const countryFacts: Record<Country, CountryFacts> = {
  CA: {
    name: 'Canada',
    currency: 'CAD',
    codes: provinces,
    placeParameter: 'province',
    placeWord: 'Province or territory',
    placesWords: `${provinces.length} provinces and territories`,
    postalCodeWords: 'a Canadian postal code',
    ownParameters: ['province', 'family_gift', 'buyer_has_plates'],
  },
  US: {
    name: 'United States',
    currency: 'USD',
    codes: states,
    placeParameter: 'state',
    placeWord: 'State',
    placesWords: `${states.length - 1} states and DC`,
    postalCodeWords: 'a ZIP code',
    ownParameters: ['state', 'city', 'local_rate'],
  },
};

export const placeKeys: readonly PlaceKey[] = [
  ...provinces.map((code) => ({ country: 'CA', code }) as const),
  ...states.map((code) => ({ country: 'US', code }) as const),
];

export function findPlace(country: string, code: string | undefined): PlaceKey | undefined {
  return placeKeys.find((key) => key.country === country && key.code === code);
}

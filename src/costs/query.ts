import { z } from 'zod';
import { listed } from '../lib/wording.ts';
import { vinPattern, vinText } from '../vehicle/vin-schema.ts';
import { cityKey, findArea } from './find-area.ts';
import { isPostalCode, postalCodePattern } from './find-postal-place.ts';
import { saleType } from './jurisdiction-schema.ts';
import { localAreas } from './local-areas.ts';
import { namedRegions } from './place-names.ts';
import {
  type Country,
  countries,
  countryFacts,
  findPlace,
  type PlaceKey,
  provinces,
  states,
} from './places.ts';
import { findPostalPlace } from './postal-codes.ts';
import type { CostsQuery, LocalArea } from './sale.ts';
import {
  fuelParameters,
  isTradeInTooLarge,
  type NumberName,
  numberParameters,
  readSaleNumber,
  saleOfValues,
  tradeInTooLarge,
} from './sale.ts';

/** The request of a caller: a VIN is decoded before anything is computed. */
export interface CostsRequest extends CostsQuery {
  vin?: string;
}

/** The parameters that narrow lines in some places and nothing in others. */
const narrowingParameters = [
  'postal_code',
  'city',
  'model_year',
  'fuel',
  'weight_lb',
  'weight_kg',
  'msrp',
] as const;

const COUNTRIES: ReadonlyMap<string, Country> = new Map([
  ['canada', 'CA'],
  ['us', 'US'],
  ['usa', 'US'],
  ['united states', 'US'],
  ['united states of america', 'US'],
  ['etats unis', 'US'],
]);

/** Reads the code of a country, or of a place in it, from that or from a name; what is neither is for the checks to refuse. */
export function codeOfPlace(text: string, country?: Country): string {
  const code = text.trim().toUpperCase();
  if (country === undefined) return code.length === 2 ? code : (COUNTRIES.get(cityKey(text)) ?? code);
  const named = findPlace(country, code) ?? namedRegions().get(cityKey(text));
  return named?.country === country ? named.code : code;
}

const placeCode = (country?: Country) => z.string().transform((text) => codeOfPlace(text, country));
const flagValues = ['true', 'false'] as const;
const flag = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(flagValues));

function number(name: NumberName) {
  return z.string().transform((text, context) => {
    const value = readSaleNumber(name, text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: numberParameters[name].message });
    return z.NEVER;
  });
}

/** Describes a number for the documents. */
function shapeOf<Name extends NumberName>(name: Name) {
  const { decimals, least, ...rest }: { decimals: number; least: number; most?: number } =
    numberParameters[name];
  return {
    type: decimals === 0 ? 'integer' : 'number',
    minimum: least,
    ...(rest.most !== undefined && { maximum: rest.most }),
  } as const;
}

/** Figures that ended earlier are not in the data. */
const FIRST_DAY = '2026-07-01';
/** Further ahead nobody knows the law. */
const lastDay = () => `${new Date().getUTCFullYear() + 2}-12-31`;

/** The parameters of a purchase; what else is sold with costs takes some of them. */
export const costsParameters = {
  country: placeCode().pipe(z.enum(countries)).meta({
    enum: countries,
    example: 'CA',
    description: 'Country of registration',
  }),
  province: placeCode('CA').pipe(z.enum(provinces)).exactOptional().meta({
    enum: provinces,
    example: 'ON',
    description: 'Province or territory, by code or name; required for CA without postal_code',
  }),
  state: placeCode('US').pipe(z.enum(states)).exactOptional().meta({
    enum: states,
    description: 'State or DC, by code or name; required for US without postal_code',
  }),
  postal_code: z
    .string()
    .transform((text) => text.trim().toUpperCase())
    .refine(isPostalCode, 'must be a ZIP code such as 94107 or a Canadian postal code such as M5V 2T6')
    .exactOptional()
    .meta({
      pattern: postalCodePattern,
      description: 'ZIP or Canadian postal code of the buyer, in place of or with province or state',
    }),
  city: z
    .string()
    .trim()
    .min(1, 'must be the name of a city')
    .max(60, 'must be the name of a city')
    .exactOptional()
    .meta({ description: 'US: city of the buyer, with state or postal_code' }),
  price: number('price').meta({
    ...shapeOf('price'),
    example: 25_000,
    description: 'Sale price in the currency of the country',
  }),
  sale_type: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(saleType)
    .meta({
      enum: saleType.options,
      example: 'private',
      description: 'Bought from a private person or from a dealer',
    }),
  family_gift: flag.exactOptional().meta({
    type: 'boolean',
    description: 'Canada, private sales: apply the family gift exemption; default false',
  }),
  buyer_has_plates: flag.exactOptional().meta({
    type: 'boolean',
    description: 'Canada: the buyer has plates to move to the car; default false',
  }),
  trade_in: number('trade_in')
    .exactOptional()
    .meta({
      ...shapeOf('trade_in'),
      description: 'Value of the car traded in, below the price. Canada: dealer sales only',
    }),
  book_value: number('book_value')
    .exactOptional()
    .meta({
      ...shapeOf('book_value'),
      description: 'Value of the car in the guide of the place; some tax it in place of a lower price',
    }),
  on: z.iso
    .date('must be a day such as 2026-07-01')
    .refine((day) => day >= FIRST_DAY && day <= lastDay(), {
      error: () => `must be from ${FIRST_DAY} to ${lastDay()}`,
    })
    .exactOptional()
    .meta({ format: 'date', description: 'Day of the purchase, whose figures hold; default today' }),
  local_rate: number('local_rate')
    .exactOptional()
    .meta({
      ...shapeOf('local_rate'),
      description: 'US: exact county and city rate in percent, without the rate of the state',
    }),
  vin: vinText.exactOptional().meta({
    pattern: vinPattern,
    description: 'VIN of the car, which decides lines; what contradicts it is refused',
  }),
  model_year: number('model_year')
    .exactOptional()
    .meta({ ...shapeOf('model_year'), description: 'Model year of the car' }),
  fuel: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(fuelParameters))
    .exactOptional()
    .meta({ enum: fuelParameters, description: 'What the car runs on' }),
  weight_lb: number('weight_lb')
    .exactOptional()
    .meta({ ...shapeOf('weight_lb'), description: 'Weight of the empty car in pounds; or weight_kg' }),
  weight_kg: number('weight_kg')
    .exactOptional()
    .meta({ ...shapeOf('weight_kg'), description: 'Weight of the empty car in kilograms; or weight_lb' }),
  msrp: number('msrp')
    .exactOptional()
    .meta({
      ...shapeOf('msrp'),
      description: 'List price of the maker when the car was new, in the currency of the country',
    }),
};

const parameters = z.strictObject(costsParameters);
type Parameters = z.output<typeof parameters>;

/** Reads the raw text of a query. Every problem is reported at once, also those between two parameters. */
export const costsQuery = parameters
  // `when` lets this run although single parameters have problems: their values are then absent or raw text.
  .superRefine((values, context) => reportConflicts(values, context), { when: () => true })
  .transform(requestOf);

/** Makes a request of values that have passed the checks. */
export function requestOf(values: Parameters): CostsRequest {
  const place =
    placeOfCode(values.postal_code)?.place ??
    findPlace(values.country, values[countryFacts[values.country].placeParameter]);
  if (place === undefined) throw new Error('a query without its province or state has passed its checks');
  const area = areaOf(values, place);
  const given = narrowingParameters.filter((name) => values[name] !== undefined);
  return {
    ...(values.vin !== undefined && { vin: values.vin }),
    place,
    saleType: values.sale_type,
    familyGift: values.family_gift === 'true',
    buyerHasPlates: values.buyer_has_plates === 'true',
    ...(values.on !== undefined && { on: values.on }),
    ...saleOfValues(values),
    ...(area && { area }),
    ...(given.length > 0 && { given }),
  };
}

function placeOfCode(code: string | undefined) {
  const found = code === undefined ? undefined : findPostalPlace(code);
  return found?.kind === 'place' ? found : undefined;
}

/** Finds the country of whoever names a place and no country; undefined for who names none. */
export function countryOfPlace({ province, state, city, postal_code: code }: Place): Country | undefined {
  if (province !== undefined) return 'CA';
  if (state !== undefined || city !== undefined) return 'US';
  if (code === undefined) return undefined;
  return /^\s*[a-z]/i.test(code) ? 'CA' : 'US';
}

type Place = { [Name in 'province' | 'state' | 'city' | 'postal_code']?: string };
type Given = Pick<Partial<Parameters>, 'postal_code' | 'city'>;

function areaOf({ postal_code: code, city }: Given, place: PlaceKey): LocalArea | undefined {
  if (code === undefined && city === undefined) return undefined;
  const found = placeOfCode(code);
  const ofCode = found ? { postalCode: found.postalCode } : {};
  if (place.country !== 'US') return ofCode;
  const zip = found?.zip;
  const area = findArea(localAreas(), place.code, {
    ...(city !== undefined && { city }),
    ...(zip !== undefined && { zip }),
  });
  if (area.kind !== 'area') throw new Error('a city outside its postal code has passed its checks');
  return { ...ofCode, ...area.area };
}

/** Reports what contradicts each other, also where single parameters have problems: their values are then raw text. */
export function reportConflicts(values: Partial<Parameters>, context: z.core.$RefinementCtx): void {
  const report = (parameter: string, message: string, allowed?: readonly string[]) => {
    context.addIssue({ code: 'custom', path: [parameter], message, ...(allowed && { params: { allowed } }) });
  };
  const country = countries.find((code) => code === values.country);
  if (country !== undefined) {
    const { placeParameter, codes } = countryFacts[country];
    const problem = problemOfPostalCode(values.postal_code, country, values[placeParameter]);
    if (problem !== undefined) report('postal_code', problem);
    else if (country === 'US' && typeof values.city === 'string') {
      const contradiction = problemOfCity(values.city, values.postal_code);
      if (contradiction !== undefined) report('city', contradiction);
    }
    if (!Object.hasOwn(values, placeParameter) && !Object.hasOwn(values, 'postal_code'))
      report(placeParameter, `is required when country is ${country}`, codes);
    for (const other of countries.filter((code) => code !== country)) {
      for (const name of countryFacts[other].ownParameters) {
        if (Object.hasOwn(values, name))
          report(name, `is only for country ${other}; leave it out when country is ${country}`);
      }
    }
  }
  if (values.family_gift === 'true' && values.sale_type === 'dealer') {
    report('family_gift', 'is only for private sales; use sale_type private or leave it out');
  }
  const { price, trade_in: tradeIn } = values;
  if (typeof price === 'number' && typeof tradeIn === 'number') {
    if (isTradeInTooLarge({ price, trade_in: tradeIn })) report('trade_in', tradeInTooLarge);
  }
  if (country === 'CA' && values.sale_type === 'private' && Object.hasOwn(values, 'trade_in')) {
    report('trade_in', 'is only for dealer sales when country is CA; leave it out');
  }
  if (Object.hasOwn(values, 'weight_lb') && Object.hasOwn(values, 'weight_kg')) {
    report('weight_kg', 'says the same as weight_lb; give one of them');
  }
}

/** Says where the city lies, where that is not where the postal code does. */
function problemOfCity(city: string, postalCode: string | undefined): string | undefined {
  const found = placeOfCode(postalCode);
  if (found?.zip === undefined) return undefined;
  const area = findArea(localAreas(), found.place.code, { city, zip: found.zip });
  if (area.kind === 'area') return undefined;
  const counties = listed(area.counties, 'or');
  return `is in the county of ${counties}, where ${found.postalCode} does not lie; correct one of them, or leave one out`;
}

/** Names what contradicts the postal code; nothing for one that cannot be read, which is reported already. */
function problemOfPostalCode(
  postalCode: string | undefined,
  country: Country,
  place: string | undefined,
): string | undefined {
  if (postalCode === undefined || !isPostalCode(postalCode)) return undefined;
  const { placeParameter } = countryFacts[country];
  const found = findPostalPlace(postalCode);
  switch (found.kind) {
    case 'unknown':
      return 'begins as no postal code does that is in use';
    case 'elsewhere':
      return `is in ${found.name}, which is none of the states and DC`;
    case 'place': {
      const { code } = found.place;
      if (found.place.country !== country)
        return `is ${countryFacts[found.place.country].postalCodeWords}, but country is ${country}; correct one of them`;
      return place === undefined || place === code
        ? undefined
        : `is in ${code}, not in ${place}; correct one of them, or leave ${placeParameter} out`;
    }
  }
}

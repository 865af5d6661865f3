import { z } from 'zod';
import { typicalSale } from '../costs/estimate-country.ts';
import { saleType } from '../costs/jurisdiction-schema.ts';
import { dollars } from '../costs/money.ts';
import { type Country, countries, countryFacts } from '../costs/places.ts';
import { money } from '../costs/published.ts';
import { grouped, listed } from '../lib/wording.ts';
import { odometerUnits, owners } from '../warranty/warranty.ts';
import type { OwnCar } from '../warranty/warranty-service.ts';
import type { PurchaseSale } from './purchase-costs-section.ts';

const assumable = ['country', 'price', 'sale_type'] as const;

export const purchaseSchema = z
  .object({
    country: z.enum(countries).describe('Decides on the costs, the warranty, the units and the order'),
    place: z.string().nullable().describe('Province, territory, state or DC; null: not given'),
    price: money,
    saleType,
    odometer: z.object({ distance: z.int(), unit: z.enum(odometerUnits) }).nullable(),
    owner: z.enum(owners),
    assumed: z.array(z.enum(assumable)).describe('Parameters that were not given and are defaults here'),
    sentence: z.string(),
  })
  .describe('The purchase as it was understood');

/** All that was given of a purchase beside the VIN, with defaults where nothing was. */
export interface Purchase {
  country: Country;
  sale: PurchaseSale;
  ownCar: Omit<OwnCar, 'market'>;
  assumed: (typeof assumable)[number][];
}

/** The purchase of somebody of whom only the country is known. */
export function typicalPurchase(country: Country): Purchase {
  return { country, sale: typicalSale, ownCar: {}, assumed: ['price', 'sale_type'] };
}

const ASSUMED_WORDS = { country: 'the country', price: 'the price', sale_type: 'the kind of sale' };

export function describePurchase({
  country,
  sale,
  ownCar,
  assumed,
}: Purchase): z.infer<typeof purchaseSchema> {
  const { name, currency } = countryFacts[country];
  const place = 'place' in sale ? sale.place.code : null;
  const price = dollars(sale.price);
  const { odometer = null, owner = 'later' } = ownCar;
  const words = [
    `A ${sale.saleType} sale at ${grouped(price)} ${currency}`,
    place === null ? name : `${place}, ${name}`,
    ...(odometer === null ? [] : [`${grouped(odometer.distance)} ${odometer.unit} driven`]),
  ];
  const defaults = assumed.map((parameter) => ASSUMED_WORDS[parameter]);
  const notGiven = defaults.length === 0 ? '' : ` Not given, and a default here: ${listed(defaults)}.`;
  const sentence = `${words.join(', ')}.${notGiven}`;
  return { country, place, price, saleType: sale.saleType, odometer, owner, assumed, sentence };
}

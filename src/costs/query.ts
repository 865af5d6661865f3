import { z } from 'zod';
import { type SaleType, saleType } from './jurisdiction-schema.ts';
import { type Cents, PRICE_DECIMALS, parseDecimal, RATE_DECIMALS, type Rate } from './money.ts';
import { countries, type Province, provinces, type State, states } from './places.ts';

const LARGEST_PRICE = 5_000_000;
const LARGEST_LOCAL_RATE = 15;

interface Sale {
  price: Cents;
  saleType: SaleType;
}

export interface CanadaQuery extends Sale {
  country: 'CA';
  province: Province;
  familyGift: boolean;
  buyerHasPlates: boolean;
}

export interface UsQuery extends Sale {
  country: 'US';
  state: State;
  tradeIn?: Cents;
  localRate?: Rate;
}

export type CostsQuery = CanadaQuery | UsQuery;

const upperCase = z.string().transform((text) => text.trim().toUpperCase());
const flagValues = ['true', 'false'] as const;
const flag = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(flagValues));

function decimal(decimals: number, message: string, fits: (value: number) => boolean) {
  return z.string().transform((text, context) => {
    const value = parseDecimal(text.trim(), decimals);
    if (value !== undefined && fits(value)) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

const parameters = z.strictObject({
  country: upperCase.pipe(z.enum(countries)).meta({
    enum: countries,
    example: 'CA',
    description: 'Country of registration; decides the currency',
  }),
  province: upperCase.pipe(z.enum(provinces)).exactOptional().meta({
    enum: provinces,
    example: 'ON',
    description: 'Province or territory; required when country is CA',
  }),
  state: upperCase
    .pipe(z.enum(states))
    .exactOptional()
    .meta({ enum: states, description: 'State or DC; required when country is US' }),
  price: decimal(
    PRICE_DECIMALS,
    'must be a plain number from 0.01 to 5000000 with at most two decimals, such as 24999.99',
    (cents) => cents > 0 && cents <= LARGEST_PRICE * 100,
  ).meta({
    type: 'number',
    minimum: 0.01,
    maximum: LARGEST_PRICE,
    example: 25_000,
    description: 'Sale price in the currency of the country, at most two decimals',
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
  trade_in: decimal(
    PRICE_DECIMALS,
    'must be a plain number of 0 or more with at most two decimals',
    () => true,
  )
    .exactOptional()
    .meta({
      type: 'number',
      minimum: 0,
      description:
        'US: value of the car traded in, below the price; counts at a dealer where the state credits it in full',
    }),
  local_rate: decimal(
    RATE_DECIMALS,
    'must be a percentage from 0 to 15 with at most five decimals, such as 2.25',
    (rate) => rate <= LARGEST_LOCAL_RATE * 10 ** RATE_DECIMALS,
  )
    .exactOptional()
    .meta({
      type: 'number',
      minimum: 0,
      maximum: LARGEST_LOCAL_RATE,
      description:
        'US: exact county and city rate in percent, without the rate of the state; without it the tax is a range',
    }),
});

type Parameters = z.output<typeof parameters>;

/** Reads the raw text of a query. Every problem is told at once, also those between two parameters. */
export const costsQuery = parameters
  // `when` lets this run although single parameters have problems: their values are then absent or raw text.
  .superRefine((values, context) => tellConflicts(values, context), { when: () => true })
  .transform((values): CostsQuery => {
    const sale = { price: values.price, saleType: values.sale_type };
    if (values.country === 'CA' && values.province !== undefined) {
      return {
        country: 'CA',
        province: values.province,
        ...sale,
        familyGift: values.family_gift === 'true',
        buyerHasPlates: values.buyer_has_plates === 'true',
      };
    }
    if (values.country === 'US' && values.state !== undefined) {
      return {
        country: 'US',
        state: values.state,
        ...sale,
        // A trade-in of nothing is none.
        ...(values.trade_in && { tradeIn: values.trade_in }),
        ...(values.local_rate !== undefined && { localRate: values.local_rate }),
      };
    }
    throw new Error('a query without its province or state has passed its checks');
  });

const forCountry = {
  CA: { own: ['province', 'family_gift', 'buyer_has_plates'], place: 'province', places: provinces },
  US: { own: ['state', 'trade_in', 'local_rate'], place: 'state', places: states },
} as const;

function tellConflicts(values: Partial<Parameters>, context: z.core.$RefinementCtx): void {
  const tell = (parameter: string, message: string, allowed?: readonly string[]) => {
    context.addIssue({ code: 'custom', path: [parameter], message, ...(allowed && { params: { allowed } }) });
  };
  const country = values.country === 'CA' || values.country === 'US' ? values.country : undefined;
  if (country !== undefined) {
    const { place, places } = forCountry[country];
    if (!Object.hasOwn(values, place)) tell(place, `is required when country is ${country}`, places);
    const other = country === 'CA' ? 'US' : 'CA';
    for (const name of forCountry[other].own) {
      if (Object.hasOwn(values, name))
        tell(name, `is only for country ${other}; leave it out when country is ${country}`);
    }
  }
  if (values.family_gift === 'true' && values.sale_type === 'dealer') {
    tell('family_gift', 'is only for private sales; use sale_type private or leave it out');
  }
  const { price, trade_in: tradeIn } = values;
  if (country !== 'CA' && typeof price === 'number' && typeof tradeIn === 'number' && tradeIn >= price) {
    tell('trade_in', 'must be below the price');
  }
}

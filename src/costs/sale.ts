import { listed } from '../lib/wording.ts';
import { type Car, type Fuel, weightOfKilograms, weightOfPounds } from './car.ts';
import type { Confidence, FigureSource, SaleType } from './jurisdiction-schema.ts';
import { type Cents, PRICE_DECIMALS, parseDecimal, RATE_DECIMALS, type Rate } from './money.ts';
import type { PlaceKey } from './places.ts';

/** A sale wherever it takes place. */
export interface CarSale {
  price: Cents;
  saleType: SaleType;
  tradeIn?: Cents;
  localRate?: Rate;
  car?: Car;
  /** The value of the car in the guide that the law of the place names. */
  bookValue?: Cents;
  /** The day on which the car is bought; today where left out. */
  on?: string;
}

export interface CostsQuery extends CarSale {
  place: PlaceKey;
  familyGift: boolean;
  buyerHasPlates: boolean;
  /** The area in which the buyer lives, where a postal code or a city was given. */
  area?: LocalArea;
  /** The parameters that the caller gave and that may narrow nothing. */
  given?: readonly string[];
}

/** The local rates that may hold in an area, and how they are known. */
export interface LocalRates {
  low: Rate;
  high: Rate;
  confidence: Confidence;
  /** Left out where they were written down from general knowledge. */
  source?: FigureSource;
  asOf: string | null;
  writtenOn: string;
}

/** The area that a postal code or a city names, as far as it is known. */
export interface LocalArea {
  postalCode?: string;
  city?: string;
  isUnknownCity?: true;
  counties?: readonly string[];
  rates?: LocalRates;
  /** At a dealer the rate is that of the dealer's place. */
  placeOfDealer?: true;
}

interface NumberParameter {
  decimals: number;
  /** The bounds in the unit that people write, both included. */
  least: number;
  most?: number;
  message: string;
}

const LARGEST_PRICE = 5_000_000;

/** The numbers of a query, as they are written wherever they are read. */
export const numberParameters = {
  price: {
    decimals: PRICE_DECIMALS,
    least: 0.01,
    most: LARGEST_PRICE,
    message: 'must be a plain number from 0.01 to 5000000 with at most two decimals, such as 24999.99',
  },
  trade_in: {
    decimals: PRICE_DECIMALS,
    least: 0,
    message: 'must be a plain number of 0 or more with at most two decimals',
  },
  book_value: {
    decimals: PRICE_DECIMALS,
    least: 0.01,
    most: LARGEST_PRICE,
    message: 'must be a plain number from 0.01 to 5000000 with at most two decimals',
  },
  local_rate: {
    decimals: RATE_DECIMALS,
    least: 0,
    most: 15,
    message: 'must be a percentage from 0 to 15 with at most five decimals, such as 2.25',
  },
  model_year: wholeNumber(1981, 2040),
  weight_lb: wholeNumber(1, 20_000),
  weight_kg: wholeNumber(1, 20_000),
  msrp: {
    decimals: PRICE_DECIMALS,
    least: 0.01,
    most: LARGEST_PRICE,
    message: 'must be a plain number above 0 with at most two decimals',
  },
} as const satisfies Record<string, NumberParameter>;

export type NumberName = keyof typeof numberParameters;

/** The number in the unit of its last decimal: cents, or parts of a percent. Undefined when it is not one of these. */
export function readSaleNumber(name: NumberName, text: string): number | undefined {
  const { decimals, least, most = Number.POSITIVE_INFINITY }: NumberParameter = numberParameters[name];
  const value = parseDecimal(text.trim(), decimals);
  const unit = 10 ** decimals;
  return value !== undefined && value >= least * unit && value <= most * unit ? value : undefined;
}

function wholeNumber(least: number, most: number) {
  return { decimals: 0, least, most, message: `must be a whole number from ${least} to ${most}` } as const;
}

export const fuelParameters = ['gasoline', 'diesel', 'hybrid', 'plug_in_hybrid', 'electric'] as const;
type FuelParameter = (typeof fuelParameters)[number];

const fuelNames: Record<FuelParameter, Fuel> = {
  gasoline: 'petrol',
  diesel: 'diesel',
  hybrid: 'hybrid',
  plug_in_hybrid: 'plug-in hybrid',
  electric: 'electric',
};

/** The facts given of a sale, under the names of the parameters; numbers in the unit of their last decimal. */
export type SaleValues = { price: number; fuel?: FuelParameter } & {
  [Name in Exclude<NumberName, 'price'>]?: number;
};

export const tradeInTooLarge = 'must be below the price';

export function isTradeInTooLarge({ price, trade_in }: Pick<SaleValues, 'price' | 'trade_in'>): boolean {
  return trade_in !== undefined && trade_in >= price;
}

export function saleOfValues(values: SaleValues): Omit<CarSale, 'saleType' | 'on'> {
  const car = carOf(values);
  return {
    price: values.price,
    // A trade-in of nothing is none.
    ...(values.trade_in && { tradeIn: values.trade_in }),
    ...(values.book_value !== undefined && { bookValue: values.book_value }),
    ...(values.local_rate !== undefined && { localRate: values.local_rate }),
    ...(car && { car }),
  };
}

function carOf({ fuel, model_year, weight_lb, weight_kg, msrp }: SaleValues): Car | undefined {
  const car: Car = {
    ...(fuel && { fuels: [fuelNames[fuel]] }),
    ...(model_year !== undefined && { modelYear: model_year }),
    ...(weight_lb !== undefined && { weight: weightOfPounds(weight_lb) }),
    ...(weight_kg !== undefined && { weight: weightOfKilograms(weight_kg) }),
    ...(msrp !== undefined && { msrp }),
  };
  return Object.keys(car).length === 0 ? undefined : car;
}

/** Names what was given of a car and contradicts its VIN. */
export function contradictionsOf(given: Car, { fuels: possible, modelYear }: Car): Contradiction[] {
  const found: Contradiction[] = [];
  if (given.modelYear !== undefined && modelYear !== undefined && given.modelYear !== modelYear)
    found.push({
      parameter: 'model_year',
      message: `must be ${modelYear}, which the VIN says, or be left out`,
    });
  const [fuel] = given.fuels ?? [];
  if (fuel !== undefined && possible !== undefined && !mayBe(fuel, possible)) {
    const names = fuelParameters.filter((name) => possible.includes(fuelNames[name]));
    const words = listed(names, 'or');
    found.push({ parameter: 'fuel', message: `must be ${words}, which the VIN says, or be left out` });
  }
  return found;
}

interface Contradiction {
  parameter: string;
  message: string;
}

/** The decoder does not name the plug of every hybrid that it may take for a petrol car. */
function mayBe(fuel: Fuel, possible: readonly Fuel[]): boolean {
  return possible.includes(fuel) || (fuel === 'plug-in hybrid' && possible.includes('petrol'));
}

/** The day of a purchase of which no day is said. */
export const today = (): string => new Date().toISOString().slice(0, 10);

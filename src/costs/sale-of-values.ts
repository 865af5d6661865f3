import { type Car, type Fuel, weightOfKilograms, weightOfPounds } from './car.ts';
import type { NumberName } from './number-parameters.ts';
import type { Sale } from './sale.ts';

export const fuelParameters = ['gasoline', 'diesel', 'hybrid', 'plug_in_hybrid', 'electric'] as const;
type FuelParameter = (typeof fuelParameters)[number];

const fuelNames: Record<FuelParameter, Fuel> = {
  gasoline: 'petrol',
  diesel: 'diesel',
  hybrid: 'hybrid',
  plug_in_hybrid: 'plug-in hybrid',
  electric: 'electric',
};

/** What was given of a sale, under the names of the parameters; numbers in the unit of their last decimal. */
export type SaleValues = { price: number; fuel?: FuelParameter } & {
  [Name in Exclude<NumberName, 'price'>]?: number;
};

export const tradeInTooLarge = 'must be below the price';

export function isTradeInTooLarge({ price, trade_in }: Pick<SaleValues, 'price' | 'trade_in'>): boolean {
  return trade_in !== undefined && trade_in >= price;
}

export function saleOfValues(values: SaleValues): Omit<Sale, 'saleType' | 'year'> {
  const car = carOf(values);
  return {
    price: values.price,
    // A trade-in of nothing is none.
    ...(values.trade_in && { tradeIn: values.trade_in }),
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

import type { Car } from './car.ts';
import type { FigureSource, SaleType } from './jurisdiction-schema.ts';
import type { Cents, Rate } from './money.ts';
import type { PlaceKey } from './places.ts';

/** A sale wherever it takes place. */
export interface Sale {
  price: Cents;
  saleType: SaleType;
  tradeIn?: Cents;
  localRate?: Rate;
  car?: Car;
  /** The year in which the car is bought; this one where left out. */
  year?: number;
}

export interface CostsQuery extends Sale {
  place: PlaceKey;
  familyGift: boolean;
  buyerHasPlates: boolean;
  /** Where the buyer lives, where a postal code was given. */
  area?: PostalArea;
}

/** The local tax where a postal code lies, known from a source that may be passed on. */
export interface LocalRate {
  place: string;
  rate: Rate;
  source: FigureSource;
  asOf: string;
}

export interface PostalArea {
  postalCode: string;
  localRate?: LocalRate;
}

import type { SaleType } from './jurisdiction-schema.ts';
import type { Narrowing } from './lines/line-parts.ts';
import type { Currency, PlaceKey } from './places.ts';
import type { CostLine } from './result-schema.ts';

export type Place = PlaceKey & { name: string };

export interface AmountRange {
  low: number;
  high: number;
}

export interface PartOfTotal extends AmountRange {
  known: number;
}

/** What a purchase costs in one place, the same for every country; amounts are in its currency. */
export interface Bill {
  place: Place;
  currency: Currency;
  saleType: SaleType;
  price: number;
  lines: CostLine[];
  /** Which parameter would narrow which line, by how much at most. */
  narrowing: Narrowing[];
  /** The sum of the lines that are known for sure. */
  known: number;
  /** The known total plus everything that is or may be due, at its least and most. */
  range: AmountRange;
  dueOnTheDay: PartOfTotal;
  dueLater: PartOfTotal;
  assumptions: string[];
  notes: string[];
  figuresVerifiedOn: string;
}

import type { GuideValue, SaleType } from './jurisdiction-schema.ts';
import type { Cents } from './money.ts';

/**
 * The values that a guide may give a car of which only the price is known, as shares of that price: a bargain is bought
 * for half of its value at worst, and dealers sell close to it.
 */
const usualShares: Record<SaleType, readonly [number, number]> = { private: [0.5, 2], dealer: [0.8, 1.25] };

export interface TaxedAmount {
  low: Cents;
  high: Cents;
  /** The values for which the bounds stand. */
  values: readonly [Cents, Cents];
}

/** Says what the law taxes where a guide's value counts, for every value that the car may have. */
export function taxedRange(guide: GuideValue, price: Cents, saleType: SaleType): TaxedAmount {
  const [least, most] = usualShares[saleType];
  const values = [Math.floor(price * least), Math.ceil(price * most)] as const;
  return { low: taxedAmount(guide, price, values[0]), high: taxedAmount(guide, price, values[1]), values };
}

/** Finds the values at which the law taxes the price: up to the second, and from the first where that is not nothing. */
export function valuesOfPrice(
  { counts, percent, tolerance = 0 }: GuideValue,
  price: Cents,
): readonly [Cents, Cents] | undefined {
  if (counts === 'alone') return undefined;
  const most = Math.floor(((price + (counts === 'at least' ? tolerance * 100 : 0)) * 100) / percent);
  return [counts === 'within' ? Math.ceil((price * 100) / (200 - percent)) : 0, most];
}

/** Says what the law taxes of a car of this price and this value in the guide. */
export function taxedAmount(
  { counts, percent, tolerance = 0 }: GuideValue,
  price: Cents,
  value: Cents,
): Cents {
  const share = Math.round((value * percent) / 100);
  switch (counts) {
    case 'at least':
      return price >= share - tolerance * 100 ? price : share;
    case 'within':
      return Math.min(Math.max(price, share), value * 2 - share);
    case 'when far below':
      return price >= share ? price : value;
    case 'alone':
      return value;
  }
}

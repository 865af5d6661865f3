import { withThousands } from '../lib/wording.ts';

/** Whole cents of the country's currency. */
export type Cents = number;
/** A percentage as an integer: 100000 is one percent. */
export type Rate = number;
/** Cents times 10^7, the grain in which a rate on cents is exact. Rounded to cents once, at the end of a line. */
export type Units = number;

export const PRICE_DECIMALS = 2;
export const RATE_DECIMALS = 5;
const UNITS_PER_CENT = 10 ** 7;

/** Reads a plain decimal such as `24999.99` as an integer of its last place. Undefined when it is not one. */
export function parseDecimal(text: string, decimals: number): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return undefined;
  return Number((match[1] ?? '') + fraction.padEnd(decimals, '0'));
}

export function centsOf(dollars: number): Cents {
  return integerOf(dollars, PRICE_DECIMALS);
}

export function rateOf(percent: number): Rate {
  return integerOf(percent, RATE_DECIMALS);
}

export function unitsOf(cents: Cents): Units {
  return cents * UNITS_PER_CENT;
}

export function percentOf(cents: Cents, rate: Rate): Units {
  return cents * rate;
}

/** Half a cent goes up. Amounts are never negative. */
export function roundToCents(units: Units): Cents {
  const shifted = units + UNITS_PER_CENT / 2;
  return (shifted - (shifted % UNITS_PER_CENT)) / UNITS_PER_CENT;
}

/** Half a dollar goes up. */
export function roundToDollars(units: Units): Units {
  return unitsOf(Math.round(units / unitsOf(100)) * 100);
}

export function dollars(cents: Cents): number {
  return cents / 100;
}

export function percent(rate: Rate): number {
  return rate / 10 ** RATE_DECIMALS;
}

/** `1234567` cents as `$12,345.67`; whole amounts lose their zeros in running text. */
export function moneyText(cents: Cents): string {
  const whole = withThousands(Math.floor(cents / 100));
  const rest = cents % 100;
  return rest === 0 ? `$${whole}` : `$${whole}.${String(rest).padStart(2, '0')}`;
}

// A number in a data file is the decimal its author wrote, so that dividing gives that very number again.
function integerOf(value: number, decimals: number): number {
  const integer = Math.round(value * 10 ** decimals);
  if (!(integer >= 0) || integer / 10 ** decimals !== value)
    throw new RangeError(`${value} is not a plain number of at most ${decimals} decimals`);
  return integer;
}

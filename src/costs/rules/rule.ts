import type { CarFacts } from '../car.ts';
import type { TaxedAmount } from '../guide-value.ts';
import type { Confidence } from '../jurisdiction-schema.ts';
import type { Cents, Rate, Units } from '../money.ts';

/** The facts to which a rule is applied. */
export interface Base {
  taxable: Cents;
  /** The bounds of the taxable amount where a guide's value that was not told decides on it. */
  taxed?: TaxedAmount;
  /** Before any trade-in. */
  price: Cents;
  /** The local rates that may hold, where the query or its place says so. */
  localRates: (RateRange & { confidence?: Confidence }) | undefined;
  /** The car and where it goes, where something of that is known, and the year in which it is bought. */
  car?: CarFacts;
  year?: number;
}

export interface RateRange {
  low: Rate;
  high: Rate;
}

export interface RuleOutcome {
  low: Units;
  high: Units;
  typical?: Units;
  /** The rate on the whole taxable amount, where there is one. */
  rates?: RateRange;
  /** The rule in words; a plain amount needs none. */
  text?: string;
  cases?: readonly { when: string; outcome: RuleOutcome }[];
  /** The parameters that would narrow it, each with the most that it would take off. */
  narrowing?: readonly { parameter: string; by: Units }[];
}

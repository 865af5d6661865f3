import { computeCosts } from '../costs-service.ts';
import type { Addition, Jurisdiction } from '../jurisdiction-schema.ts';
import { type Cents, moneyText, type Rate, rateOf } from '../money.ts';
import type { Bill } from '../published.ts';
import { localRatesOf } from '../rules.ts';
import type { CostsQuery } from '../sale.ts';
import { type Bounds, dueOf, type Law } from './laws.ts';
import type { QuoteLine } from './read-quote.ts';
import { statedRates } from './wording.ts';

export interface Added {
  line: QuoteLine;
  kind: Addition;
}

/** One way in which the taxes of a sale can have been worked out. */
export interface SaleCase {
  boundsOf(law: Law): Bounds;
  /** Charges of the seller on which the tax falls as well. */
  taxedToo: readonly Added[];
  /** The same without those of them that the place does not tax, where there are any. */
  lawful?: SaleCase;
  why?: string;
}

/** More charges than these are taken together or not at all. */
const MOST_CHARGES = 8;

/**
 * The ways to work out the taxes that a line states, the plainest first and those against the law of the place last: by the
 * rate of the line where the sale leaves a local rate open, and by any.
 */
export function casesOf(
  figures: Jurisdiction,
  sale: CostsQuery,
  added: readonly Added[],
  prices: readonly Cents[],
): (text: string) => Generator<SaleCase> {
  const bills = new Map<string, Bill>();
  const billAt = (price: Cents, localRate: Rate | undefined) => {
    const key = `${price} ${localRate}`;
    const bill =
      bills.get(key) ??
      computeCosts(figures, { ...sale, price, ...(localRate !== undefined && { localRate }) });
    bills.set(key, bill);
    return bill;
  };
  const caseOf = (taxedToo: readonly Added[], localRate: Rate | undefined, price = sale.price): SaleCase => {
    const { lines } = billAt(
      taxedToo.reduce((sum, { line }) => sum + line.amount, price),
      localRate,
    );
    const boundsOf = (law: Law) => {
      const line = law.category === 'tax' ? lines.find(({ id }) => id === law.id) : undefined;
      return line ? dueOf(line, figures, sale) : law;
    };
    const lawful = taxedToo.filter(({ kind }) => !figures.additions?.untaxed.includes(kind));
    const isLawful = lawful.length === taxedToo.length;
    return { boundsOf, taxedToo, ...(!isLawful && { lawful: caseOf(lawful, localRate, price) }) };
  };
  function* all(localRate: Rate | undefined): Generator<SaleCase> {
    yield caseOf([], localRate);
    for (const price of prices) {
      const why = `That is the tax on ${moneyText(price)}, as the quote has it.`;
      yield { ...caseOf([], localRate, price), why };
    }
    const others = subsetsOf(added).map((choice) => caseOf(choice, localRate));
    yield* others.filter(({ lawful }) => lawful === undefined);
    yield* others.filter(({ lawful }) => lawful !== undefined);
  }
  return function* (text) {
    const stated =
      sale.localRate === undefined ? localRateOf(text, figures, billAt(sale.price, undefined)) : undefined;
    if (stated !== undefined) yield* all(stated);
    yield* all(sale.localRate);
  };
}

/** The local rate that follows from the rate which a line states. */
function localRateOf(text: string, figures: Jurisdiction, { lines }: Bill): Rate | undefined {
  const taxes = lines.filter(({ category, rateRange }) => category === 'tax' && rateRange);
  const [tax] = taxes;
  const figure = figures.dealerSaleTaxes.find(({ id }) => id === tax?.id);
  const local = figure && localRatesOf(figure.amount);
  const stated = statedRates(text).reduce((sum, rate) => sum + rate, 0);
  if (tax?.rateRange === undefined || taxes.length > 1 || local === undefined) return undefined;
  const { low, high } = tax.rateRange;
  return stated < low || stated > high ? undefined : Math.round((stated - low) * rateOf(1)) + local.low;
}

/** Every part of a list but the empty one, the shortest first; of a long one only the whole. */
export function subsetsOf<Item>(items: readonly Item[]): (readonly Item[])[] {
  if (items.length > MOST_CHARGES) return [items];
  const all = Array.from({ length: 2 ** items.length - 1 }, (_, index) =>
    items.filter((_item, place) => ((index + 1) >> place) % 2 === 1),
  );
  return all.sort((a, b) => a.length - b.length);
}

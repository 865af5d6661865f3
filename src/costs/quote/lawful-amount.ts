import type { Cents } from '../money.ts';
import type { Bill } from '../published.ts';
import type { CostLine } from '../result-schema.ts';
import type { QuoteLine } from './read-quote.ts';

/** Computes the bill of the same sale with an amount added to the price. */
export type BillAt = (more: Cents) => Bill;

/** An amount that the law asks for one or several of its lines, and the condition under which it does. */
export interface LawfulAmount {
  low: Cents;
  high: Cents;
  /** Charges of the seller on which the tax falls as well. */
  taxedToo: readonly QuoteLine[];
  why?: string | undefined;
}

/** A cent is left for bills that round every part by itself. */
export const ROUNDING: Cents = 1;
/** More charges than these are taken together or not at all. */
const MOST_CHARGES = 8;

export function boundsOf({ amount, range }: Pick<CostLine, 'amount' | 'range'>): { low: Cents; high: Cents } {
  const low = amount ?? range?.low ?? 0;
  const high = amount ?? range?.high ?? 0;
  return { low: Math.round(low * 100), high: Math.round(high * 100) };
}

export function isWithin(amount: Cents, { low, high }: { low: Cents; high: Cents }): boolean {
  return amount >= low - ROUNDING && amount <= high + ROUNDING;
}

/**
 * Finds the way in which an amount is lawful for these lines: plainly, under the other rule that a line states, or with
 * the tax on charges of the seller. The plainest counts; undefined where none fits.
 */
export function findLawfulAmount(
  amount: Cents,
  lines: readonly CostLine[],
  billAt: BillAt,
  added: readonly QuoteLine[],
): LawfulAmount | undefined {
  const plain = amountsOf(lines, []).find((lawful) => isWithin(amount, lawful));
  if (plain !== undefined || !lines.some(({ category }) => category === 'tax')) return plain;
  for (const taxedToo of choicesOf(added)) {
    const { lines: others } = billAt(taxedToo.reduce((sum, charge) => sum + charge.amount, 0));
    const taxed = lines.map((line) => others.find(({ id }) => id === line.id) ?? line);
    const found = amountsOf(taxed, taxedToo).find((lawful) => isWithin(amount, lawful));
    if (found !== undefined) return found;
  }
  return undefined;
}

export function plainAmount(lines: readonly CostLine[]): LawfulAmount {
  const bounds = lines.map(boundsOf);
  return {
    low: bounds.reduce((sum, { low }) => sum + low, 0),
    high: bounds.reduce((sum, { high }) => sum + high, 0),
    taxedToo: [],
  };
}

function amountsOf(lines: readonly CostLine[], taxedToo: readonly QuoteLine[]): LawfulAmount[] {
  const [line] = lines;
  const plain = { ...plainAmount(lines), taxedToo };
  if (lines.length !== 1 || line?.alternative === undefined) return [plain];
  return [plain, { ...boundsOf(line.alternative), taxedToo, why: line.alternative.why }];
}

/** Every choice of the charges, the small ones first. */
function choicesOf(added: readonly QuoteLine[]): QuoteLine[][] {
  if (added.length > MOST_CHARGES) return [[...added]];
  return subsetsOf(added);
}

/** Every part of a list but the empty one, the shortest first. */
export function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  const all = Array.from({ length: 2 ** items.length - 1 }, (_, index) =>
    items.filter((_item, place) => ((index + 1) >> place) % 2 === 1),
  );
  return all.sort((a, b) => a.length - b.length);
}

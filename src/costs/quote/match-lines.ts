import type { Cents } from '../money.ts';
import type { Bill, CostLine } from '../published.ts';
import { type Charge, type QuoteLine, tellingWords } from './read-quote.ts';

/** One word alone names nothing for sure. */
const LEAST_WORDS = 2;
/** No bill sums up more lines of the law than these. */
const MOST_LINES = 8;

/** The line that the bill calls by its own name, whatever else its words could mean. */
export function namedLine(open: ReadonlySet<CostLine>, text: string): CostLine | undefined {
  const given = tellingWords(text);
  if (given.size < LEAST_WORDS) return undefined;
  return [...open].find(({ label }) => {
    const own = tellingWords(label);
    return own.size === given.size && [...given].every((word) => own.has(word));
  });
}

/** A line whose name has all words of the bill's, and that comes to its very amount. */
export function lineOfAmount(
  open: ReadonlySet<CostLine>,
  { text, amount }: QuoteLine,
  place: string,
): CostLine | undefined {
  const given = [...tellingWords(text)].filter((word) => word !== place);
  if (given.length === 0) return undefined;
  return [...open].find((line) => {
    const own = tellingWords(line.label);
    return amount > 0 && isOnly(line, amount) && given.every((word) => own.has(word));
  });
}

/**
 * The lines of the law that a line of the bill stands for: one that comes to its amount, else several that do together,
 * else the best for each of the charges that it names.
 */
export function linesFor(
  open: ReadonlySet<CostLine>,
  charges: readonly Charge[],
  quoted: QuoteLine,
): CostLine[] {
  const given = tellingWords(quoted.text);
  const rankings = charges.map((charge) => rank(open, charge, given, quoted));
  const best = rankings.flatMap(([first]) => (first === undefined ? [] : [first]));
  if (best.length === 0) return [];
  const single =
    best.find((line) => isWithin(quoted.amount, boundsOf(line))) ??
    rankings.flat().find((line) => isOnly(line, quoted.amount));
  if (single !== undefined) return [single];
  const isSum = charges.length > 1 || charges.some((charge) => charge.isSum);
  const together = isSum ? combined(open, charges, rankings.flat(), quoted) : undefined;
  return together ?? [...new Set(best)];
}

/** Sorts the lines of a kind: the best fitting name first, and of equals the nearest in amount. */
function rank(
  open: ReadonlySet<CostLine>,
  { categories, words }: Charge,
  given: ReadonlySet<string>,
  { amount }: QuoteLine,
): CostLine[] {
  return [...open]
    .filter(({ category }) => categories.includes(category))
    .map((line) => ({ line, fit: fitOf(line, given, words), distance: distanceOf(line, amount) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || a.distance - b.distance)
    .map(({ line }) => line);
}

function combined(
  open: ReadonlySet<CostLine>,
  charges: readonly Charge[],
  fitting: readonly CostLine[],
  { amount }: QuoteLine,
): CostLine[] | undefined {
  const ofKind = [...open]
    .filter(({ category }) => charges.some(({ categories }) => categories.includes(category)))
    .slice(0, MOST_LINES);
  return subsetsOf(ofKind).find(
    (lines) =>
      lines.length > 1 &&
      lines.some((line) => fitting.includes(line)) &&
      isWithin(amount, plainAmount(lines)),
  );
}

/** Tells whether the line has this amount and no other. */
function isOnly(line: CostLine, amount: number): boolean {
  return line.amount !== undefined && isWithin(amount, boundsOf(line));
}

function fitOf({ id, label }: CostLine, given: ReadonlySet<string>, words: readonly string[]): number {
  const own = tellingWords(`${id} ${label}`);
  const shared = [...given].filter((word) => own.has(word)).length;
  return shared + 2 * words.filter((word) => own.has(word)).length;
}

function distanceOf(line: CostLine, amount: number): number {
  const { low, high } = boundsOf(line);
  return amount < low ? low - amount : amount > high ? amount - high : 0;
}

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

function isWithin(amount: Cents, { low, high }: { low: Cents; high: Cents }): boolean {
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
function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  const all = Array.from({ length: 2 ** items.length - 1 }, (_, index) =>
    items.filter((_item, place) => ((index + 1) >> place) % 2 === 1),
  );
  return all.sort((a, b) => a.length - b.length);
}

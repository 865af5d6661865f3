import type { CostLine } from '../result-schema.ts';
import { boundsOf, isWithin, plainAmount, subsetsOf } from './lawful-amount.ts';
import type { QuoteLine } from './read-quote.ts';
import { type Charge, wordsOf } from './spellings.ts';

/** One word alone names nothing for sure. */
const LEAST_WORDS = 2;
/** No bill sums up more lines of the law than these. */
const MOST_LINES = 8;

/** The line that the bill calls by its own name, whatever else its words could mean. */
export function namedLine(open: ReadonlySet<CostLine>, text: string): CostLine | undefined {
  const given = wordsOf(text);
  if (given.size < LEAST_WORDS) return undefined;
  return [...open].find(({ label }) => {
    const own = wordsOf(label);
    return own.size === given.size && [...given].every((word) => own.has(word));
  });
}

/** A line whose name has all words of the bill's, and that comes to its very amount. */
export function lineOfAmount(
  open: ReadonlySet<CostLine>,
  { text, amount }: QuoteLine,
  place: string,
): CostLine | undefined {
  const given = [...wordsOf(text)].filter((word) => word !== place);
  if (given.length === 0) return undefined;
  return [...open].find((line) => {
    const own = wordsOf(line.label);
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
  const given = wordsOf(quoted.text);
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

/** Whether the line has this amount and no other. */
function isOnly(line: CostLine, amount: number): boolean {
  return line.amount !== undefined && isWithin(amount, boundsOf(line));
}

function fitOf({ id, label }: CostLine, given: ReadonlySet<string>, words: readonly string[]): number {
  const own = wordsOf(`${id} ${label}`);
  const shared = [...given].filter((word) => own.has(word)).length;
  return shared + 2 * words.filter((word) => own.has(word)).length;
}

function distanceOf(line: CostLine, amount: number): number {
  const { low, high } = boundsOf(line);
  return amount < low ? low - amount : amount > high ? amount - high : 0;
}

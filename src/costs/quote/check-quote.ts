import type { Bill } from '../bill.ts';
import { type Cents, dollars } from '../money.ts';
import type { CostLine } from '../result-schema.ts';
import type { QuoteLine } from './read-quote.ts';
import { type Meaning, meaningOf } from './spellings.ts';

export type Verdict =
  | 'as the law says'
  | 'higher than the law says'
  | 'lower than the law says'
  | 'not a government charge'
  | 'not recognised'
  | 'missing';

export interface QuoteFinding {
  verdict: Verdict;
  /** As the bill calls it; null for what it does not hold. */
  text: string | null;
  amount: number | null;
  /** What the law asks, where it asks something. */
  lawful: { low: number; high: number } | null;
  /** How far outside of what the law asks. */
  difference: number | null;
  /** The line of the computed bill. */
  line: string | null;
  sentence: string;
}

/** A cent is left for bills that round every part by itself. */
const ROUNDING: Cents = 1;
/** One word alone names nothing for sure. */
const LEAST_WORDS = 2;

type Government = Extract<Meaning, { kind: 'government' }>;

/** The lines of a bill of sale against what the law asks in this place for this sale. */
export function checkQuote(lines: readonly QuoteLine[], bill: Bill): QuoteFinding[] {
  const open = new Set(bill.lines.filter(({ category }) => category !== 'documentation'));
  const findings: QuoteFinding[] = [];
  for (const line of lines) {
    const named = namedLine(open, line.text);
    if (named !== undefined) {
      open.delete(named);
      findings.push(compare(line, named));
      continue;
    }
    const meaning = meaningOf(line.text);
    if (meaning?.kind === 'price' || meaning?.kind === 'trade-in' || meaning?.kind === 'total') continue;
    if (meaning?.kind === 'seller') findings.push(sellersOwn(line, bill));
    else if (meaning === undefined) findings.push(notRecognised(line));
    else {
      const lawful = bestLine(open, meaning, line);
      if (lawful === undefined) findings.push(notLawful(line, bill));
      else {
        open.delete(lawful);
        findings.push(compare(line, lawful));
      }
    }
  }
  return [...findings, ...[...open].filter(isSurelyDue).map(missing)];
}

/** The line that the bill calls by its own name, whatever else its words could mean. */
function namedLine(open: ReadonlySet<CostLine>, text: string): CostLine | undefined {
  const given = wordsOf(text);
  if (given.size < LEAST_WORDS) return undefined;
  return [...open].find(({ label }) => {
    const own = wordsOf(label);
    return own.size === given.size && [...given].every((word) => own.has(word));
  });
}

/** Of the lines that are still free the one whose name and kind fit best, and of equals the nearest in amount. */
function bestLine(
  open: ReadonlySet<CostLine>,
  { categories, words }: Government,
  { text, amount }: QuoteLine,
) {
  const given = wordsOf(text);
  return [...open]
    .filter(({ category }) => categories.includes(category))
    .map((line) => ({ line, fit: fitOf(line, given, words), distance: distanceOf(line, amount) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || a.distance - b.distance)[0]?.line;
}

function fitOf({ id, label }: CostLine, given: ReadonlySet<string>, words: readonly string[]): number {
  const own = wordsOf(`${id} ${label}`);
  const shared = [...given].filter((word) => own.has(word)).length;
  return shared + 2 * words.filter((word) => own.has(word)).length;
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(
    words.map((word) => (word.endsWith('s') ? word.slice(0, -1) : word)).filter((word) => word !== 'fee'),
  );
}

function distanceOf(line: CostLine, amount: Cents): number {
  const { low, high } = boundsOf(line);
  return amount < low ? low - amount : amount > high ? amount - high : 0;
}

function boundsOf({ amount, range }: CostLine): { low: Cents; high: Cents } {
  const low = amount ?? range?.low ?? 0;
  const high = amount ?? range?.high ?? 0;
  return { low: Math.round(low * 100), high: Math.round(high * 100) };
}

function compare({ text, amount }: QuoteLine, line: CostLine): QuoteFinding {
  const { low, high } = boundsOf(line);
  const lawful = { low: dollars(low), high: dollars(high) };
  const what = `${line.label}, ${low === high ? lawful.low : `${lawful.low} to ${lawful.high}`}`;
  const base = { text, amount: dollars(amount), lawful, line: line.id };
  if (amount > high + ROUNDING) {
    const difference = dollars(amount - high);
    return {
      ...base,
      verdict: 'higher than the law says',
      difference,
      sentence: `Higher than the law says by ${difference} (${what}). ${line.source.title}: ${line.source.url}`,
    };
  }
  if (amount < low - ROUNDING) {
    const difference = dollars(low - amount);
    return {
      ...base,
      verdict: 'lower than the law says',
      difference,
      sentence: `Lower than the law says by ${difference} (${what}): ask whether the rest falls due later.`,
    };
  }
  const exact = line.known ? '' : ' The range is as exact as what is known of the car and the place.';
  return {
    ...base,
    verdict: 'as the law says',
    difference: 0,
    sentence: `As the law says (${what}).${exact}`,
  };
}

function sellersOwn({ text, amount }: QuoteLine, { lines }: Bill): QuoteFinding {
  const own = lines.find(({ id }) => id === 'dealer-documentation');
  const isPaper = /\b(doc|admin|process|convey)/i.test(text);
  const cap = isPaper && own?.confidence !== 'low' ? own : undefined;
  const most = cap && boundsOf(cap).high;
  const isOver = most !== undefined && amount > most + ROUNDING;
  return {
    verdict: 'not a government charge',
    text,
    amount: dollars(amount),
    lawful: most === undefined ? null : { low: 0, high: dollars(most) },
    difference: isOver ? dollars(amount - most) : null,
    line: cap?.id ?? null,
    sentence:
      'Not a government charge: the seller asks it, and it can be negotiated.' +
      (isOver
        ? ` It is ${dollars(amount - most)} above ${dollars(most)}, the most that is known there.`
        : ''),
  };
}

function notLawful({ text, amount }: QuoteLine, { place }: Bill): QuoteFinding {
  return {
    verdict: 'not a government charge',
    text,
    amount: dollars(amount),
    lawful: null,
    difference: null,
    line: null,
    sentence: `It sounds like a government charge, but no such one is known in ${place.name} for this sale: ask under which law it is due.`,
  };
}

function notRecognised({ text, amount }: QuoteLine): QuoteFinding {
  return {
    verdict: 'not recognised',
    text,
    amount: dollars(amount),
    lawful: null,
    difference: null,
    line: null,
    sentence: 'Not recognised: ask what it is and whether it may be declined.',
  };
}

function isSurelyDue({ mandatory, known, amount }: CostLine): boolean {
  return mandatory && known && (amount ?? 0) > 0;
}

function missing(line: CostLine): QuoteFinding {
  const { low, high } = boundsOf(line);
  return {
    verdict: 'missing',
    text: null,
    amount: null,
    lawful: { low: dollars(low), high: dollars(high) },
    difference: null,
    line: line.id,
    sentence: `Missing: ${line.label} of ${dollars(low)} is due by law; ask whether the seller pays it or you will later.`,
  };
}

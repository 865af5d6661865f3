import { type Cents, dollars, moneyText } from '../money.ts';
import type { Bill, CostLine } from '../published.ts';
import { boundsOf, type LawfulAmount, plainAmount, ROUNDING } from './match-lines.ts';
import type { QuoteLine } from './read-quote.ts';
import { isForPaper } from './read-quote.ts';

type Verdict =
  | 'as the law says'
  | 'higher than the law says'
  | 'lower than the law says'
  | 'not a government charge'
  | 'not recognised'
  | 'missing';

export interface QuoteFinding {
  verdict: Verdict;
  /** The name on the bill; null for what it does not hold. */
  text: string | null;
  amount: number | null;
  /** The lawful amount, where the law asks something. */
  lawful: { low: number; high: number } | null;
  /** The distance to the lawful amount. */
  difference: number | null;
  /** The line of the computed bill; of several, the first. */
  line: string | null;
  sentence: string;
}

export function lawfulFinding(
  quoted: QuoteLine,
  lines: readonly CostLine[],
  { low, high, taxedToo, why }: LawfulAmount,
): QuoteFinding {
  const isExact = low === high && (lines.every(({ known }) => known) || why !== undefined);
  return {
    ...frameOf(quoted, lines, { low, high }),
    verdict: 'as the law says',
    difference: 0,
    sentence: [
      `As the law says (${inWords(lines, { low, high })})`,
      taxedToo.length > 0 && ` if it taxes what the seller adds as well: ${listed(taxedToo)}`,
      '.',
      why && ` ${why}`,
      !isExact && ' The range is as exact as what is known of the car and the place.',
    ]
      .filter(Boolean)
      .join(''),
  };
}

/** Compares an amount that nothing in the law comes to. */
export function otherThanLawful(
  quoted: QuoteLine,
  lines: readonly CostLine[],
  taxOfAll: Cents,
): QuoteFinding {
  const lawful = plainAmount(lines);
  const base = frameOf(quoted, lines, lawful);
  const what = inWords(lines, lawful);
  if (quoted.amount > lawful.high) {
    const over = quoted.amount - lawful.high;
    const source = lines[0]?.source;
    return {
      ...base,
      verdict: 'higher than the law says',
      difference: dollars(over),
      sentence: [
        `Higher than the law says by ${moneyText(over)} (${what}).`,
        taxOfAll > 0 &&
          ` Tax on what the seller adds would be ${moneyText(taxOfAll)} at most: ask what the rest is.`,
        source && ` ${source.title}: ${source.url}`,
      ]
        .filter(Boolean)
        .join(''),
    };
  }
  const under = lawful.low - quoted.amount;
  return {
    ...base,
    verdict: 'lower than the law says',
    difference: dollars(under),
    sentence: `Lower than the law says by ${moneyText(under)} (${what}): ask whether the rest falls due later.`,
  };
}

export function sellersOwn({ text, amount }: QuoteLine, { lines }: Bill): QuoteFinding {
  const own = isForPaper(text) ? lines.find(({ id }) => id === 'dealer-documentation') : undefined;
  // An estimate of what dealers ask is no limit.
  const limit = own === undefined || own.confidence === 'low' ? undefined : boundsOf(own).high;
  const over = limit === undefined ? 0 : amount - limit;
  const isOver = over > ROUNDING;
  return {
    verdict: 'not a government charge',
    text,
    amount: dollars(amount),
    lawful: limit === undefined ? null : { low: 0, high: dollars(limit) },
    difference: isOver ? dollars(over) : null,
    line: own?.id ?? null,
    sentence: [
      'Not a government charge: the seller asks it, and it can be negotiated.',
      isOver && ` It is ${moneyText(over)} above ${moneyText(amount - over)}, the most that is known there.`,
      own?.note && ` ${own.note}`,
    ]
      .filter(Boolean)
      .join(''),
  };
}

export function notLawful({ text, amount }: QuoteLine, { place }: Bill): QuoteFinding {
  return {
    ...unknown(text, amount),
    verdict: 'not a government charge',
    sentence: `It sounds like a government charge, but no further one of its kind is known in ${place.name} for this sale: ask under which law it is due.`,
  };
}

export function notRecognised({ text, amount }: QuoteLine): QuoteFinding {
  return {
    ...unknown(text, amount),
    verdict: 'not recognised',
    sentence: 'Not recognised: ask what it is and whether it may be declined.',
  };
}

export function missing(line: CostLine): QuoteFinding {
  const { low, high } = boundsOf(line);
  return {
    verdict: 'missing',
    text: null,
    amount: null,
    lawful: { low: dollars(low), high: dollars(high) },
    difference: null,
    line: line.id,
    sentence: `Missing: ${line.label} of ${moneyText(low)} is due by law; ask whether the seller pays it or you will later.`,
  };
}

function frameOf({ text, amount }: QuoteLine, [first]: readonly CostLine[], lawful: Bounds) {
  return {
    text,
    amount: dollars(amount),
    lawful: { low: dollars(lawful.low), high: dollars(lawful.high) },
    line: first?.id ?? null,
  };
}

function unknown(text: string, amount: Cents) {
  return { text, amount: dollars(amount), lawful: null, difference: null, line: null };
}

interface Bounds {
  low: Cents;
  high: Cents;
}

function inWords(lines: readonly CostLine[], { low, high }: Bounds): string {
  const names = lines.map(({ label }) => label).join(' and ');
  return `${names}, ${low === high ? moneyText(low) : `${moneyText(low)} to ${moneyText(high)}`}`;
}

function listed(charges: readonly QuoteLine[]): string {
  return charges.map(({ text, amount }) => `${text} ${moneyText(amount)}`).join(', ');
}

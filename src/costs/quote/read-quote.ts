import type { Cents } from '../money.ts';
import { PRICE_DECIMALS, parseDecimal } from '../money.ts';

/** One line of a bill of sale: what it is called there, and what it comes to. */
export interface QuoteLine {
  text: string;
  amount: Cents;
}

export interface Quote {
  lines: QuoteLine[];
  /** Lines in which no amount was found. */
  notRead: string[];
}

// The last amount of a line: "HST (13%)  $3,250.00", "Doc fee....... 499", "TVQ 1 995,00 $". A percentage is no amount.
const AMOUNT =
  /(?<minus>[-−(]\s*)?(?:(?:US|CA|C)?\$|CAD|USD)?\s*(?<digits>\d{1,3}(?:[,\s]\d{3})+|\d+)(?<cents>[.,]\d{1,2})?\)?(?!\s*%|\d)/gi;
const END = /^\s*(?:CAD|USD|CA\$|\$|\*+|\.[-–—]|[.;|])*\s*$/i;

/** Reads a bill that was typed or pasted, one line of it a line. */
export function readQuote(text: string): Quote {
  const quote: Quote = { lines: [], notRead: [] };
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const read = readLine(line);
    if (read === undefined) quote.notRead.push(line);
    else quote.lines.push(read);
  }
  return quote;
}

function readLine(line: string): QuoteLine | undefined {
  const found = [...line.matchAll(AMOUNT)].filter(({ index, 0: whole }) =>
    END.test(line.slice(index + whole.length)),
  );
  const last = found.at(-1);
  if (last?.groups === undefined) return undefined;
  const { digits = '', cents = '', minus } = last.groups;
  const amount = parseDecimal(digits.replace(/[,\s]/g, '') + cents.replace(',', '.'), PRICE_DECIMALS);
  if (amount === undefined) return undefined;
  const text = line
    .slice(0, last.index)
    .replace(/[\s.:=_\-–—$|\t]+$/u, '')
    .trim();
  return text === '' ? undefined : { text, amount: minus === undefined ? amount : -amount };
}

import { compileJurisdiction, computeCosts } from '../compute-costs.ts';
import type { Jurisdiction } from '../jurisdiction-schema.ts';
import { type Cents, moneyText } from '../money.ts';
import type { CostsQuery } from '../sale.ts';
import { checkQuote } from './check-quote.ts';
import type { QuoteFinding } from './finding.ts';
import { type QuoteLine, readQuote } from './read-quote.ts';
import { isOwedOnTrade, meaningOf } from './spellings.ts';

export interface CheckedQuote {
  findings: QuoteFinding[];
  /** Lines in which no amount was found. */
  notRead: string[];
  /** What the check took from the bill, and what of it differs from what was said of the sale. */
  notes: string[];
}

/** A bill as it was typed or pasted against the figures of one place. It needs nothing but this: a page can run it. */
export function checkQuoteText(text: string, figures: Jurisdiction, query: CostsQuery): CheckedQuote {
  const { lines, notRead } = readQuote(text);
  // Of a bill that was not read nothing can be missing.
  if (lines.length === 0) return { findings: [], notRead, notes: [] };
  const { sale, notes } = withTradeIn(lines, query);
  const place = compileJurisdiction(figures);
  const billAt = (more: Cents) => computeCosts(place, { ...sale, price: sale.price + more });
  return { findings: checkQuote(lines, billAt), notRead, notes: [...notes, ...priceNotes(lines, sale)] };
}

/** A trade-in that stands on the bill counts where none was given beside it. */
function withTradeIn(lines: readonly QuoteLine[], query: CostsQuery): { sale: CostsQuery; notes: string[] } {
  const [stated] = amountsOf(lines, 'trade-in');
  const { tradeIn, price } = query;
  if (stated === undefined || stated === tradeIn) return { sale: query, notes: [] };
  if (tradeIn !== undefined) {
    return {
      sale: query,
      notes: [
        `The quote states a trade-in of ${moneyText(stated)}; the check was made with ${moneyText(tradeIn)}.`,
      ],
    };
  }
  if (stated >= price) return { sale: query, notes: [] };
  return {
    sale: { ...query, tradeIn: stated },
    notes: [`The trade-in of ${moneyText(stated)} was taken from the quote.`],
  };
}

/** Of several prices, such as one that was asked and one that was agreed, any can be the one that was given. */
function priceNotes(lines: readonly QuoteLine[], { price }: CostsQuery): string[] {
  const stated = amountsOf(lines, 'price');
  const last = stated.at(-1);
  return last === undefined || stated.includes(price)
    ? []
    : [`The quote states a price of ${moneyText(last)}; the check was made with ${moneyText(price)}.`];
}

/** The amounts of a kind; what is taken off counts like what is stated. */
function amountsOf(lines: readonly QuoteLine[], kind: 'price' | 'trade-in'): Cents[] {
  return lines
    .filter(({ text, amount }) => amount !== 0 && meaningOf(text)?.kind === kind && !isOwedOnTrade(text))
    .map(({ amount }) => Math.abs(amount));
}

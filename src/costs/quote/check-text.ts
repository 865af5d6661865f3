import { compileJurisdiction, computeCosts } from '../compute-costs.ts';
import type { Jurisdiction } from '../jurisdiction-schema.ts';
import type { CostsQuery } from '../sale.ts';
import { checkQuote } from './check-quote.ts';
import type { QuoteFinding } from './finding.ts';
import { readQuote } from './read-quote.ts';

export interface CheckedQuote {
  findings: QuoteFinding[];
  /** Lines in which no amount was found. */
  notRead: string[];
}

/** A bill as it was typed or pasted against the figures of one place. It needs nothing but this: a page can run it. */
export function checkQuoteText(text: string, figures: Jurisdiction, query: CostsQuery): CheckedQuote {
  const { lines, notRead } = readQuote(text);
  // Of a bill that was not read nothing can be missing.
  if (lines.length === 0) return { findings: [], notRead };
  const place = compileJurisdiction(figures);
  const billAt = (more: number) => computeCosts(place, { ...query, price: query.price + more });
  return { findings: checkQuote(lines, billAt), notRead };
}

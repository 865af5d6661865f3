import { describe, expect, it } from 'vitest';
import { loadJurisdiction } from '../load-jurisdictions.ts';
import { costsQuery } from '../query.ts';
import { checkQuoteText } from '../quote/check-text.ts';
import type { QuoteFinding, Verdict } from '../quote/finding.ts';

type Judged = Verdict | [Verdict, number] | 'left out';

export interface Quote {
  name: string;
  sale: Record<string, string>;
  /** How a dealer would write the line; what is to be said of it; by which law. How it was worked out stands above it. */
  rows: [line: string, judged: Judged, law?: string][];
}

const saleAt = (place: Record<string, string>, price: number, more: Record<string, string>) => ({
  ...place,
  sale_type: 'dealer',
  price: String(price),
  model_year: '2019',
  fuel: 'gasoline',
  ...more,
});

export const us = (state: string, price: number, more: Record<string, string> = {}) =>
  saleAt({ country: 'US', state }, price, more);
export const ca = (province: string, price: number, more: Record<string, string> = {}) =>
  saleAt({ country: 'CA', province }, price, more);

function judged(finding: QuoteFinding | undefined): Judged {
  if (finding === undefined) return 'left out';
  const { verdict, difference } = finding;
  return difference === null || difference === 0 ? verdict : [verdict, difference];
}

export function testQuotes(quotes: readonly Quote[]): void {
  describe.each(quotes.map((quote) => [quote.name, quote] as const))('%s', (_name, { sale, rows }) => {
    it.each(rows)('%s', (line, expected) => {
      const query = costsQuery.parse(sale);
      const text = rows.map(([row]) => row).join('\n');
      const { findings, notRead } = checkQuoteText(text, loadJurisdiction(query.place), query);
      expect(notRead).not.toContain(line.trim());
      const about = findings.find((finding) =>
        finding.text?.split(' + ').some((part) => line.startsWith(part)),
      );
      expect(judged(about)).toEqual(expected);
    });
  });
}

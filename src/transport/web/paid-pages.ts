import type { Outcome } from '../../payments/outcome.ts';
import { reportPage } from '../../report/html/report-page.ts';
import { reportSchema } from '../../report/report-schema.ts';
import type { SoldProduct } from '../documents/sold-product.ts';
import { paymentPage } from './buy-page.ts';
import { HTML, pageHeaders, type Site, writePage } from './page.ts';
import type { TestWallet } from './test-wallet.ts';

/** A paid path as a browser sees it. */
export interface PaidPages {
  /** The page in place of the JSON, for an outcome that has one. */
  write(
    slug: string,
    outcome: Pick<Outcome, 'kind'> & { body?: object },
    given: URLSearchParams,
  ): PaidPage | undefined;
}

interface PaidPage {
  text: string;
  headers: Record<string, string>;
}

/** For the answer, which is one file with its style inside. */
const answerHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

export function createPaidPages(
  site: Site,
  products: readonly SoldProduct[],
  testWallet: TestWallet | undefined,
): PaidPages {
  return {
    write(slug, { kind, body }, given) {
      const product = products.find((candidate) => candidate.slug === slug);
      if (kind === 'challenge' && product) {
        const text = writePage(paymentPage(product, given, testWallet), site);
        return { text, headers: { ...pageHeaders, 'Content-Type': HTML } };
      }
      if (body === undefined || slug !== 'prepurchase') return undefined;
      // Money has moved by now: an answer of an older shape is told as JSON rather than not at all.
      const report = reportSchema.safeParse(body).data;
      return (
        report && {
          text: reportPage(report, new Date()),
          headers: { ...answerHeaders, 'Content-Type': HTML },
        }
      );
    },
  };
}

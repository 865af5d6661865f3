import type { SoldProduct } from '../documents/sold-product.ts';
import type { PaidPages } from '../http/paid-routes.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { paymentPage } from './buy-page.ts';
import type { PlaceNames } from './form-field.ts';
import { HTML, pageHeaders, type Site, writePage } from './page.ts';
import type { TestWallet } from './test-wallet.ts';

/** For the answer, which is one file with its style inside. */
const answerHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

export function createPaidPages(
  site: Site,
  products: readonly SoldProduct[],
  { testWallet, placeNames }: { testWallet: TestWallet | undefined; placeNames: PlaceNames },
): PaidPages {
  return {
    write(product, reply, given) {
      const sold = products.find(({ slug }) => slug === product.slug);
      if (reply.kind === 'challenge' && sold) {
        const page = paymentPage(sold, { given, publicUrl: site.publicUrl, testWallet, placeNames });
        const text = writePage(page, site);
        return { text, headers: { ...pageHeaders, 'Content-Type': HTML } };
      }
      if (reply.kind !== 'answer') return undefined;
      const page = product.page?.(reply.body, new Date());
      if (page === undefined) return undefined;
      const text = withData(page, { ...reply.body, disclaimer });
      return { text, headers: { ...answerHeaders, 'Content-Type': HTML } };
    },
  };
}

/** The page carries its answer as programs get it, unseen: who has the page needs no second request for the data. */
function withData(page: string, answer: object): string {
  const data = JSON.stringify(answer).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return page.replace('</main>', () => `</main>\n<template id="answer-data">${data}</template>`);
}

import { describeProduct } from '../api/documents/sold-product.ts';
import type { PaidPages } from '../api/http/paid-routes.ts';
import type { Route } from '../api/http/routes.ts';
import type { Limits } from '../api/limits/limits.ts';
import type { Offer } from '../payments/wire/requirements.ts';
import type { Knowledge } from '../products/knowledge.ts';
import type { Listing } from '../products/product.ts';
import type { Status } from './home-page.ts';
import { createPaidPages } from './paid-pages.ts';
import { quotePage } from './quote-page.ts';
import { siteRoutes } from './site-routes.ts';
import { createTestWallet } from './test-wallet.ts';

interface Options {
  products: readonly Listing[];
  knowledge: Knowledge;
  offerOf(product: Listing): Offer;
  publicUrl: string;
  notice: string | undefined;
  /** Only where payments are not real. */
  testWallet: { address: string; privateKey: string } | undefined;
  limits: Limits;
  readStatus(): Status;
}

/** All that people see of the service. */
export function createSite(options: Options): { paidPages: PaidPages; routes: Route[] } {
  const { knowledge, publicUrl, notice, limits, readStatus, offerOf } = options;
  const sold = options.products.map((product) => ({
    product,
    described: describeProduct(product, { knowledge, publicUrl, offer: offerOf(product) }),
  }));
  const offered = sold.find(({ product }) => product.page)?.described;
  if (!offered) throw new Error('No product has a page, so people can be offered none');
  const products = sold.map(({ described }) => described);
  const testWallet = options.testWallet && createTestWallet(options.testWallet);
  const site = { products, offered, publicUrl, notice };
  return {
    paidPages: createPaidPages(site, products, testWallet),
    routes: siteRoutes({
      site,
      report: offered,
      quote: quotePage(knowledge.costs.figures),
      knowledge,
      limits,
      testWallet,
      readStatus,
    }),
  };
}

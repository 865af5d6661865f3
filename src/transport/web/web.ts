import type { CostsService } from '../../costs/costs-service.ts';
import type { Offer } from '../../payments/requirements.ts';
import type { Listing } from '../../products/product.ts';
import type { ReportSamples } from '../../report/report-sample.ts';
import { describeProduct } from '../documents/sold-product.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { HttpApp } from '../http/reply.ts';
import type { Status } from './home-page.ts';
import { createPaidPages, type PaidPages } from './paid-pages.ts';
import { createTestWallet } from './test-wallet.ts';
import { addWebRoutes } from './web-routes.ts';

interface Options<Knowledge> {
  products: readonly Listing<Knowledge>[];
  knowledge: Knowledge & { costs: CostsService; reportSamples: ReportSamples };
  offerOf(product: Listing<Knowledge>): Offer;
  publicUrl: string;
  notice: string | undefined;
  /** Only where payments are not real. */
  testWallet: { address: string; privateKey: string } | undefined;
  limits: Limits;
  readStatus(): Status;
  isServed(path: string): boolean;
}

export interface Web {
  paidPages: PaidPages;
  addRoutes(app: HttpApp): void;
}

/** All that people see of the service. */
export function createWeb<Knowledge>(options: Options<Knowledge>): Web {
  const { knowledge, publicUrl, notice, limits, readStatus, isServed, offerOf } = options;
  const products = options.products.map((product) =>
    describeProduct(product, { knowledge, publicUrl, offer: offerOf(product) }),
  );
  const report = products.find(({ slug }) => slug === 'prepurchase');
  if (!report) throw new Error('There is no report to be bought');
  const testWallet = options.testWallet && createTestWallet(options.testWallet);
  const site = { products, publicUrl, notice };
  return {
    paidPages: createPaidPages(site, products, testWallet),
    addRoutes: (app) =>
      addWebRoutes(app, { site, report, knowledge, limits, testWallet, readStatus, isServed }),
  };
}

import { type DocumentedSite, describeProduct } from '../documents/document.ts';
import { paths } from '../documents/links.ts';
import type { AnyServiceError } from '../errors/service-error.ts';
import type { Health } from '../http/health-route.ts';
import type { WrittenPage } from '../http/reply.ts';
import type { Route } from '../http/routes.ts';
import type { Limits } from '../limits/limits.ts';
import type { Offer } from '../payments/wire/requirements.ts';
import { prepurchase } from '../products/prepurchase.ts';
import type { Knowledge, Listing } from '../products/product.ts';
import type { LookFreely } from '../report/free-look.ts';
import type { Storage } from '../storage/storage.ts';
import { createPaidPages, tillScript } from './buy-page.ts';
import { createTestWallet } from './buy-part.ts';
import { writeInLocale } from './in-locale.ts';
import { type Page, privateHeaders, type Site, writePage } from './page.ts';
import { figuresFiles, quotePage } from './quote-page.ts';
import { createReference } from './reference/reference-pages.ts';
import { createSealedReports } from './sealed-reports.ts';
import { failurePage, statusPage } from './service-pages.ts';
import { createSharePictures } from './share-pictures.ts';
import { alsoAsPage, siteRoutes } from './site-routes.ts';
import { changelogPage } from './text-pages.ts';

interface Options {
  products: readonly Listing[];
  knowledge: Knowledge;
  lookFreely: LookFreely;
  offerOf(product: Listing): Offer;
  publicUrl: string;
  notice: string | undefined;
  behind: Site['behind'];
  /** Present only where payments are not real. */
  testWallet: { address: string; privateKey: string } | undefined;
  limits: Limits;
  storage: Pick<Storage, 'sealedReports' | 'counters'>;
  /** The same for all instances. */
  secret: string;
}

export function createSite(options: Options) {
  const { knowledge, publicUrl, notice, limits, lookFreely, offerOf, storage, secret } = options;
  const products = options.products.map((product) =>
    describeProduct(product, { knowledge, publicUrl, offer: offerOf(product) }),
  );
  const report = products.find(({ slug }) => slug === prepurchase.slug);
  if (!report) throw new Error(`The pages offer "${prepurchase.slug}", which is not sold`);
  const testWallet = options.testWallet && createTestWallet(options.testWallet);
  const placeNames = Object.fromEntries(
    knowledge.costs.figures.map(({ country, code, name }) => [`${country}-${code}`, name]),
  );
  const figures = figuresFiles(knowledge.costs.figures);
  const { sealedReports: store, counters } = storage;
  const sharePictures = createSharePictures(secret);
  const sealedReports = createSealedReports({ store, counters, secret, limits });
  const site: Site = {
    products,
    offered: report,
    publicUrl,
    pictureOf: sharePictures.addressOf,
    notice,
    behind: options.behind,
    hasTestWallet: testWallet !== undefined,
  };
  const write = (page: Page): WrittenPage => ({ text: writePage(page, site), headers: privateHeaders });
  return {
    pages: {
      paid: createPaidPages(site, { testWallet, placeNames, sealedReports }),
      status: (health: Health) => write(statusPage(health)),
      inLocale: writeInLocale,
      failure: (failure: AnyServiceError, requestId: string) => write(failurePage(failure, requestId)),
    },
    routes: siteRoutes({
      site,
      report,
      quote: quotePage(knowledge.costs.figures, figures.ofAll),
      figuresFiles: figures,
      knowledge,
      lookFreely,
      limits,
      testWallet,
      placeNames,
      sealedReports,
      sharePictures,
    }),
    createReference: (documented: DocumentedSite) =>
      createReference(
        documented,
        site,
        testWallet && { pay: tillScript().path, wallet: testWallet.script.path, hint: testWallet.hint },
      ),
    /** Shows some documents to browsers as pages. */
    withPages: (routes: readonly Route[]) =>
      routes.map((route) =>
        route.path === paths.changelog
          ? alsoAsPage(route, () => writePage(changelogPage(), site), limits)
          : route,
      ),
  };
}

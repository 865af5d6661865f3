import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { CostsService } from '../../costs/costs-service.ts';
import type { Costs } from '../../costs/result-schema.ts';
import type { ReportSamples } from '../../report/report-sample.ts';
import { pagePaths } from '../documents/links.ts';
import type { SoldProduct } from '../documents/sold-product.ts';
import { matches } from '../http/document-routes.ts';
import { limited } from '../http/limits/limited.ts';
import type { Limits } from '../http/limits/limits.ts';
import {
  type HttpApp,
  type HttpContext,
  type ReplyHeaders,
  replyEmpty,
  replyJson,
  replyText,
} from '../http/reply.ts';
import { addRoute, type Handler } from '../http/routes.ts';
import { type Asset, assets } from './assets.ts';
import { buyPage } from './buy-page.ts';
import { coveragePage } from './coverage-page.ts';
import { homePage, type Status } from './home-page.ts';
import { HTML, type Page, pageHeaders, type Site, writePage } from './page.ts';
import { samplePage } from './sample-page.ts';
import type { TestWallet } from './test-wallet.ts';

interface Options {
  site: Site;
  report: SoldProduct;
  knowledge: { costs: CostsService; reportSamples: ReportSamples };
  limits: Limits;
  testWallet: TestWallet | undefined;
  readStatus(): Status;
  isServed(path: string): boolean;
}

const PAGES_PER_MINUTE = 60;
const SAMPLE_CENTS = 25_000_00;
const CACHE_CONTROL = 'public, max-age=60';

/** The pages for people, and the files they need. */
export function addWebRoutes(app: HttpApp, options: Options): void {
  const { site, knowledge, limits, testWallet } = options;
  const coverage = once(() => writePage(coveragePage(billsEverywhere(knowledge.costs)), site));
  const buy = once(() => writePage(buyPage(options.report, testWallet), site));
  const pages: Record<keyof typeof pagePaths, () => string | Promise<string>> = {
    home: async () =>
      writePage(
        homePage(
          site,
          await knowledge.reportSamples.current(),
          options.readStatus(),
          options.isServed('/mcp'),
        ),
        site,
      ),
    sample: async () => writePage(await readSample(knowledge), site),
    coverage,
    buy,
  };
  for (const name of ['home', 'coverage', 'buy'] as const) {
    addRoute(app, pagePaths[name], { get: gentle(limits, servePage(pages[name])) });
  }
  const serveSample = servePage(pages.sample);
  addRoute(app, pagePaths.sample, {
    get: gentle(limits, async (c) =>
      c.req.query('format') === 'json'
        ? replyJson(c.env.exchange, 200, await knowledge.reportSamples.current())
        : serveSample(c),
    ),
  });
  for (const asset of assets)
    addRoute(app, asset.path, { get: serveAsset(asset, 'public, max-age=31536000, immutable') });
  for (const asset of testWallet?.assets ?? [])
    addRoute(app, asset.path, { get: serveAsset(asset, 'no-cache') });
}

function gentle(limits: Limits, handler: Handler): Handler {
  return limited(limits.of('pages', PAGES_PER_MINUTE), handler);
}

function servePage(write: () => string | Promise<string>): Handler {
  return async (c) => {
    const text = await write();
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    const headers = { ...pageHeaders, ETag: `W/${etag}`, 'Cache-Control': CACHE_CONTROL };
    return matches(c.req.header('If-None-Match'), etag)
      ? replyEmpty(c.env.exchange, 304, headers)
      : replyPacked(c, text, HTML, headers);
  };
}

function serveAsset({ contentType, text }: Asset, cacheControl: string): Handler {
  return (c) => replyPacked(c, text, contentType, { 'Cache-Control': cacheControl });
}

/** Pages are text that repeats itself; packed they are a fifth of it. */
function replyPacked(c: HttpContext, text: string, contentType: string, headers: ReplyHeaders): Response {
  const own = { ...headers, Vary: 'Accept-Encoding' };
  const { exchange } = c.env;
  return /\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '')
    ? replyText(exchange, 200, gzipSync(text), contentType, { ...own, 'Content-Encoding': 'gzip' })
    : replyText(exchange, 200, text, contentType, own);
}

async function readSample({ costs, reportSamples }: Options['knowledge']): Promise<Page> {
  const sale = { price: SAMPLE_CENTS, saleType: 'private' } as const;
  return samplePage({
    report: await reportSamples.current(),
    bills: {
      ca: costs.compute({ country: 'CA', province: 'ON', ...sale, familyGift: false, buyerHasPlates: false }),
      us: costs.compute({ country: 'US', state: 'CA', ...sale }),
    },
    writtenAt: new Date(),
  });
}

function billsEverywhere(costs: CostsService): { canada: Costs[]; us: Costs[] } {
  const sale = { price: SAMPLE_CENTS, saleType: 'private' } as const;
  return {
    canada: costs.compare({
      country: 'CA',
      province: 'ON',
      ...sale,
      familyGift: false,
      buyerHasPlates: false,
    }),
    us: costs.compare({ country: 'US', state: 'CA', ...sale }),
  };
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

import { gzipSync } from 'node:zlib';
import { pagePaths } from '../api/documents/links.ts';
import type { SoldProduct } from '../api/documents/sold-product.ts';
import { limited } from '../api/http/limits/limited.ts';
import { type HttpContext, type ReplyHeaders, replyEmpty, replyJson, replyText } from '../api/http/reply.ts';
import type { Handler, Route } from '../api/http/routes.ts';
import type { Limits } from '../api/limits/limits.ts';
import type { CostsService } from '../costs/costs-service.ts';
import { sampleBills } from '../costs/sample-bills.ts';
import { etagOf, matchesEtag } from '../lib/etag.ts';
import type { ReportSamples } from '../report/report-sample.ts';
import { type Asset, assets } from './assets.ts';
import { buyPage, buyScript } from './buy-page.ts';
import { coveragePage } from './coverage-page.ts';
import { homePage, type Status } from './home-page.ts';
import { HTML, type Page, pageHeaders, type Site, writePage } from './page.ts';
import type { QuotePage } from './quote-page.ts';
import { samplePage } from './sample-page.ts';
import type { TestWallet } from './test-wallet.ts';

interface Options {
  site: Site;
  report: SoldProduct;
  quote: QuotePage;
  knowledge: { costs: CostsService; reportSamples: ReportSamples };
  limits: Limits;
  testWallet: TestWallet | undefined;
  readStatus(): Status;
}

const PAGES_PER_MINUTE = 60;
const CACHE_CONTROL = 'public, max-age=60';

/** The pages for people, and the files they need. */
export function siteRoutes(options: Options): Route[] {
  const { site, knowledge, limits, testWallet } = options;
  const coverage = once(() => writePage(coveragePage(knowledge.costs), site));
  const buy = once(() => writePage(buyPage(options.report, testWallet), site));
  const pages: Record<keyof typeof pagePaths, () => string | Promise<string>> = {
    home: async () =>
      writePage(homePage(site, await knowledge.reportSamples.current(), options.readStatus()), site),
    sample: async () => writePage(await readSample(knowledge), site),
    coverage,
    quote: once(() => writePage(options.quote.page, site)),
    buy,
  };
  const serveSample = servePage(pages.sample);
  return [
    ...(['home', 'coverage', 'quote', 'buy'] as const).map((name) => ({
      path: pagePaths[name],
      get: gentle(limits, servePage(pages[name])),
    })),
    {
      path: pagePaths.sample,
      get: gentle(limits, async (c) =>
        c.req.query('format') === 'json'
          ? replyJson(c.env.exchange, 200, await knowledge.reportSamples.current())
          : serveSample(c),
      ),
    },
    ...[...assets, ...buyScript().assets, ...options.quote.assets].map((asset) => ({
      path: asset.path,
      get: serveAsset(asset, 'public, max-age=31536000, immutable'),
    })),
    ...(testWallet?.assets ?? []).map((asset) => ({ path: asset.path, get: serveAsset(asset, 'no-cache') })),
  ];
}

function gentle(limits: Limits, handler: Handler): Handler {
  return limited(limits.of('pages', PAGES_PER_MINUTE), handler);
}

function servePage(write: () => string | Promise<string>): Handler {
  return async (c) => {
    const text = await write();
    const etag = etagOf(text);
    const headers = { ...pageHeaders, ETag: `W/${etag}`, 'Cache-Control': CACHE_CONTROL };
    return matchesEtag(c.req.header('If-None-Match'), etag)
      ? replyEmpty(c.env.exchange, 304, headers)
      : replyPacked(
          c,
          HTML,
          headers,
          () => text,
          () => gzipSync(text),
        );
  };
}

function serveAsset(asset: Asset, cacheControl: string): Handler {
  // The text is read when it is asked for: some of it is only made then.
  const packed = once(() => gzipSync(asset.text));
  const headers = { 'Cache-Control': cacheControl };
  return (c) => replyPacked(c, asset.contentType, headers, () => asset.text, packed);
}

/** Pages are text that repeats itself; packed they are a fifth of it. */
function replyPacked(
  c: HttpContext,
  contentType: string,
  headers: ReplyHeaders,
  read: () => string,
  readPacked: () => Uint8Array<ArrayBuffer>,
): Response {
  const own = { ...headers, Vary: 'Accept-Encoding' };
  const { exchange } = c.env;
  return /\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '')
    ? replyText(exchange, 200, readPacked(), contentType, { ...own, 'Content-Encoding': 'gzip' })
    : replyText(exchange, 200, read(), contentType, own);
}

async function readSample({ costs, reportSamples }: Options['knowledge']): Promise<Page> {
  return samplePage({
    report: await reportSamples.current(),
    bills: sampleBills(costs),
    writtenAt: new Date(),
  });
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

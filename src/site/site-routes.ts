import { readFileSync } from 'node:fs';
import type { Country } from '../costs/places.ts';
import type { SoldProduct } from '../documents/document.ts';
import { pagePaths } from '../documents/links.ts';
import { type HttpContext, LANGUAGE, replyEmpty, replyJson, replyReady, replyText } from '../http/reply.ts';
import { prefersPage } from '../http/request.ts';
import { type Handler, limited, type Route } from '../http/routes.ts';
import { type ReadyText, readyText } from '../lib/bodies.ts';
import { etagOf, matchesEtag } from '../lib/etag.ts';
import { onDemand, rememberNewest } from '../lib/on-demand.ts';
import type { Limits } from '../limits/limits.ts';
import type { Knowledge } from '../products/product.ts';
import type { LookFreely } from '../report/free-look.ts';
import { type Asset, JAVASCRIPT, script, siteFiles } from './assets.ts';
import { buyPage, buyScript, tillScript } from './buy-page.ts';
import type { TestWallet } from './buy-part.ts';
import { carRoute } from './car-page.ts';
import { coveragePage } from './coverage-page.ts';
import { type PlaceNames, vinFieldScript } from './form-field.ts';
import { homePage } from './home-page.ts';
import { inBothLanguages, localeAssets } from './in-locale.ts';
import { keptReportPage, keptReportScripts } from './kept-report-page.ts';
import { chosenLocale, type Locale, localeOfBrowser, locales } from './locale.ts';
import { HTML, pageHeaders, privateHeaders, type Site, writePage } from './page.ts';
import { pricesPage } from './prices-page.ts';
import type { figuresFiles, quotePage } from './quote-page.ts';
import { samplePage } from './sample-page.ts';
import type { SealedReports } from './sealed-reports.ts';
import { privacyPage, termsPage } from './text-pages.ts';

interface Options {
  site: Site;
  report: SoldProduct;
  quote: ReturnType<typeof quotePage>;
  figuresFiles: ReturnType<typeof figuresFiles>;
  knowledge: Pick<Knowledge, 'costs' | 'reportSamples' | 'recallSamples' | 'issueSamples'>;
  lookFreely: LookFreely;
  limits: Limits;
  testWallet: TestWallet | undefined;
  placeNames: PlaceNames;
  sealedReports: SealedReports;
  sharePictures: { path: string; get: Handler };
}

const CACHE_CONTROL = 'public, max-age=60';

type PageName = Exclude<keyof typeof pagePaths, 'car' | 'buy'>;

export function siteRoutes(options: Options): Route[] {
  const { site, knowledge, limits, testWallet, report, figuresFiles } = options;
  const { figures } = knowledge.costs;
  const { network } = report.offer;
  const pages: Record<PageName, WritePage> = {
    home: homeWriter(options),
    sample: async (country) => writePage(await samplePage(knowledge, country), site),
    coverage: onDemand(() => writePage(coveragePage(knowledge.costs), site)),
    quote: onDemand(() => writePage(options.quote.page, site)),
    prices: onDemand(() => writePage(pricesPage(site), site)),
    report: (country) =>
      writePage(
        keptReportPage({ report, country, testWallet, figures, figuresFile: figuresFiles.ofPlace }),
        site,
      ),
    terms: onDemand(() => writePage(termsPage(network), site)),
    privacy: onDemand(() => writePage(privacyPage(site.behind, network), site)),
  };
  const serveSample = servePage(pages.sample);
  const sample: Handler = async (c) =>
    c.req.query('format') === 'json'
      ? replyJson(c.env.exchange, 200, await knowledge.reportSamples.current())
      : serveSample(c);
  // These cost nothing but the bandwidth of the instance, and asking a database would cost more.
  const filesLimit = limits.named('files');
  const files: { path: string; get: Handler }[] = [
    ...[
      ...Object.values(siteFiles),
      vinFieldScript(),
      buyScript(),
      ...Object.values(keptReportScripts()),
      ...options.quote.assets,
      ...figuresFiles.assets,
      ...localeAssets(),
      ...(testWallet ? [testWallet.script, tillScript()] : []),
    ]
      .flatMap(inBothLanguages)
      .map((asset) => ({ path: asset.path, get: serveAsset(asset) })),
    ...fixedFiles(),
    options.sharePictures,
  ];
  return [
    ...(Object.keys(pages) as PageName[]).map((name) => ({
      path: pagePaths[name],
      get: rateLimited(limits, name === 'sample' ? sample : servePage(pages[name])),
    })),
    carRoute(options),
    {
      path: pagePaths.buy,
      get: rateLimited(limits, (c) => {
        const given = new URLSearchParams(c.req.query());
        const { placeNames } = options;
        const { publicUrl } = site;
        const { country } = locales[localeOf(c)];
        const page = buyPage({ report, given, country, publicUrl, testWallet, placeNames });
        const headers = page.isPrivate ? privateHeaders : { ...pageHeaders, 'Cache-Control': 'no-store' };
        return replyText(c.env.exchange, 200, writePage(page, site), HTML, headers);
      }),
    },
    options.sealedReports.route,
    ...files.map(({ path, get }) => ({ path, get: limited(filesLimit, get) })),
  ];
}

/** Writes the home page, which shows no ages, only when the day or the data of its sample are others than before. */
function homeWriter({ site, knowledge }: Options): WritePage {
  const { reportSamples, recallSamples, issueSamples } = knowledge;
  const written: Partial<Record<Country, { of: unknown[]; text: string }>> = {};
  return async (country) => {
    const { us, canada } = recallSamples.current();
    const of = [us, canada, issueSamples.current().knownIssues, new Date().toDateString()];
    const known = written[country];
    if (known?.of.every((part, at) => part === of[at])) return known.text;
    const text = writePage(homePage(site, await reportSamples.current(country)), site);
    written[country] = { of, text };
    return text;
  };
}

function rateLimited(limits: Limits, handler: Handler): Handler {
  return limited(limits.named('pages'), handler);
}

type WritePage = (country: Country) => string | Promise<string>;

const MOST_PACKED = 100;
const packed = rememberNewest<ReadyText>(MOST_PACKED);

function servePage(write: WritePage): Handler {
  return async (c) => {
    const locale = localeOf(c);
    const text = await write(locales[locale].country);
    // A page is another one in other words.
    const etag = etagOf(`${locale}${text}`);
    const unlisted = text.includes('name="robots"') && { 'X-Robots-Tag': 'noindex' };
    const headers = { ...pageHeaders, ETag: `W/${etag}`, 'Cache-Control': CACHE_CONTROL, ...unlisted };
    const { exchange } = c.env;
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return replyEmpty(exchange, 304, headers);
    // Whoever writes something of their own into the address gets a page of their own.
    if (c.req.url.includes('?')) return replyText(exchange, 200, text, HTML, headers);
    const page = exchange.inLocale?.(text) ?? text;
    return replyReady(
      exchange,
      packed(page, () => readyText(page)),
      HTML,
      { ...headers, Vary: LANGUAGE },
    );
  };
}

function serveAsset(asset: Asset): Handler {
  // The text is read when it is asked for: some of it is only made then.
  const ready = onDemand(() => readyText(asset.text()));
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
  return (c) => replyReady(c.env.exchange, ready(), asset.contentType, headers);
}

/** Shows browsers a document as a page, under the same address. */
export function alsoAsPage(route: Route, write: () => string, limits: Limits): Route {
  const { get } = route;
  if (!get) return route;
  const servePeople = rateLimited(limits, servePage(onDemand(write)));
  return {
    ...route,
    async get(c) {
      const response = await (prefersPage(c.req.header('Accept')) ? servePeople(c) : get(c));
      response.headers.append('Vary', 'Accept');
      return response;
    },
  };
}

function localeOf(c: HttpContext): Locale {
  return chosenLocale(c.req.query('lang')) ?? localeOfBrowser(c.req.header('Accept-Language'));
}

const FIXED_NAME_CACHE_CONTROL = 'public, max-age=86400';
const WORKER_HEADERS = { ...pageHeaders, 'Cache-Control': 'no-cache' };
const PNG = 'image/png';

/** Serves what others look for under fixed names: pictures made by tools/screenshots.ts, and the manifest. */
function fixedFiles(): { path: string; get: Handler }[] {
  const icon = picture('icon-192.png');
  const share = picture('share.jpg');
  const manifest = JSON.stringify({
    name: 'Forecourt',
    short_name: 'Forecourt',
    description: 'Know the car before you pay for it.',
    id: pagePaths.report,
    start_url: pagePaths.report,
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#0a6650',
    icons: [
      { src: siteFiles.icon.path, sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-touch-icon.png', sizes: '192x192', type: PNG },
      { src: '/icon-512.png', sizes: '512x512', type: PNG },
      { src: '/icon-maskable.png', sizes: '512x512', type: PNG, purpose: 'maskable' },
    ],
  });
  return [
    serve('/manifest.webmanifest', 'application/manifest+json', manifest),
    // Its own headers say what it may fetch; a browser looks for another one at each registration.
    serve('/report-worker.js', JAVASCRIPT, script('report-worker.js').text(), WORKER_HEADERS),
    serve('/share.jpg', 'image/jpeg', share),
    serve('/apple-touch-icon.png', PNG, icon),
    serve('/icon-512.png', PNG, picture('icon-512.png')),
    serve('/icon-maskable.png', PNG, picture('icon-maskable.png')),
    serve('/favicon.ico', PNG, icon),
  ];
}

function serve(path: string, contentType: string, content: string | Uint8Array<ArrayBuffer>, own?: object) {
  const headers = { 'Cache-Control': FIXED_NAME_CACHE_CONTROL, ...own };
  return { path, get: (c: HttpContext) => replyText(c.env.exchange, 200, content, contentType, headers) };
}

function picture(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`./pictures/${name}`, import.meta.url)));
}

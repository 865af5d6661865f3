import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { frenchTranslator } from '../../src/site/in-locale.ts';
import { startFaultySources } from '../report/faulty-sources.ts';
import { elantra2013, quietCar, worldOf } from '../report/report-world.ts';
import { type RunningService, runService, whenReady } from '../running-service.ts';

/** Words of a page in the language of its reader. */
type Said = (english: string) => string;

/** A page in a state, as somebody meets it. */
interface State {
  path: string;
  /** None is taller than somebody looks at. */
  mostHigh?: number;
  /** Leads to the state, once the page is there. */
  act?(page: Page, said: Said): Promise<unknown>;
  options?: BrowserContextOptions;
  withoutTestWallet?: boolean;
  /** Services that cannot be reached. */
  out?: 'NHTSA_URL' | 'TRANSPORT_CANADA_URL';
}

const { vin: VIN } = elantra2013;
/** Not among the cars that are recorded for trying the service out. */
const elantra2011 = { ...elantra2013, vin: '5NPDH4AE1BH100013', year: 2011 };
const camry2017 = { ...quietCar, vin: '4T1BF1FK6HU100013' };
/** New enough for a warranty, and with all that a VIN can say. */
const crv2024 = { vin: '2HKRS4H78RH000001', make: 'HONDA', model: 'CR-V', year: 2024 };
const MISREAD_VIN = '5NPDH4AE8DH10O013';
const TALL = 6000;
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const typed = (text: string) => (page: Page, said: Said) =>
  page.getByLabel(said('The VIN of the car')).pressSequentially(text);
const buy = async (page: Page, said: Said) => {
  await press(page, said('Pay with Test wallet'));
  await page.locator('#answer .verdict').waitFor();
};

const QUOTE = `HST 13%  3250.00
OMVIC fee 12.50
Licensing 91.00
Administration fee 499
Etching 300
Nitrogen for the tires`;

/** Every page of ours, and whatever becomes of it under the hands of a visitor. */
export const STATES: Readonly<Record<string, State>> = {
  home: { path: '/', mostHigh: TALL },
  'home-typing': { path: '/', mostHigh: 900, act: typed(MISREAD_VIN) },
  'home-no-scripts': { path: '/', mostHigh: 900, options: { javaScriptEnabled: false } },
  car: { path: `/car?vin=${VIN}`, mostHigh: 1200 },
  'car-none': { path: '/car' },
  'car-misread': { path: `/car?vin=${MISREAD_VIN}` },
  'car-check-digit': { path: '/car?vin=5NPDH4AE8DH100014' },
  'car-quiet': { path: `/car?vin=${camry2017.vin}`, mostHigh: 1200 },
  'car-motorcycle': { path: '/car?vin=1HD1KEM15BB000001' },
  'car-trailer': { path: '/car?vin=1UYVS2538BU000001' },
  'car-of-europe': { path: '/car?vin=WVWZZZ1KZAW000001' },
  'car-before-1981': { path: '/car?vin=2W87Z9N123456' },
  'car-of-japan': { path: '/car?vin=BNR32-305366' },
  'car-unknown': { path: '/car?vin=11111111111111111' },
  sample: { path: '/sample', mostHigh: TALL * 3 },
  buy: { path: `/buy?vin=${VIN}`, mostHigh: 1200 },
  'buy-no-wallet': {
    path: `/buy?vin=${VIN}`,
    mostHigh: 1600,
    withoutTestWallet: true,
    act: (page, said) => page.getByText(said('On another device, or somebody else pays')).click(),
  },
  'buy-misread': {
    path: '/buy?vin=5NPDH4AE8DH100014',
    act: (page, said) => press(page, said('Pay with Test wallet')),
  },
  'buy-no-scripts': { path: '/buy', options: { javaScriptEnabled: false } },
  report: { path: `/buy?vin=${VIN}`, mostHigh: 1000, act: buy },
  'report-costs': {
    path: `/buy?vin=${VIN}`,
    mostHigh: TALL * 3,
    act: async (page, said) => {
      await buy(page, said);
      await page.getByText(said('The bill of your place')).click();
      await page.locator('#place').selectOption('Ontario');
      await page.getByLabel(said('Price of the car')).fill('18500');
      await press(page, said('Show the bill'));
      await page.locator('#bill').waitFor();
    },
  },
  'report-placed': {
    path: `/buy?vin=${crv2024.vin}&country=CA&province=QC&price=34000&sale_type=dealer`,
    mostHigh: TALL * 3,
    act: buy,
  },
  'report-us-out': {
    path: `/buy?vin=${elantra2011.vin}&country=CA`,
    mostHigh: 1400,
    out: 'NHTSA_URL',
    act: buy,
  },
  'report-canada-out': {
    path: `/buy?vin=${elantra2011.vin}&country=US`,
    mostHigh: TALL * 3,
    out: 'TRANSPORT_CANADA_URL',
    act: buy,
  },
  'report-deleting': {
    path: `/buy?vin=${VIN}`,
    act: async (page, said) => {
      await buy(page, said);
      await press(page, said('Delete this report'));
    },
  },
  'report-list': {
    path: `/buy?vin=${camry2017.vin}`,
    act: async (page, said) => {
      await buy(page, said);
      await page.goto(new URL(`/buy?vin=${VIN}`, page.url()).href);
      await buy(page, said);
      await page.getByRole('link', { name: said('My reports') }).click();
    },
  },
  'report-none': { path: '/report' },
  'report-elsewhere': { path: `/report#${'a'.repeat(16)}.${'a'.repeat(43)}` },
  payment: { path: `/v1/decode?vin=${VIN}`, mostHigh: 1000 },
  'payment-report': { path: `/v1/prepurchase?vin=${VIN}` },
  'payment-costs': { path: '/v1/purchase-costs', mostHigh: 1300 },
  prices: { path: '/prices', mostHigh: 1400 },
  coverage: { path: '/coverage', mostHigh: 1250 },
  quote: { path: '/quote', mostHigh: 1300 },
  'quote-checked': {
    path: '/quote',
    mostHigh: TALL,
    act: async (page, said) => {
      await page.locator('#place').selectOption('Ontario');
      await page.getByLabel(said('Price of the car')).fill('25000');
      await page.locator('#bill').fill(QUOTE);
      await press(page, said('Check the quote'));
      await page.locator('#findings').waitFor();
    },
  },
  docs: { path: '/docs', mostHigh: 900 },
  'docs-tried': {
    path: '/docs/decode',
    mostHigh: 1400,
    act: async (page) => {
      await page.locator('.try .sample').click();
      await page.locator('.tried pre').waitFor();
    },
  },
  terms: { path: '/terms', mostHigh: 1300 },
  privacy: { path: '/privacy', mostHigh: 1300 },
  changelog: { path: '/changelog', mostHigh: 1300 },
  status: { path: '/health' },
  'not-found': { path: '/nowhere' },
  'too-fast': {
    path: '/car?vin=1',
    act: async (page) => {
      for (let looks = 0; looks < 11; looks += 1) await page.reload();
    },
  },
};

/** The sentences seen on a page with a word that no French sentence has, but for what is marked as English or as a name. */
export const ENGLISH_SENTENCES = `(() => {
  const kept = '[lang^=en], [translate=no], pre, code, textarea, script, style, template, option';
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, data } = texts.currentNode;
    if (!parentElement.closest(kept) && /\\b(?:the|and|for|with|is|are|when|which)\\b/i.test(data)) found.push(data);
  }
  return found;
})()`;

const calmRecall = { campaign: '24V002000', date: '03/01/2024', component: 'STEERING' };
const NOBODY = 'http://127.0.0.1:9';

export interface Look {
  locale: string;
  width: number;
  colorScheme?: 'light' | 'dark';
}

/** The real service, one for each source that may be out, and pages of it that were led to their state. */
export async function startStage(browser: Browser) {
  await using parts = new AsyncDisposableStack();
  const quietWorld = worldOf(quietCar, { us: [], canada: [], complaints: [] });
  const { environment } = parts.use(
    await startFaultySources([
      ...worldOf(elantra2013),
      ...worldOf(elantra2011),
      ...worldOf(crv2024, { us: [calmRecall], canada: [] }),
      ...quietWorld,
    ]),
  );
  const services = new Map<State['out'], Promise<RunningService>>();
  const closing = parts.move();
  let visitors = 0;

  async function serve(out: State['out']): Promise<RunningService> {
    const lacking = out && { [out]: NOBODY };
    const service = closing.use(await runService({ ...environment, ...lacking, TRUSTED_PROXIES: '1' }));
    await whenReady(service);
    return service;
  }

  return {
    async open(name: string, { locale, width, colorScheme = 'light' }: Look): Promise<Page> {
      const state = STATES[name];
      if (!state) throw new Error(`No page has the state ${name}`);
      const started = services.get(state.out) ?? serve(state.out);
      services.set(state.out, started);
      const { url } = await started;
      visitors += 1;
      const page = await browser.newPage({
        locale,
        ...state.options,
        colorScheme,
        viewport: { width, height: 800 },
        // Somebody else each time, so that nobody comes too often.
        extraHTTPHeaders: { 'X-Forwarded-For': `198.51.${visitors >> 8}.${visitors & 255}` },
      });
      if (state.withoutTestWallet) await page.route('**/test-wallet/**', (route) => route.abort());
      await page.goto(url + state.path, { waitUntil: 'networkidle' });
      await state.act?.(
        page,
        locale === 'fr-CA' ? (english) => frenchTranslator().text(english).text : String,
      );
      return page;
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

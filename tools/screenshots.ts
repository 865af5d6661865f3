import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { startBrowser } from '../test/documents/browser.ts';
import { startFaultySources } from '../test/report/faulty-sources.ts';
import { elantra2013, worldOf } from '../test/report/report-world.ts';

/** A page in a state, as somebody meets it. */
interface State {
  path: string;
  /** None is taller than somebody looks at. */
  mostHigh?: number;
  /** What leads to the state, once the page is there. */
  act?(page: Page): Promise<unknown>;
  options?: BrowserContextOptions;
  withoutTestWallet?: boolean;
  /** Also in docs/screenshots. */
  isInDocs?: boolean;
}

const { vin: VIN } = elantra2013;
const MISREAD_VIN = '5NPDH4AE8DH10O013';
const TALL = 6000;
const typed = (text: string) => (page: Page) => page.getByLabel('The VIN of the car').pressSequentially(text);
const buy = async (page: Page) => {
  await page.getByRole('button', { name: 'Pay with Test wallet' }).click();
  await page.getByText('Before you go').waitFor();
};

const STATES: Record<string, State> = {
  home: { path: '/', mostHigh: 900, isInDocs: true },
  'home-whole': { path: '/', mostHigh: TALL },
  'home-typing': { path: '/', mostHigh: 900, act: typed(MISREAD_VIN) },
  'home-no-scripts': { path: '/', mostHigh: 900, options: { javaScriptEnabled: false } },
  car: { path: `/car?vin=${VIN}`, mostHigh: 1200, isInDocs: true },
  'car-none': { path: '/car' },
  'car-misread': { path: `/car?vin=${MISREAD_VIN}` },
  'car-check-digit': { path: '/car?vin=5NPDH4AE8DH100014' },
  'car-unknown': { path: '/car?vin=11111111111111111' },
  sample: { path: '/sample', mostHigh: 900, isInDocs: true },
  'sample-whole': { path: '/sample', mostHigh: TALL * 3 },
  'sample-issues': { path: '/sample#known-issues', mostHigh: 1050, isInDocs: true },
  'sample-warranty': { path: '/sample#warranty', mostHigh: 900, isInDocs: true },
  buy: { path: `/buy?vin=${VIN}`, mostHigh: 1200, isInDocs: true },
  'buy-no-wallet': {
    path: `/buy?vin=${VIN}`,
    mostHigh: 1600,
    withoutTestWallet: true,
    act: async (page) => {
      await page.getByText('No wallet was found').waitFor();
      await page.getByText('On another device').click();
    },
  },
  'buy-misread': {
    path: '/buy?vin=5NPDH4AE8DH100014',
    act: (page) => page.getByRole('button', { name: 'Pay with Test wallet' }).click(),
  },
  'buy-no-scripts': { path: '/buy', options: { javaScriptEnabled: false } },
  report: { path: `/buy?vin=${VIN}`, mostHigh: 1000, act: buy, isInDocs: true },
  'report-costs': {
    path: `/buy?vin=${VIN}`,
    mostHigh: TALL * 3,
    act: async (page) => {
      await buy(page);
      await page.getByLabel('Where you will register it').selectOption('Ontario');
      await page.getByLabel('The price, in the money of that place').fill('18500');
      await page.getByRole('button', { name: 'Use Test wallet' }).click();
      await page.getByText('The exact costs are in the report.').waitFor();
    },
  },
  'report-none': { path: '/report' },
  'report-elsewhere': { path: `/report#${'a'.repeat(16)}.${'a'.repeat(43)}` },
  payment: { path: `/v1/decode?vin=${VIN}`, mostHigh: 1000, isInDocs: true },
  'payment-costs': { path: '/v1/purchase-costs', mostHigh: 1300 },
  prices: { path: '/prices', mostHigh: 1400 },
  coverage: { path: '/coverage', mostHigh: 1250, isInDocs: true },
  quote: { path: '/quote', mostHigh: 1300 },
  docs: { path: '/docs#decode', mostHigh: 900, isInDocs: true },
  'docs-tried': {
    path: '/docs#decode',
    mostHigh: 1400,
    act: async (page) => {
      await page.getByRole('button', { name: 'Run the free sample of /v1/decode' }).click();
      await page.getByRole('region', { name: 'The answer' }).waitFor();
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

const SCREENS = [
  { name: 'phone-light', width: 390, colorScheme: 'light', inDocs: 'phone' },
  { name: 'phone-dark', width: 390, colorScheme: 'dark', inDocs: undefined },
  { name: 'desktop-light', width: 1280, colorScheme: 'light', inDocs: undefined },
  { name: 'desktop-dark', width: 1280, colorScheme: 'dark', inDocs: 'desktop' },
] as const;

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'screenshots' },
    docs: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
let visitors = 0;
const folder = await mkdtemp(join(tmpdir(), 'forecourt-pictures-'));
const browser = await startBrowser();
try {
  await using sources = await startFaultySources(worldOf(elantra2013));
  const settings = {
    ...sources.environment,
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SAMPLES_REFRESH: 'off',
    DECODER: 'embedded',
    TRUSTED_PROXIES: '1',
  };
  await using forecourt = Forecourt.create(readConfig(settings));
  const { port } = await forecourt.serve();
  await (await forecourt.parties()).devPayments?.ready;
  const to = values.docs ? 'docs/screenshots' : values.to;
  await mkdir(to, { recursive: true });
  for (const [name, state] of Object.entries(STATES)) {
    if (values.docs ? !state.isInDocs : !name.startsWith(values.only)) continue;
    for (const screen of SCREENS) {
      if (values.docs && screen.inDocs === undefined) continue;
      const path = join(to, `${name}-${values.docs ? screen.inDocs : screen.name}.png`);
      await takePicture(browser, { state, screen, path, port });
    }
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}

async function takePicture(
  browser: Browser,
  {
    state,
    screen,
    path,
    port,
  }: { state: State; screen: (typeof SCREENS)[number]; path: string; port: number },
): Promise<void> {
  visitors += 1;
  const { width, colorScheme } = screen;
  const page = await browser.newPage({
    ...state.options,
    colorScheme,
    viewport: { width, height: 800 },
    // Somebody else each time, so that nobody comes too often.
    extraHTTPHeaders: { 'X-Forwarded-For': `198.51.${visitors >> 8}.${visitors & 255}` },
  });
  if (state.withoutTestWallet) await page.route('**/test-wallet/**', (route) => route.abort());
  await page.goto(`http://127.0.0.1:${port}${state.path}`, { waitUntil: 'networkidle' });
  await state.act?.(page);
  const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width, height: Math.min(whole, state.mostHigh ?? 1000) });
  await page.screenshot({ path });
  await page.close();
}

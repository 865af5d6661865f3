import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { iconText } from '../src/site/assets.ts';
import { frenchTranslator } from '../src/site/in-locale.ts';
import { encodePng, sheet } from '../src/site/share-pictures.ts';
import { startBrowser } from '../test/documents/browser.ts';
import { startFaultySources } from '../test/report/faulty-sources.ts';
import { elantra2013, quietCar, worldOf } from '../test/report/report-world.ts';

/**
 * `npm run screenshots -- --to FOLDER [--only NAME] [--lang fr-CA]` takes every page in each of its states, on a telephone
 * and a desktop, light and dark, and on paper; with `--fixed` the pictures that the pages come with are drawn anew.
 */
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'screenshots' },
    fixed: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    lang: { type: 'string', default: 'en-CA' },
  },
});

/** A page in a state, as somebody meets it. */
interface State {
  path: string;
  /** None is taller than somebody looks at. */
  mostHigh?: number;
  /** Leads to the state, once the page is there. */
  act?(page: Page): Promise<unknown>;
  options?: BrowserContextOptions;
  withoutTestWallet?: boolean;
  /** What cannot be reached. */
  out?: 'NHTSA_URL' | 'TRANSPORT_CANADA_URL';
}

const { vin: VIN } = elantra2013;
/** Not among the cars that are recorded for trying the service out. */
const elantra2011 = { ...elantra2013, vin: '5NPDH4AE1BH100013', year: 2011 };
const camry2017 = { ...quietCar, vin: '4T1BF1FK6HU100013' };
const MISREAD_VIN = '5NPDH4AE8DH10O013';
const TALL = 6000;
/** Words of a page in the language of the pictures. */
const said = (english: string) => (values.lang === 'fr-CA' ? frenchTranslator().text(english).text : english);
const press = (page: Page, name: string) => page.getByRole('button', { name: said(name) }).click();
const typed = (text: string) => (page: Page) =>
  page.getByLabel(said('The VIN of the car')).pressSequentially(text);
const buy = async (page: Page) => {
  await press(page, 'Pay with Test wallet');
  await page.locator('#answer .verdict').waitFor();
};

const QUOTE = `HST 13%  3250.00
OMVIC fee 12.50
Licensing 91.00
Administration fee 499
Etching 300
Nitrogen for the tires`;

const STATES: Record<string, State> = {
  home: { path: '/', mostHigh: TALL },
  'home-typing': { path: '/', mostHigh: 900, act: typed(MISREAD_VIN) },
  'home-no-scripts': { path: '/', mostHigh: 900, options: { javaScriptEnabled: false } },
  car: { path: `/car?vin=${VIN}`, mostHigh: 1200 },
  'car-none': { path: '/car' },
  'car-misread': { path: `/car?vin=${MISREAD_VIN}` },
  'car-check-digit': { path: '/car?vin=5NPDH4AE8DH100014' },
  'car-unknown': { path: '/car?vin=11111111111111111' },
  sample: { path: '/sample', mostHigh: TALL * 3 },
  buy: { path: `/buy?vin=${VIN}`, mostHigh: 1200 },
  'buy-no-wallet': {
    path: `/buy?vin=${VIN}`,
    mostHigh: 1600,
    withoutTestWallet: true,
    act: (page) => page.getByText(said('On another device, or somebody else pays')).click(),
  },
  'buy-misread': {
    path: '/buy?vin=5NPDH4AE8DH100014',
    act: (page) => press(page, 'Pay with Test wallet'),
  },
  'buy-no-scripts': { path: '/buy', options: { javaScriptEnabled: false } },
  report: { path: `/buy?vin=${VIN}`, mostHigh: 1000, act: buy },
  'report-costs': {
    path: `/buy?vin=${VIN}`,
    mostHigh: TALL * 3,
    act: async (page) => {
      await buy(page);
      await page.getByText(said('The bill of your place')).click();
      await page.locator('#place').selectOption('Ontario');
      await page.getByLabel(said('Price of the car')).fill('18500');
      await press(page, 'Show the bill');
      await page.locator('#bill').waitFor();
    },
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
    act: async (page) => {
      await buy(page);
      await press(page, 'Delete this report');
    },
  },
  'report-list': {
    path: `/buy?vin=${camry2017.vin}`,
    act: async (page) => {
      await buy(page);
      await page.goto(new URL(`/buy?vin=${VIN}`, page.url()).href);
      await buy(page);
      await page.getByRole('link', { name: said('My reports') }).click();
    },
  },
  'report-none': { path: '/report' },
  'report-elsewhere': { path: `/report#${'a'.repeat(16)}.${'a'.repeat(43)}` },
  payment: { path: `/v1/decode?vin=${VIN}`, mostHigh: 1000 },
  'payment-costs': { path: '/v1/purchase-costs', mostHigh: 1300 },
  prices: { path: '/prices', mostHigh: 1400 },
  coverage: { path: '/coverage', mostHigh: 1250 },
  quote: { path: '/quote', mostHigh: 1300 },
  'quote-checked': {
    path: '/quote',
    mostHigh: TALL,
    act: async (page) => {
      await page.locator('#place').selectOption('Ontario');
      await page.getByLabel(said('Price of the car')).fill('25000');
      await page.locator('#bill').fill(QUOTE);
      await press(page, 'Check the quote');
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

const SCREENS = [
  { name: 'phone-light', width: 390, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, colorScheme: 'dark' },
  { name: 'desktop-light', width: 1280, colorScheme: 'light' },
  { name: 'desktop-dark', width: 1280, colorScheme: 'dark' },
  { name: 'paper', width: 725, colorScheme: 'light' },
] as const;

/** A page to share. */
const share = `<!doctype html><meta charset="utf-8"><style>
body{margin:0;width:1200px;height:630px;background:#0b3328;color:#f0f7f4;font-family:"Helvetica Neue",Arial,sans-serif;display:grid;grid-template-columns:1fr 430px;gap:60px;align-items:center;padding:0 76px;box-sizing:border-box}
.n{display:flex;gap:20px;align-items:center;font-size:40px;font-weight:700;letter-spacing:-.02em}.n svg{width:64px}
h1{font-size:76px;line-height:1.02;letter-spacing:-.035em;margin:36px 0 24px}p{font-size:29px;line-height:1.35;color:#cfe2da;margin:0}
.c{background:#fff;color:#14201c;border-radius:28px;padding:34px;border:0}.c b{font-size:32px;letter-spacing:-.02em}
.w{background:#b3231b;color:#fff;border-radius:14px;padding:18px 20px;font-size:24px;font-weight:700;line-height:1.25;margin:20px 0}
.r{display:flex;justify-content:space-between;border-top:2px solid #d8dfdb;padding:16px 0;font-size:23px}.r span{color:#52605a}</style>
<div><div class="n">${iconText}Forecourt</div><h1>Know the car before you pay for it.</h1><p>Type a VIN. The first look is free.</p></div>
<div class="c"><b>A verdict in one line</b><div class="w">What to have repaired before you see it</div><div class="r">Recalls<span>US and Canada</span></div><div class="r">What breaks<span>by owners</span></div><div class="r">Warranty<span>for you</span></div><div class="r">Taxes and fees<span>line by line</span></div></div>`;
/** The ground and the letters of the pictures that are drawn for a car, as shares of ink in sixteenths. */
const drawSheet = `(async () => {
  const { width, height, cell, letters } = ${JSON.stringify(sheet)};
  const perRow = width / cell.width;
  const canvas = new OffscreenCanvas(width, height + Math.ceil(letters.length / perRow) * cell.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.fillStyle = '#000';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const icon = new Image();
  icon.src = 'data:image/svg+xml,' + encodeURIComponent(${JSON.stringify(iconText.replace('#0a6650', '#555'))});
  await icon.decode();
  context.drawImage(icon, 78, 70, 72, 72);
  context.fillStyle = '#fff';
  context.font = '700 46px Arial, sans-serif';
  context.fillText('Forecourt', 172, 122);
  context.font = '700 88px Arial, sans-serif';
  [...letters].forEach((letter, at) =>
    context.fillText(letter, (at % perRow) * cell.width + 2, height + Math.floor(at / perRow) * cell.height + 86));
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const level = (at) => Math.round(data[at * 4] / 17);
  const bytes = [];
  for (let at = 0; at < data.length / 4; at += 2) {
    if (at % width === 0) bytes.push(0);
    bytes.push(level(at) * 16 + level(at + 1));
  }
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
})()`;
const NOBODY = 'http://127.0.0.1:9';
let visitors = 0;
await using closing = new AsyncDisposableStack();
const browser = await startBrowser();
closing.defer(() => browser.close());
await (values.fixed ? drawFixed() : takeAll(values.to, values.only));

/** The picture that other sites show of this one, and the icons for telephones: committed with the pages. */
async function drawFixed(): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(share);
  await page.screenshot({ path: 'src/site/pictures/share.jpg', type: 'jpeg', quality: 40 });
  const rows = await page.evaluate(drawSheet);
  await writeFile('src/site/pictures/share-sheet.png', await encodePng(Buffer.from(String(rows), 'base64')));
  // A mask may cut off a tenth at each side.
  const icons = [
    ['icon-192', 192, ''],
    ['icon-512', 512, ''],
    ['icon-maskable', 512, 'body{background:#0a6650;padding:10%}'],
  ] as const;
  for (const [name, size, style] of icons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<!doctype html><style>body{margin:0}svg{display:block}${style}</style>${iconText}`,
    );
    await page.screenshot({ path: `src/site/pictures/${name}.png`, omitBackground: true });
  }
}

async function takeAll(to: string, only: string): Promise<void> {
  const quietWorld = worldOf(quietCar, { us: [], canada: [], complaints: [] });
  const worlds = [...worldOf(elantra2013), ...worldOf(elantra2011), ...quietWorld];
  const sources = closing.use(await startFaultySources(worlds));
  const ports = new Map<State['out'], Promise<number>>();
  await mkdir(to, { recursive: true });
  for (const [name, state] of Object.entries(STATES).filter(([name]) => name.startsWith(only))) {
    const port =
      ports.get(state.out) ?? serve({ ...sources.environment, ...(state.out && { [state.out]: NOBODY }) });
    ports.set(state.out, port);
    for (const screen of SCREENS)
      await takePicture(state, screen, join(to, `${name}-${screen.name}.png`), await port);
  }
}

async function serve(environment: Record<string, string>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-pictures-'));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const settings = {
    ...environment,
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SAMPLES_REFRESH: 'off',
    DECODER: 'embedded',
    TRUSTED_PROXIES: '1',
  };
  const forecourt = closing.use(Forecourt.create(readConfig(settings)));
  const { port } = await forecourt.serve();
  await (await forecourt.parties()).devPayments?.ready;
  return port;
}

async function takePicture(
  state: State,
  { name, width, colorScheme }: (typeof SCREENS)[number],
  path: string,
  port: number,
): Promise<void> {
  visitors += 1;
  const page = await browser.newPage({
    locale: values.lang,
    ...state.options,
    colorScheme,
    viewport: { width, height: 800 },
    // Somebody else each time, so that nobody comes too often.
    extraHTTPHeaders: { 'X-Forwarded-For': `198.51.${visitors >> 8}.${visitors & 255}` },
  });
  if (state.withoutTestWallet) await page.route('**/test-wallet/**', (route) => route.abort());
  await page.goto(`http://127.0.0.1:${port}${state.path}`, { waitUntil: 'networkidle' });
  await state.act?.(page);
  if (name === 'paper') await page.emulateMedia({ media: 'print' });
  const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width, height: Math.min(whole, state.mostHigh ?? 1000) });
  await page.screenshot({ path });
  await page.close();
}

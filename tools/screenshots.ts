import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { iconText } from '../src/site/assets.ts';
import { encodePng, sheet } from '../src/site/share-pictures.ts';
import { startBrowser } from '../test/documents/browser.ts';
import { STATES, startStage } from '../test/web/states.ts';

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
  const stage = closing.use(await startStage(browser));
  await mkdir(to, { recursive: true });
  for (const [state, { mostHigh = 1000 }] of Object.entries(STATES).filter(([name]) => name.startsWith(only)))
    for (const { name, width, colorScheme } of SCREENS) {
      await using page = await stage.open(state, { locale: values.lang, colorScheme, width });
      if (name === 'paper') await page.emulateMedia({ media: 'print' });
      const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
      await page.setViewportSize({ width, height: Math.min(whole, mostHigh) });
      await page.screenshot({ path: join(to, `${state}-${name}.png`) });
    }
}

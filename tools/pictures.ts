import { mkdir } from 'node:fs/promises';
import { iconText } from '../src/site/assets.ts';
import { startBrowser } from '../test/documents/browser.ts';

/** The pictures that other sites show of this one, and the icon for telephones; drawn here, committed with the pages. */
const FOLDER = 'src/site/pictures';
const share = `<!doctype html><meta charset="utf-8"><style>
body{margin:0;width:1200px;height:630px;background:#0b3328;color:#f0f7f4;font-family:"Helvetica Neue",Arial,sans-serif;display:grid;grid-template-columns:1fr 430px;gap:60px;align-items:center;padding:0 76px;box-sizing:border-box}
.n{display:flex;gap:20px;align-items:center;font-size:40px;font-weight:700;letter-spacing:-.02em}.n svg{width:64px}
h1{font-size:76px;line-height:1.02;letter-spacing:-.035em;margin:36px 0 24px}p{font-size:29px;line-height:1.35;color:#cfe2da;margin:0}
.c{background:#fff;color:#14201c;border-radius:28px;padding:34px;border:0}.c b{font-size:32px;letter-spacing:-.02em}
.w{background:#b3231b;color:#fff;border-radius:14px;padding:18px 20px;font-size:24px;font-weight:700;line-height:1.25;margin:20px 0}
.r{display:flex;justify-content:space-between;border-top:2px solid #d8dfdb;padding:16px 0;font-size:23px}.r span{color:#52605a}</style>
<div><div class="n">${iconText}Forecourt</div><h1>Know the car before you pay for it.</h1><p>Type a VIN. The first look is free.</p></div>
<div class="c"><b>A verdict in one line</b><div class="w">What to have repaired before you see it</div><div class="r">Recalls<span>US and Canada</span></div><div class="r">What breaks<span>by owners</span></div><div class="r">Warranty<span>for you</span></div><div class="r">Taxes and fees<span>line by line</span></div></div>`;
const icon = `<!doctype html><style>body{margin:0}svg{width:192px;height:192px;display:block}</style>${iconText}`;

await mkdir(FOLDER, { recursive: true });
const browser = await startBrowser();
for (const [name, text, width, height] of [
  ['share.jpg', share, 1200, 630],
  ['icon-192.png', icon, 192, 192],
] as const) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(text);
  const isPhoto = name.endsWith('.jpg');
  await page.screenshot({
    path: `${FOLDER}/${name}`,
    ...(isPhoto ? { type: 'jpeg', quality: 40 } : { omitBackground: true }),
  });
}
await browser.close();

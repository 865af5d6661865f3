import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import { startFakeSource } from '../sources/fake-source.ts';

const candidates = [
  process.env.CHROMIUM_PATH,
  // Without windows to draw it takes half the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine; tests that need one are skipped where there is none. */
const browserPath = candidates.find((path) => path !== undefined && existsSync(path));

/** Why tests in a browser are skipped; empty where they run. */
export const skipped = browserPath === undefined ? ' (skipped: no browser; set CHROMIUM_PATH)' : '';

export function startBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error('No browser; set CHROMIUM_PATH');
  return chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
}

/** The checker of accessibility, to be run inside a page. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of a host of its own that runs a script, and may fetch files beside it. */
export async function startSite(script: string, files: Record<string, Buffer> = {}) {
  const page = '<script type="module" src="/page.js"></script>';
  const server = await startFakeSource(({ url = '/' }, response) => {
    const [type, content] =
      url === '/page.js' ? ['javascript', script] : ['html', files[url.slice(1)] ?? page];
    response.setHeader('content-type', `text/${type}; charset=utf-8`).end(content);
  });
  return { ...server, url: `${server.url}/` };
}

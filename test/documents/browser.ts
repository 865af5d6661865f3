import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine; tests that need one are skipped where there is none. */
export const browserPath = candidates.find((path) => path !== undefined && existsSync(path));

/** Why tests in a browser are skipped; empty where they run. */
export const skipped = browserPath === undefined ? ' (skipped: no browser; set CHROMIUM_PATH)' : '';

export function startBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error('No browser; set CHROMIUM_PATH');
  return chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
}

/** The checker of accessibility, to be run inside a page. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

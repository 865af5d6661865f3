import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { startBrowser } from '../test/documents/browser.ts';

/** Pictures of the pages as they are, for docs/pages.md; none is taller than somebody looks at. */
const PICTURES = [
  ['home', '/', 900],
  ['sample', '/sample', 820],
  ['sample-issues', '/sample#known-issues', 1050],
  ['sample-warranty', '/sample#warranty', 900],
  ['coverage', '/coverage', 1250],
  ['buy', '/buy', 1000],
  ['payment', '/v1/decode?vin=5NPDH4AE8DH100013', 1150],
] as const;
const SCREENS = [
  { name: 'phone', width: 390, colorScheme: 'light' },
  { name: 'desktop', width: 1100, colorScheme: 'dark' },
] as const;

const { values } = parseArgs({ options: { to: { type: 'string', default: 'docs/screenshots' } } });
const folder = await mkdtemp(join(tmpdir(), 'forecourt-pictures-'));
try {
  const settings = {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SAMPLES_REFRESH: 'off',
    DECODER: 'embedded',
  };
  await using forecourt = Forecourt.create(readConfig(settings));
  const { port } = await forecourt.serve();
  await (await forecourt.get('parties')).devPayments?.ready;
  const browser = await startBrowser();
  await mkdir(values.to, { recursive: true });
  for (const { name: screen, width, colorScheme } of SCREENS) {
    for (const [name, path, mostHigh] of PICTURES) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'networkidle' });
      const height = Math.min(Number(await page.evaluate('document.documentElement.scrollHeight')), mostHigh);
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: join(values.to, `${name}-${screen}.png`) });
      await page.close();
    }
  }
  await browser.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}

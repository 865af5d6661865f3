import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../src/events/logger.ts';
import { skipped, startBrowser } from '../documents/browser.ts';
import { type FaultySources, startFaultySources } from '../report/faulty-sources.ts';
import {
  cars,
  elantra2013,
  quietCar,
  unlistedCar,
  unlistedWorldOf,
  worldOf,
} from '../report/report-world.ts';
import { type RunningService, runService } from '../running-service.ts';
import { readTable } from '../table.ts';
import { expectAccessible } from './accessibility.ts';

const VIN = elantra2013.vin;
const LOOKS_PER_MINUTE = 10;
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('a first look at a car, free', () => {
  let sources: FaultySources;
  let service: RunningService;
  const logged: string[] = [];
  beforeAll(async () => {
    sources = await startFaultySources([
      ...worldOf(elantra2013),
      ...worldOf(quietCar, { us: [], canada: [], complaints: [] }),
      ...unlistedWorldOf(unlistedCar),
      ...cars.slice(1, 3).flatMap((car) => worldOf(car)),
    ]);
    const lines = new Writable({
      write(chunk, _encoding, done) {
        logged.push(String(chunk));
        done();
      },
    });
    const log: Log = {
      logger: pino({ level: 'trace' }, lines),
      requestLog: (fields) => (requestId) => void logged.push(JSON.stringify({ requestId, ...fields })),
      async [Symbol.asyncDispose]() {},
    };
    service = await runService({ ...sources.environment, TRUSTED_PROXIES: '1' }, { log });
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await sources?.[Symbol.asyncDispose]();
  });

  let visitors = 0;
  async function look(vin: string, headers: Record<string, string> = {}) {
    visitors += 1;
    const response = await service.get(`/car?vin=${encodeURIComponent(vin)}`, {
      headers: { ...BROWSER, 'X-Forwarded-For': `203.0.113.${visitors}`, ...headers },
    });
    return { response, text: await response.text() };
  }
  const figures = (text: string) =>
    [...text.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value = '']) => [
      name,
      value.replace(/<[^>]+>/g, '').trim(),
    ]);

  it('shows the car, what is on file about it, and that it must not be driven', async () => {
    // A first look gives up on sources after two seconds; what comes later is there for the next one.
    await expect.poll(async () => (await look(VIN)).text).not.toContain('read just now');
    const { response, text } = await look(VIN);
    expect(response.status).toBe(200);
    expect(text).toContain('<h1>2013 Hyundai Elantra</h1>');
    expect(text).toContain('The check digit fits');
    expect(figures(text)).toEqual([
      ['Urgent warnings', '1'],
      ['Recalls, United States', '2'],
      ['Recalls, Canada', '1'],
      ['Owner complaints', '40'],
    ]);
    expect(text).toContain(`href="/buy?vin=${VIN}"`);
    expect(text).toMatch(
      /<strong>Do not drive it\.<\/strong> Recall <a href="[^"]*">13V001000<\/a> \(United States/,
    );
    expect(text).toContain(`href="https://www.nhtsa.gov/recalls?vin=${VIN}"`);
    expect(text).toContain(
      'href="https://wwwapps.tc.gc.ca/Saf-Sec-Sur/7/VRDB-BDRV/search-recherche/menu.aspx?lang=eng"',
    );
    expect(text).toContain('href="https://autoservice.hyundaiusa.com/campaignhome"');
  });

  it('is kept by nobody, found by nobody, and leaves no VIN in the log or the metrics', async () => {
    const { response, text } = await look(VIN);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text).not.toContain('rel="canonical"');
    await expect.poll(() => logged.join('')).toContain('"route":"/car"');
    expect(logged.join('')).not.toContain(VIN);
    for (const name of await readdir(service.folder)) {
      const content = await readFile(join(service.folder, name), 'latin1').catch(() => '');
      expect(content.includes(VIN), name).toBe(false);
    }
  });

  it('shows its name in a picture where its link is sent, and draws no words of strangers', async () => {
    const pictureOf = (text: string) => {
      const [, address = ''] = /property="og:image" content="http:\/\/[^/]+([^"]+)"/.exec(text) ?? [];
      return address.replaceAll('&amp;', '&');
    };
    const addresses = [
      pictureOf((await look(VIN)).text),
      pictureOf((await look(quietCar.vin)).text),
      pictureOf(await (await service.get('/report', { headers: BROWSER })).text()),
    ];
    expect(addresses.join()).not.toMatch(/5NPDH4AE8|4T1BF1FK5/);
    const pictures = await Promise.all(
      addresses.map(async (address) => {
        const response = await service.get(address);
        expect(response.headers.get('Content-Type')).toBe('image/png');
        expect(response.headers.get('Cache-Control')).toContain('immutable');
        return Buffer.from(await response.arrayBuffer());
      }),
    );
    for (const picture of pictures) {
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(picture.length).toBeLessThan(30_000);
    }
    expect(new Set(pictures.map((picture) => picture.toString('latin1'))).size).toBe(3);
    const [own = ''] = addresses;
    expect(own).toContain('2013+Hyundai+Elantra');
    for (const other of [
      own.replace('2013', '2014'),
      own.slice(0, -2),
      '/share.png?of=Call+555-0100',
      '/share.png',
    ])
      expect((await service.get(other)).status, other).toBe(404);
  });

  it('says none where nothing is on file, and that zero means nothing for a model that no source lists', async () => {
    await expect
      .poll(async () => figures((await look(quietCar.vin)).text))
      .toContainEqual(['Urgent warnings', 'None in the notices on file']);
    expect((await look(quietCar.vin)).text).not.toContain('zero says nothing');
    const unlisted = await look(unlistedCar.vin);
    expect(unlisted.text).toContain('No source lists this model under its name, so that zero says nothing');
  });

  it.each(readTable('web/pastes.txt'))(
    'reads whatever is pasted: %s, which %s',
    async (cell = '', outcome = '') => {
      const { text } = await look(JSON.parse(`"${cell}"`));
      const [, does = '', what = ''] = /^(is|one of|maybe|says) (.*)$/.exec(outcome) ?? [];
      const shown = /<p class="soft">VIN <code>(\w{17})<\/code>/.exec(text)?.[1];
      const offered = [...text.matchAll(/<li><a href="\/car\?vin=(\w{17})">/g)].map(([, vin]) => vin);
      if (does === 'is') expect(shown).toBe(what);
      if (does === 'one of') expect(offered).toEqual(what.split(' '));
      if (does === 'maybe') expect(offered).toContain(what);
      if (does === 'says') {
        expect(text.replace(/<[^>]+>/g, '')).toContain(what);
        expect(offered).toEqual([]);
        expect(text).not.toContain('/buy?vin=');
      }
    },
  );

  it.each([
    ['5NPDH4AE8DH10001', 400, 'A VIN has 17 characters. This one: 16 of 17 characters.'],
    ['5NPDH4AE8DH1OOO13', 400, 'the letter O is a zero'],
    ['11111111111111111', 422, 'Make, model and year of this VIN could not all be found'],
  ])('helps with %s', async (vin, status, words) => {
    const { response, text } = await look(vin);
    expect(response.status).toBe(status);
    expect(text).toContain(words);
    expect(text).toContain(`value="${vin}"`);
  });

  it('offers the VIN that was meant', async () => {
    const { text } = await look('5NPDH4AE8DH1OOO13');
    expect(text).toContain(`href="/car?vin=${VIN}"`);
  });

  it('says that a check digit is wrong, and still shows the car', async () => {
    const { response, text } = await look('5NPDH4AE8DH100014');
    expect(response.status).toBe(200);
    expect(text).toContain('The check digit is wrong.');
    expect(text).toContain('2013 Hyundai Elantra');
  });

  it('waits two seconds at most for a source, and says what was not read', async () => {
    sources.recalls.hold();
    sources.complaints.hold();
    try {
      const startedMs = Date.now();
      const { text } = await look(cars[1]?.vin ?? '');
      expect(Date.now() - startedMs).toBeLessThan(6_000);
      expect(
        figures(text)
          .slice(1)
          .map(([, value]) => value),
      ).toEqual(Array(3).fill('not read just now'));
      expect(figures(text)[0]?.[1]).toContain('not all notices could be read just now');
    } finally {
      sources.recalls.release();
      sources.complaints.release();
    }
  });

  it('is given ten times a minute to one visitor, then is refused with a page', async () => {
    const who = { 'X-Forwarded-For': '203.0.113.250' };
    for (let count = 0; count < LOOKS_PER_MINUTE; count += 1)
      expect((await look('TOO-SHORT', who)).response.status).toBe(400);
    const { response, text } = await look(VIN, who);
    expect(response.status).toBe(429);
    expect(response.headers.get('Retry-After')).toMatch(/^\d+$/);
    expect(text).toContain('<h1>That was a little fast</h1>');
  });

  describe.skipIf(skipped)(`in a browser${skipped}`, () => {
    it('helps while a VIN is typed, and takes what was meant', async () => {
      await using browser = await startBrowser();
      const page = await browser.newPage({ extraHTTPHeaders: { 'X-Forwarded-For': '203.0.113.251' } });
      await page.goto(service.url);
      const field = page.getByLabel('The VIN of the car');
      const state = page.getByRole('status');
      await field.pressSequentially('5npdh4 ae8');
      expect(await field.inputValue()).toBe('5NPDH4AE8');
      await expect.poll(() => state.textContent()).toBe('9 of 17 characters.');
      await field.pressSequentially('dh1ooo13');
      await expect.poll(() => state.textContent()).toContain('the letter O is a zero');
      await page.getByRole('button', { name: `Is it ${VIN}?` }).click();
      expect(await field.inputValue()).toBe(VIN);
      await expect.poll(() => state.textContent()).toContain('the check digit fits');
      await field.press('Enter');
      await page.getByRole('heading', { level: 1, name: '2013 Hyundai Elantra' }).waitFor();
      await expectAccessible(page);
    });

    it('needs no scripts', async () => {
      await using browser = await startBrowser();
      const page = await browser.newPage({
        javaScriptEnabled: false,
        extraHTTPHeaders: { 'X-Forwarded-For': '203.0.113.252' },
      });
      await page.goto(service.url);
      await page.getByLabel('The VIN of the car').fill(VIN);
      await page.getByRole('button', { name: 'Look it up, free' }).click();
      expect(await page.locator('h1').textContent()).toBe('2013 Hyundai Elantra');
    });
  });
});

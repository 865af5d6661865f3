import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challengeErrors } from '../../src/errors/errors.ts';
import { ServiceError } from '../../src/errors/service-error.ts';
import { prepurchase } from '../../src/products/prepurchase.ts';
import { parseParameters } from '../../src/products/product.ts';
import { frenchTranslator } from '../../src/site/in-locale.ts';
import { frenchValue } from '../../src/site/words/french-values.ts';
import { createTextTranslator, createTranslator } from '../../src/site/words/translate.ts';
import { skipped, startBrowser } from '../documents/browser.ts';
import { openParts } from '../open-parts.ts';
import { startFaultySources } from '../report/faulty-sources.ts';
import { elantra2013, quietCar, worldOf } from '../report/report-world.ts';
import { runService, whenReady } from '../running-service.ts';
import { ENGLISH_SENTENCES, STATES } from './states.ts';

const VIN = elantra2013.vin;
const PERSON = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
/** The reference is in English. */
const PAGES = [...new Set(Object.values(STATES).map(({ path }) => path))].filter(
  (path) => !/^\/docs|#/.test(path),
);
/** The same in every language: VINs, codes of places, names of makers, cars and versions, numbers of requests. */
const NAMES =
  /^(?:[A-HJ-NPR-Z0-9]{17}|[A-Z]{2,3}|#|# [A-Z][\w-]+( [\w-]+)*|, a # [A-Z].*|[A-Z][a-z]+|GLS.*|NHTSA|Alabama, .*|\d\dV\d{6})$/;

/** The reference is in English; the test wallet speaks to scripts. */
/** Speak when the figures are there. */
const WITH_FIGURES = ['quote.js', 'costs-in-page.js'];
const UNTRANSLATED = ['reference.js', 'test-wallet.js'];

const sources = await startFaultySources([
  ...worldOf(elantra2013),
  ...worldOf(quietCar, { us: [], canada: [], complaints: [] }),
]);
const service = await runService({ ...sources.environment, TRUSTED_PROXIES: '1' });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await sources[Symbol.asyncDispose]();
});
await whenReady(service);

let visitors = 0;
async function read(path: string, language: string) {
  visitors += 1;
  const headers = { ...PERSON, 'Accept-Language': language, 'X-Forwarded-For': `203.0.113.${visitors}` };
  const response = await service.get(path, { headers });
  return { response, text: await response.text() };
}

describe('a page for who reads French', () => {
  it.each(PAGES)('%s has no sentence that is missing in French', async (path) => {
    const { text } = await read(path, 'en-CA');
    const missing = frenchTranslator()
      .page(text)
      .missing.filter((sentence) => !NAMES.test(sentence));
    expect([...new Set(missing)]).toEqual([]);
    const french = await read(path, 'fr-CA,fr;q=0.9,en;q=0.8');
    expect(french.text).toContain('<html lang="fr-CA"');
    expect(french.response.headers.get('Vary')).toContain('Accept-Language');
    expect(french.text).toContain('Obtenir un rapport');
  });

  it('has a sentence for whatever scripts of the pages say', () => {
    const folder = new URL('../../src/site/browser/', import.meta.url);
    const scripts = readdirSync(folder)
      .filter((name) => name.endsWith('.js') && !UNTRANSLATED.includes(name))
      .map((name) => ({ name, said: sentencesOf(readFileSync(new URL(name, folder), 'utf8')) }));
    expect(scripts.flatMap(({ said }) => said).length).toBeGreaterThan(30);
    const missing = scripts.flatMap(({ name, said }) => missingInScripts(said, WITH_FIGURES.includes(name)));
    expect(missing).toEqual([]);
  });

  it('has a sentence for whatever may keep a buyer from an answer', () => {
    const upstream = {
      source: 'NHTSA recalls',
      urgentNotices: [noticeOf('13V001000', true), noticeOf(null, null)],
    };
    const vehicle = { vpicErrorText: '', vpicErrorCodes: [], vehicle: {}, builtForEurope: 'no' } as const;
    const meant = { vin: VIN, marked: VIN, car: '2013 Hyundai Elantra' };
    const failures = [
      new ServiceError('upstream_unavailable', upstream),
      new ServiceError('vehicle_not_resolved', { ...vehicle, didYouMean: [meant] }),
      new ServiceError('vehicle_not_resolved', { ...vehicle, builtForEurope: 'probably', didYouMean: [] }),
      new ServiceError('insufficient_sections', { sections: {}, sectionDetails: {} }),
      new ServiceError('synthesis_unavailable', { vehicle: {}, reliability: {} }),
      new ServiceError('rate_limited', { limit: '/v1/recalls', retryAfterSeconds: 5 }),
      new ServiceError('payment_service_unavailable', { retryAfterSeconds: 5 }),
      ...(['internal', 'overloaded', 'shutting_down', 'deadline_exceeded'] as const).map(
        (code) => new ServiceError(code),
      ),
    ].map(({ message }) => message);
    const refused = (
      ['payment_invalid', 'payment_expired', 'insufficient_funds', 'settlement_failed'] as const
    ).map((code) => challengeErrors[code].message({}));
    expect(missingInScripts([...failures, ...refused])).toEqual([]);
  });

  it('keeps the choice of a link without a cookie, and leads back', async () => {
    const chosen = await read('/prices?lang=fr-CA', 'en-US');
    expect(chosen.text).toContain('<html lang="fr-CA"');
    expect(chosen.text).toMatch(/<a href="\/coverage\?lang=fr-CA"/);
    expect(chosen.text).toMatch(/<link rel="canonical" href="[^"]*\/prices\?lang=fr-CA">/);
    expect(chosen.text).toMatch(/<link rel="alternate" hreflang="en-US" href="[^"]*\/prices\?lang=en-US">/);
    expect(chosen.response.headers.get('Set-Cookie')).toBeNull();
    const back = await read('/prices?lang=en-CA', 'fr-CA');
    expect(back.text).toContain('<h1>Prices</h1>');
    expect(back.text).toMatch(/<a href="\/coverage\?lang=en-CA"/);
    const looked = await read(`/car?vin=${VIN}`, 'en-CA');
    expect(looked.text).toContain(`<a href="?vin=${VIN}&amp;lang=fr-CA"`);
    expect((await read('/prices', 'fr-CA')).text).not.toContain('/coverage?lang');
  });

  it('comes anew when the language of the browser has changed', async () => {
    const english = await read('/prices', 'en-CA');
    const headers = {
      ...PERSON,
      'Accept-Language': 'fr',
      'If-None-Match': english.response.headers.get('ETag') ?? '',
    };
    expect((await service.get('/prices', { headers })).status).toBe(200);
  });

  it('writes numbers, amounts and days as French Canada does', () => {
    expect(['$1,234.50', '1,234', '7.25', '13%', 'July 4, 2026', 'Nov 1, 2026'].map(frenchValue)).toEqual([
      '1\u00a0234,50\u00a0$',
      '1\u00a0234',
      '7,25',
      '13\u00a0%',
      '4 juillet 2026',
      '1er novembre 2026',
    ]);
  });

  it('names the notice of the other country of an urgent recall', async () => {
    await expect
      .poll(async () => (await read(`/car?vin=${VIN}`, 'fr-CA')).text)
      .toContain('; au Canada 2013123)');
  });

  it('has the French words of Transport Canada for a recall, and in English none of them', async () => {
    const french = async () => (await read(`/car?vin=${VIN}`, 'fr-CA')).text;
    await expect.poll(french).toContain('<blockquote>Problème :\nLe moteur peut caler.</blockquote>');
    const english = (await read(`/car?vin=${VIN}`, 'en-CA')).text;
    expect(english).toContain('<blockquote lang="en">The engine may stall.</blockquote>');
    expect(english).not.toContain('Le moteur');
  });

  it('names a car with its year last, and says one and several in their own forms', async () => {
    const { text } = await read(`/car?vin=${VIN}`, 'fr-CA');
    expect(text).toContain('<h1>Hyundai Elantra 2013</h1>');
    expect(text).toContain('<title>Hyundai Elantra 2013 · Forecourt</title>');
    expect((await read('/car?vin=5NPDH4AE8DH10O013', 'fr-CA')).text).toContain(', une Hyundai Elantra 2013');
    expect((await read('/coverage', 'fr-CA')).text).toMatch(/>1 élevée, 3 moyennes, 2 faibles</);
    const { text: translated } = frenchTranslator();
    const misread = 'The ninth is 8, and the others ask for X. Compare it with the car.';
    expect(translated(misread).text).toMatch(/il devrait être X\. Comparez-le avec l'auto\.$/);
    expect(translated('Of those, 7 say that a warning light came on and 2 that there was smoke.').text).toBe(
      "De celles-ci, 7 disent qu'un témoin s'est allumé et 2 qu'il y a eu de la fumée.",
    );
    const remaining =
      'Of the factory warranty a later owner still has corrosion coverage; may still have basic and powertrain coverage; has perhaps, which is not established, roadside coverage.';
    expect(translated(remaining).text).toBe(
      "Un propriétaire ultérieur a encore la garantie contre la perforation; peut encore avoir la garantie de base et la garantie du groupe motopropulseur; a peut-être, ce qui n'est pas établi, l'assistance routière.",
    );
    expect(translated('2020 Volkswagen ID.4').text).toBe('Volkswagen ID.4 2020');
    expect(translated('2021 Toyota RAV4 Prime (PHEV)').text).toBe('Toyota RAV4 Prime (PHEV) 2021');
    expect(translated('Canada, Sep 28, 2023 · ').text).toBe('Canada, 28 septembre 2023 · ');
    expect(translated(' · United States, Jan 2, 2013 · ').text).toBe(' · États-Unis, 2 janvier 2013 · ');
    expect(translated(' · United States, Feb 1, 2013 · ').text).toBe(' · États-Unis, 1er février 2013 · ');
    // A browser gets the words of a bill with its figures, which name no month: it has them all the same.
    const inBrowser = createTextTranslator({ high: 'élevée' }, frenchValue);
    expect(inBrowser('high, Jul 2010').text).toBe('élevée, juillet 2010');
  });

  it('leaves an amount as it is that is in French already', () => {
    const amount = '1\u00a0499,50\u00a0$';
    expect(frenchTranslator().text(amount).text).toBe(amount);
  });

  it('learns French before any other script says a word', async () => {
    const { text } = await read('/report', 'fr-CA');
    expect(text.match(/(?<=<script type="module" src="[^"]*\/)[^"/]*(?=")/g)).toEqual([
      'french.js',
      expect.stringMatching(/^kept-report\.fr-CA-[\w-]{8}\.js$/),
      expect.stringMatching(/^test-wallet\.fr-CA-/),
    ]);
  });

  it.each([
    ['/', "Connaissez l'auto avant de la payer."],
    ['/report', "Un rapport sur une auto d'occasion"],
    [`/car?vin=${VIN}`, 'Hyundai Elantra 2013'],
  ])('shows %s in French where its link is sent', async (path, words) => {
    const { text } = await read(path, 'fr-CA');
    const [, address = ''] = /property="og:image" content="http:\/\/[^/]+([^"]+)">/.exec(text) ?? [];
    const [, search] = address.replaceAll('&amp;', '&').split('?');
    expect(new URLSearchParams(search).get('of')).toBe(words);
    expect((await service.get(`/share.png?${search}`)).status).toBe(200);
    expect((await read(path, 'en-CA')).text).not.toContain('data-fr');
  });

  it('leaves a version as it is, which is no number', async () => {
    expect((await read('/health', 'fr-CA')).text).toMatch(/Version \d+\.\d+\.\d+, /);
  });

  it('shows what strangers wrote as text, as it does in English', async () => {
    const { text } = await read('/car?vin=%3Cb%3Ea%3C%2Fb%3E%20%3Cscript%3E', 'fr-CA');
    expect(text).not.toMatch(/<script>|<b>a/);
    expect(text).toContain('value="&lt;b&gt;a&lt;/b&gt; &lt;script&gt;"');
  });
});

const noticeOf = (campaign: string | null, parkIt: true | null) => {
  const warned = { parkIt, parkOutside: true, warningText: null };
  return { country: 'US', campaign, component: null, ...warned, url: service.url } as const;
};

/** Words of the law come with the figures; a page without them loads no more than those of its scripts. */
function missingInScripts(said: readonly string[], withFigures = false): string[] {
  const { scripts, replies, costs } = JSON.parse(readFileSync('data/words/fr-CA.json', 'utf8'));
  const translator = createTranslator({ ...scripts, ...replies, ...(withFigures && costs) }, frenchValue);
  return [...new Set(said.flatMap((sentence) => translator.text(sentence).missing))];
}

describe('a report that lacks a part', () => {
  it.each([
    ['NHTSA', 'CA', 'les rappels des États-Unis et les problèmes connus'],
    ['TRANSPORT_CANADA', 'US', 'les rappels du Canada'],
    ['TRANSPORT_CANADA', 'CA', 'les rappels du Canada'],
  ])('because of %s, bought in %s, says so in French', async (out, country, lacked) => {
    const environment = { ...sources.environment, [`${out}_URL`]: 'http://127.0.0.1:9', DECODER: 'embedded' };
    await using parts = await openParts(environment);
    const query = parseParameters(prepurchase.query, { values: { vin: VIN, country }, repeated: [] });
    const call = { signal: new AbortController().signal };
    const { body } = await prepurchase.compute(await parts.knowledge(), query, call);
    const { text, missing } = frenchTranslator().page(prepurchase.page?.(body, new Date()) ?? '');
    expect(missing.filter((sentence) => !NAMES.test(sentence))).toEqual([]);
    expect(text).toContain(`Manque dans ce rapport\u00a0: ${lacked}.`);
  });
});

describe('a page for who buys in the United States', () => {
  it('shows a sample in their money and their distances, first', async () => {
    for (const [path, language] of [
      ['/sample', 'en-US,en;q=0.9'],
      ['/sample?lang=en-US', 'en-CA'],
    ] as const) {
      const { text } = await read(path, language);
      expect(text).toContain('USD');
      expect(text).toMatch(/before [\d,]+ miles/);
      expect(text.indexOf('California: ')).toBeLessThan(text.indexOf('Ontario: '));
    }
    expect((await read('/', 'en-US')).text).toMatch(/\$[\d,]+ to \$[\d,]+ USD/);
    expect((await read('/', 'en-CA')).text).toMatch(/\$[\d,]+ to \$[\d,]+ CAD/);
  });
});

/** Sentences among the texts of a script: with a blank, a capital first and an end; what is filled in is a number or a name. */
function sentencesOf(script: string): string[] {
  const code = script.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`$\\]|\\.|\$(?!\{)|\$\{[^{}]*\})*)`/g)]
    .map(([, plain, template = '']) =>
      (plain ?? template)
        .replaceAll(/\$\$\{[^{}]*\}|\$\{(?:usd|needed)[^{}]*\}/g, '$$5')
        .replaceAll(/\$\{[^{}]*\}/g, 'Example')
        .replace(/^Example (?!Example)(?=[A-Z])/, ''),
    )
    .filter((text) => /^[A-Z][a-z]* .*[.?:]$/.test(text) && !/<|^(?:Example ?)+\.$/.test(text));
}

describe.skipIf(skipped)(`in a browser${skipped}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());
  const open = () => {
    visitors += 1;
    const extraHTTPHeaders = { 'X-Forwarded-For': `203.0.113.${visitors}` };
    return browser.newPage({ locale: 'fr-CA', extraHTTPHeaders });
  };

  it('checks a quote in French, with amounts as French Canada writes them', async () => {
    await using page = await open();
    await page.goto(`${service.url}/quote`);
    await page.getByLabel("Où l'auto sera immatriculée").selectOption('CA-QC');
    await page.getByLabel("Prix de l'auto").fill('18 500,50 $');
    await page
      .getByLabel('Les lignes de la soumission')
      .fill('TPS 925,03\nTVQ 1\u00a0845,42 $\nFrais de dossier 1 499');
    await page.getByRole('button', { name: 'Vérifier la soumission' }).click();
    await page
      .getByRole('heading', { name: 'Ligne par ligne\u00a0: Québec, 18\u00a0500,50\u00a0$' })
      .waitFor();
    expect(await page.locator('#state').textContent()).toMatch(
      /^2\u00a0conformes à la loi, 1\u00a0qui n'est pas une charge gouvernementale/,
    );
    expect(await page.locator('.findings').textContent()).toContain(
      'Frais de dossier\u00a0: 1\u00a0499\u00a0$',
    );
    await expect.poll(() => page.evaluate(ENGLISH_SENTENCES)).toEqual([]);
  });

  it('helps with a VIN and sells a report in French', async () => {
    await using page = await open();
    await page.goto(service.url);
    await page.getByLabel("Le NIV de l'auto").pressSequentially('5npdh4ae8');
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('9 caractères sur 17.');
    await page.goto(`${service.url}/buy?vin=${VIN}`);
    await page.getByRole('button', { name: "Payer avec le portefeuille d'essai" }).click();
    await page.getByRole('heading', { name: 'Quoi vérifier, et quoi demander' }).waitFor();
    expect(await page.getByText("Avant d'y aller").first().isVisible()).toBe(true);
    const own = await page.evaluate("document.querySelector('#answer').textContent");
    expect(own).toContain('ne pas conduire');
    expect(own).toContain('Le moteur peut caler.');
    expect(own).toContain('1 défaut rappelé à faire vérifier');
    expect(own).toMatch(/\d\u00a0\d{3}/);
    await expect.poll(() => page.evaluate(ENGLISH_SENTENCES)).toEqual([]);
    await page.getByText('La facture de votre endroit').click();
    const form = page.locator('#costs-form');
    await form.getByLabel("Où vous l'immatriculerez").selectOption('CA-QC');
    await form.getByLabel("Prix de l'auto").fill('18000');
    await page.getByRole('button', { name: 'Afficher la facture' }).click();
    await page.getByRole('heading', { name: /^Québec/ }).waitFor();
    expect(await page.getByText('Immatriculation à la SAAQ').isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(ENGLISH_SENTENCES)).toEqual([]);
  });
});

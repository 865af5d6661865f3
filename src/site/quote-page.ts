import type { Jurisdiction } from '../costs/jurisdiction-schema.ts';
import { localAreas } from '../costs/local-areas.ts';
import type { Country } from '../costs/places.ts';
import { codesElsewhere } from '../costs/postal-codes.ts';
import { costsQuery } from '../costs/query.ts';
import { pagePaths } from '../documents/links.ts';
import { describeQuery, type ParameterDescription } from '../products/describe-query.ts';
import { type Html, html } from '../view/html.ts';
import { type Asset, asset } from './assets.ts';
import { browserScript } from './browser-script.ts';
import { countryOfField, formField, placeOptions } from './form-field.ts';
import { frenchWords, wordsSaidIn } from './in-locale.ts';
import type { Page } from './page.ts';
import type { Words } from './words/translate.ts';

const OF_THE_SALE = ['price', 'postal_code', 'city', 'trade_in', 'buyer_has_plates'];
const OF_THE_CAR = ['vin', 'model_year', 'fuel', 'weight_lb', 'weight_kg', 'msrp', 'local_rate'];
/** Cars are weighed in the unit of the country. */
const WEIGHTS: Record<string, Country> = { weight_lb: 'US', weight_kg: 'CA' };

/** Checks a dealer's quote in the browser: the figures of all places are loaded, so that not even the place is sent. */
export function quotePage(figures: readonly Jurisdiction[], figuresFile: string) {
  const script = browserScript('site/browser/quote.js');
  const check = browserScript('site/browser/quote-check.js');
  const page: Page = {
    path: pagePaths.quote,
    title: "Check a dealer's quote · Forecourt",
    description:
      'Every line of a bill of sale against what the law asks in 13 Canadian and 51 US places. Free, and nothing is sent.',
    scripts: [script.path],
    content: html`<h1>Check a dealer's quote</h1>
<p class="lead">Which lines of a bill of sale does the law ask for, which are too high, and which are the dealer's own? Free, and nothing is sent anywhere: the check runs in this page.</p>
<form id="quote" class="inset noprint" autocomplete="off" data-figures="${figuresFile}" data-script="${check.path}">
<div class="fields row"><div><label for="place">Where the car will be registered</label>
<select id="place" name="place"><option value="">choose</option>${placeOptions(figures, 'CA')}</select></div>
${saleFields(OF_THE_SALE)}</div>
<details><summary>About the car and the local tax: makes the lines exact that depend on them</summary>
<div class="fields row">${saleFields(OF_THE_CAR)}</div></details>
<div class="fields"><div><label for="bill">The lines of the quote</label>
<textarea id="bill" required rows="9" spellcheck="false" aria-describedby="bill-help"></textarea>
<small id="bill-help">Paste or type them, one a line, such as “Documentation fee 499.00”</small></div></div>
<p class="actions"><button class="main" disabled>Check the quote</button></p>
<noscript><p class="message bad">The check runs in the page and needs JavaScript. Without it: <code>npx forecourt quote bill.txt</code> does the same on your own machine.</p></noscript>
</form>
<p id="state" class="message" role="status"></p>
<div id="found" hidden><section id="findings" aria-label="What was found" tabindex="-1"></section>
<p class="actions noprint"><button type="button" id="send">Send or copy it</button> <button type="button" id="print">Print or save as PDF</button></p></div>`,
  };
  return { page, assets: [script, check] };
}

/** Asks for parameters of the purchase costs, by which a quote and the bill of a report are described too. */
export function saleFields(names: readonly string[]): Html[] {
  return describeQuery(costsQuery)
    .filter(({ name }) => names.includes(name))
    .map(fieldOf);
}

/**
 * The figures of all places in one file, so that not even the place is sent by asking for it; and for a bill, which is kept
 * with its report, those of each in one of its own, or in another with its cities and postal codes. In French their words
 * come along.
 */
export function figuresFiles(figures: readonly Jurisdiction[]) {
  const { costs } = frenchWords();
  const byKey = <Place extends { country: string; code: string }>(places: readonly Place[]) =>
    Object.fromEntries(places.map((place) => [`${place.country}-${place.code}`, place]));
  const all = { places: byKey(figures), areas: localAreas(), elsewhere: codesElsewhere() };
  const { path, contentType } = asset('', 'application/json', JSON.stringify([all, costs]));
  const ofPlace = (key: string, own: Jurisdiction, isLocal: boolean) => {
    if (!isLocal)
      return { places: { [key]: own }, areas: { ...all.areas, sources: {}, states: {} }, elsewhere: {} };
    const states = Object.entries(all.areas.states).filter(([code]) => code === own.code);
    return {
      ...all,
      places: { ...others, [key]: own },
      areas: { ...all.areas, states: Object.fromEntries(states) },
    };
  };
  // Of the others, what a postal code is compared with.
  const others = byKey(
    figures.map(({ country, code, name, postalCodes }) => ({ country, code, name, postalCodes })),
  );
  const inEach = (name: string, make: () => object, wordsOf: () => Words): Asset[] =>
    ['', '.fr-CA'].map((language) => ({
      path: `${path}${name}${language}.json`,
      contentType,
      text: () => JSON.stringify({ ...make(), ...(language && { words: wordsOf() }) }),
    }));
  const each = Object.entries(all.places).flatMap(([key, own]) => {
    const words = () => wordsSaidIn(JSON.stringify({ ...own, sources: {} }), costs);
    return ['', '-local'].flatMap((local) =>
      inEach(key + local, () => ofPlace(key, own, local !== ''), words),
    );
  });
  const whole = inEach(
    'figures',
    () => all,
    () => costs,
  );
  return { ofAll: `${path}figures.json`, ofPlace: `${path}place.json`, assets: [...whole, ...each] };
}

function fieldOf(parameter: ParameterDescription): Html {
  const { name } = parameter;
  const own = WEIGHTS[name] ?? countryOfField(name);
  const field = formField(parameter, '');
  return own === undefined ? field : html`<div data-country="${own}">${field}</div>`;
}

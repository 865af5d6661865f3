import type { Jurisdiction } from '../costs/jurisdiction-schema.ts';
import { localAreas } from '../costs/local-areas.ts';
import type { Country } from '../costs/places.ts';
import { codesElsewhere } from '../costs/postal-codes.ts';
import { costsQuery } from '../costs/query.ts';
import { pagePaths } from '../documents/links.ts';
import { describeQuery, type ParameterDescription } from '../products/describe-query.ts';
import { type Html, html } from '../view/html.ts';
import { type Asset, asset } from './assets.ts';
import { browserModules } from './browser-modules.ts';
import { countryOfField, formField, placeOptions } from './form-field.ts';
import type { Page } from './page.ts';

const OF_THE_SALE = ['price', 'postal_code', 'city', 'trade_in', 'buyer_has_plates'];
const OF_THE_CAR = ['vin', 'model_year', 'fuel', 'weight_lb', 'weight_kg', 'msrp', 'local_rate'];
/** Cars are weighed in the unit of the country. */
const WEIGHTS: Record<string, Country> = { weight_lb: 'US', weight_kg: 'CA' };

/** Checks a dealer's quote in the browser: the figures of all places are loaded, so that not even the place is sent. */
export function quotePage(figures: readonly Jurisdiction[], data: Asset) {
  const modules = browserModules('site/browser/quote.js');
  const check = browserModules('site/browser/quote-check.js');
  const page: Page = {
    path: pagePaths.quote,
    title: "Check a dealer's quote · Forecourt",
    description:
      'Every line of a bill of sale against what the law asks in 13 Canadian and 51 US places. Free, and nothing is sent.',
    scripts: [modules.entry],
    modules: modules.imports,
    content: html`<h1>Check a dealer's quote</h1>
<p class="lead">Which lines of a bill of sale does the law ask for, which are too high, and which are the dealer's own? Free, and nothing is sent anywhere: the check runs in this page.</p>
<form id="quote" class="inset noprint" autocomplete="off" data-figures="${data.path}" data-script="${check.entry}">
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
  return { page, assets: [...modules.assets, ...check.assets, data] };
}

/** Asks for parameters of the purchase costs, by which a quote and the bill of a report are described too. */
export function saleFields(names: readonly string[]): Html[] {
  return describeQuery(costsQuery)
    .filter(({ name }) => names.includes(name))
    .map(fieldOf);
}

/** The figures of all places in one file, so that not even the place is sent by asking for it. */
export function figuresFile(figures: readonly Jurisdiction[]): Asset {
  const places = Object.fromEntries(figures.map((place) => [`${place.country}-${place.code}`, place]));
  const all = { places, areas: localAreas(), elsewhere: codesElsewhere() };
  return asset('figures.json', 'application/json', JSON.stringify(all));
}

function fieldOf(parameter: ParameterDescription): Html {
  const { name } = parameter;
  const own = WEIGHTS[name] ?? countryOfField(name);
  const field = formField(parameter, '');
  return own === undefined ? field : html`<div data-country="${own}">${field}</div>`;
}

import type { Jurisdiction } from '../costs/jurisdiction-schema.ts';
import { type Country, countries, countryFacts } from '../costs/places.ts';
import { pagePaths } from '../documents/links.ts';
import { onDemand } from '../lib/on-demand.ts';
import type { ParameterDescription } from '../products/describe-query.ts';
import { SAMPLE_VIN } from '../products/parameters.ts';
import { type Html, html } from '../view/html.ts';
import { browserScript } from './browser-script.ts';

/** Names of provinces and states, by country and code. */
export type PlaceNames = Readonly<Record<string, string>>;

/** Labels a control for one parameter of a product in the words of people. */
export function formField(
  { name, required, description, schema, example }: ParameterDescription,
  value: string,
  placeNames: PlaceNames = {},
): Html {
  const id = `field-${name}`;
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const chosen = value || String(schema.default ?? '');
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  const control = choices
    ? html`<select id="${id}" name="${name}"${required && html` required`} aria-describedby="${id}-help">${!required && html`<option value="">not given</option>`}${choices.map((choice) => option(choiceWords(name, String(choice), placeNames), String(choice), chosen))}</select>`
    : name === 'vin'
      ? vinControl(id, required, value)
      : html`<input id="${id}" name="${name}" value="${value}"${required && html` required`}${isNumber && html` inputmode="decimal"`} autocomplete="off" spellcheck="false" aria-describedby="${id}-help">`;
  return html`<div><label for="${id}">${labelOf(name)}</label>
${control}
${name === 'vin' && html`<p class="vin-state" id="${id}-state" role="status" aria-live="polite"></p>`}<small id="${id}-help">${HELP[name] ?? description}${example !== undefined && !choices && name !== 'vin' && html`, such as ${String(example)}`}</small></div>`;
}

/** Leaves the pattern out: what is typed is judged below the field, and a pattern would only say that it is wrong. */
function vinControl(id: string, required: boolean, value: string): Html {
  return html`<input id="${id}" name="vin" class="vin" value="${value}"${required && html` required`} autocapitalize="characters" autocomplete="off" autocorrect="off" spellcheck="false" aria-describedby="${id}-state ${id}-help">`;
}

function option(words: string, choice: string, chosen: string): Html {
  return html`<option value="${choice}"${choice.toUpperCase() === chosen.toUpperCase() && html` selected`}>${words}</option>`;
}

const CHOICES: Readonly<Record<string, string>> = {
  true: 'yes',
  false: 'no',
  private: 'from a private seller',
  dealer: 'from a dealer',
  plug_in_hybrid: 'plug-in hybrid',
  mi: 'miles',
  km: 'kilometres',
  first: 'the first owner',
  later: 'a later owner',
};

function choiceWords(name: string, choice: string, placeNames: PlaceNames): string {
  const country = countries.find((code) => code === choice);
  if (country && COUNTRY_NAMES.includes(name)) return countryFacts[country].name;
  return placeNames[`${countryOfField(name)}-${choice}`] ?? CHOICES[choice] ?? choice;
}

const COUNTRY_NAMES = ['country', 'market'];

const LABELS: Readonly<Record<string, string>> = {
  vin: 'VIN',
  msrp: 'List price when new',
  price: 'Price of the car',
  sale_type: 'You buy',
  postal_code: 'Postal code or ZIP code',
  in_service: 'First day in service',
};

/** Words for people, for parameters whose description is for programs. */
const HELP: Readonly<Record<string, string>> = {
  vin: '17 letters and digits, from the windshield, the door frame or the papers',
  country: 'Where you will buy the car: it decides on taxes, units and currency',
  province: 'Where you will register it',
  state: 'Where you will register it',
  postal_code: 'In place of, or with, the province or state',
  city: 'Where you live: it decides on local taxes',
  price: 'In the money of that country',
  sale_type: 'It decides on the taxes',
  buyer_has_plates: 'Plates that you move to it from another car',
  family_gift: 'A gift in the family may be exempt',
  odometer: 'What it shows: it decides on the warranty that is left',
  odometer_unit: 'Without it, that of the country',
};

function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return LABELS[name] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Finds the country that alone has this parameter. */
export function countryOfField(name: string): Country | undefined {
  return countries.find((country) => countryFacts[country].ownParameters.includes(name));
}

/** Lists all places to choose from, by their names, those of one country first. */
export function placeOptions(figures: readonly Jurisdiction[], first: Country): Html {
  const inOrder = [first, ...countries.filter((country) => country !== first)];
  return html`${inOrder.map((country) => placesOf(country, figures))}`;
}

function placesOf(country: Country, figures: readonly Jurisdiction[]): Html {
  const places = figures
    .filter((place) => place.country === country)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return html`<optgroup label="${countryFacts[country].name}">${places.map(({ code, name }) => html`<option value="${country}-${code}">${name}</option>`)}</optgroup>`;
}

export const vinFieldScript = onDemand(() => browserScript('site/browser/vin-field.js'));

/** Asks for a VIN and shows what is known of it for nothing; works without scripts, which only help while typing. */
export function vinField(given = ''): Html {
  return html`<form class="vin-form" id="look" action="${pagePaths.car}" method="get">
<label for="look-vin">The VIN of the car</label>
<div class="vin-row"><input id="look-vin" class="vin" name="vin" value="${given}" required placeholder="${SAMPLE_VIN}" autocapitalize="characters" autocomplete="off" autocorrect="off" spellcheck="false" enterkeyhint="go" aria-describedby="look-state look-help"><button class="main">Look it up, free</button></div>
<p class="vin-state" id="look-state" role="status" aria-live="polite"></p>
<p id="look-help"><small>17 letters and digits: behind the windshield on the driver’s side, on the door frame, in the papers. O is always zero. <a href="${pagePaths.car}?vin=${SAMPLE_VIN}">Try one</a></small></p>
</form>`;
}

import type { Jurisdiction } from '../costs/jurisdiction-schema.ts';
import { type Country, countries, countryFacts } from '../costs/places.ts';
import { type Html, html } from '../view/html.ts';

/** All places to choose from, by their names, those of one country first. */
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

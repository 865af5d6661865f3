// Reads a sale from a form, with the figures in this page, so that nothing of the sale is sent.

import { findArea } from '../../costs/find-area.ts';
import { findPlaceOf, postalIndexOf } from '../../costs/find-postal-place.ts';
import { findPlace } from '../../costs/places.ts';
import {
  fuelParameters,
  isTradeInTooLarge,
  numberParameters,
  readSaleNumber,
  saleOfValues,
  tradeInTooLarge,
} from '../../costs/sale.ts';
import { plainNumber } from './plain-number.js';

/**
 * @typedef {import('../../costs/jurisdiction-schema.ts').Jurisdiction} Jurisdiction
 * @typedef {import('../../costs/local-areas.ts').LocalAreas} LocalAreas
 * @typedef {import('../../costs/sale.ts').NumberName} NumberName
 * @typedef {import('../../costs/sale.ts').CostsQuery} Query
 * @typedef {import('../../costs/sale.ts').SaleValues} Values
 * @typedef {{ places: Record<string, Jurisdiction>, areas: LocalAreas, elsewhere: Record<string, string[]> }} Figures
 */

/**
 * Reads what is asked, and the figures of its place, or says what is wrong with it.
 * @param {HTMLFormElement} form
 * @param {Figures} figures
 * @param {number} [year] of the model, where the form does not ask for it
 * @returns {{ query: Query, figures: Jurisdiction } | string}
 */
export function readSale(form, { places, areas, elsewhere }, year) {
  const given = new FormData(form);
  /** @param {string} name */
  const textOf = (name) => String(given.get(name) ?? '').trim();
  const postal = textOf('postal_code').toUpperCase();
  const found = findPlaceOf(postal, () =>
    postalIndexOf([
      ...Object.values(places).flatMap(({ country, code, postalCodes }) => {
        const place = findPlace(country, code);
        return place ? [/** @type {const} */ ([place, postalCodes])] : [];
      }),
      ...Object.entries(elsewhere),
    ]),
  );
  if (postal !== '' && found.kind === 'unknown') return `${labelOf('postal_code')} ${postal} is not in use.`;
  if (found.kind === 'elsewhere') return `${postal} is in ${found.name}, which is none of the states.`;
  const [country = '', code] = textOf('place').split('-');
  const chosen = findPlace(country, code);
  const ofCode = found.kind === 'place' ? found.place : undefined;
  const place = chosen ?? ofCode;
  const data = place && places[`${place.country}-${place.code}`];
  if (!place || !data) return 'Choose where the car will be registered.';
  if (ofCode && (ofCode.country !== place.country || ofCode.code !== place.code))
    return `${postal} is in ${places[`${ofCode.country}-${ofCode.code}`]?.name}, and ${data.name} is chosen.`;

  const sale = readNumbers(textOf);
  if (typeof sale === 'string') return sale;
  const area = areaOf();
  if (typeof area === 'string') return area;
  return {
    figures: data,
    query: {
      place,
      saleType: textOf('sale_type') === 'private' ? 'private' : 'dealer',
      familyGift: false,
      buyerHasPlates: textOf('buyer_has_plates') === 'true',
      ...saleOfValues({ ...(year !== undefined && { model_year: year }), ...sale }),
      ...(area && { area }),
    },
  };

  function areaOf() {
    const city = place?.country === 'US' ? textOf('city') : '';
    const postalCode = found.kind === 'place' && { postalCode: found.postalCode };
    if (!place || (city === '' && !postalCode)) return undefined;
    if (place.country !== 'US') return postalCode || undefined;
    const zip = found.kind === 'place' ? found.zip : undefined;
    const named = { ...(city !== '' && { city }), ...(zip !== undefined && { zip }) };
    const inside = findArea(areas, place.code, named);
    if (inside.kind === 'contradiction')
      return `${city} is in the county of ${inside.counties.join(' or ')}, where ${postal} does not lie.`;
    return { ...postalCode, ...inside.area };
  }
}

/**
 * @param {(name: string) => string} textOf
 * @returns {Values | string}
 */
function readNumbers(textOf) {
  /** @type {Partial<Values>} */
  const values = {};
  for (const name of /** @type {NumberName[]} */ (Object.keys(numberParameters))) {
    const text = plainNumber(name, textOf(name));
    if (text === '') continue;
    const value = readSaleNumber(name, text);
    if (value === undefined) return `${labelOf(name)} ${numberParameters[name].message}.`;
    values[name] = value;
  }
  const { price } = values;
  if (price === undefined) return `${labelOf('price')} is missing.`;
  const fuel = fuelParameters.find((kind) => kind === textOf('fuel'));
  const sale = { ...values, price, ...(fuel && { fuel }) };
  return isTradeInTooLarge(sale) ? `${labelOf('trade_in')} ${tradeInTooLarge}.` : sale;
}

/** @param {string} name */
function labelOf(name) {
  return document.querySelector(`label[for="field-${name}"], label[for="${name}"]`)?.textContent ?? name;
}

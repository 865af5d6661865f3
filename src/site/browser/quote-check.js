// Checks a quote by the modules that the command line runs; loaded when somebody begins to write.

import { modelYearsOf } from '@forecourt/vin/vin-text';
import { checkQuoteText } from '../../costs/quote/check-quote.ts';
import { adviseOnVin } from '../vin-advice.ts';
import { readSale } from './costs-in-page.js';

/** A letter at this place says that the model year is the later of two. */
const CYCLE_AT = 6;

/**
 * Gives what was found, or says what is wrong with the sale.
 * @param {HTMLFormElement} form
 * @param {string} text
 * @param {import('./costs-in-page.js').Figures} figures
 */
export function check(form, text, figures) {
  const { vin, verdict, sentence } = adviseOnVin(String(new FormData(form).get('vin')));
  if (verdict !== 'empty' && verdict !== 'fits' && verdict !== 'europe') return sentence;
  const year = modelYearsOf(vin)[/[A-Z]/.test(vin.charAt(CYCLE_AT)) ? 1 : 0];
  const sale = readSale(form, figures, year);
  if (typeof sale === 'string') return sale;
  const checked = checkQuoteText(text, sale.figures, sale.query);
  return { ...checked, place: sale.figures.name, price: sale.query.price };
}

// Checks a quote by the modules that the command line runs; loaded when somebody begins to write.

import { checkQuoteText } from '../../costs/quote/check-quote.ts';
import { readSale } from './costs-in-page.js';

/**
 * Gives what was found, or says what is wrong with the sale.
 * @param {HTMLFormElement} form
 * @param {string} text
 * @param {import('./costs-in-page.js').Figures} figures
 */
export function check(form, text, figures) {
  const sale = readSale(form, figures);
  if (typeof sale === 'string') return sale;
  const checked = checkQuoteText(text, sale.figures, sale.query);
  return { ...checked, place: sale.figures.name, price: sale.query.price };
}

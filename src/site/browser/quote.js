// Checks a quote in this page, by the modules that the command line runs. It asks for the figures of all places once,
// when somebody begins to write, and for nothing afterwards.

import { centsOf, moneyText } from '../../costs/money.ts';
import { findPlace } from '../../costs/places.ts';
import { checkQuoteText } from '../../costs/quote/check-quote.ts';
import {
  fuelParameters,
  isTradeInTooLarge,
  numberParameters,
  readSaleNumber,
  saleOfValues,
  tradeInTooLarge,
} from '../../costs/sale.ts';
import { element, say, showFieldsOf } from './dom.js';

/**
 * @typedef {import('../../costs/jurisdiction-schema.ts').Jurisdiction} Figures
 * @typedef {import('../../costs/sale.ts').NumberName} NumberName
 * @typedef {import('../../costs/sale.ts').CostsQuery} Query
 * @typedef {import('../../costs/sale.ts').SaleValues} Values
 * @typedef {import('../../costs/quote/check-quote.ts').CheckedQuote} Checked
 */

const form = element('quote', HTMLFormElement);
const place = element('place', HTMLSelectElement);
const bill = element('bill', HTMLTextAreaElement);
const list = element('findings', HTMLElement);
/** @type {Promise<Record<string, Figures>> | undefined} */
let figures;

for (const button of form.querySelectorAll('button')) button.disabled = false;
showFieldsOfPlace();
form.addEventListener('focusin', () => void loadFigures().catch(() => undefined));
place.addEventListener('change', showFieldsOfPlace);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});

async function check() {
  list.hidden = true;
  const query = readQuery();
  if (typeof query === 'string') {
    say(query, { isBad: true });
    return;
  }
  try {
    const found = (await loadFigures())[place.value];
    if (found === undefined) throw new Error('no figures');
    show(checkQuoteText(bill.value, found, query));
  } catch {
    say('The figures could not be loaded. Try again.', { isBad: true });
  }
}

function loadFigures() {
  figures ??= fetch(form.dataset.figures ?? '').then((response) => {
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.json();
  });
  // Loads them again next time where this failed.
  figures.catch(() => {
    figures = undefined;
  });
  return figures;
}

/** Reads the query, or says what is wrong with it. @returns {Query | string} */
function readQuery() {
  const [country = '', code] = place.value.split('-');
  const key = findPlace(country, code);
  if (key === undefined) return 'Choose where the car will be registered.';
  /** @type {Partial<Values>} */
  const values = {};
  const given = new FormData(form);
  /** @param {string} name */
  const textOf = (name) => String(given.get(name) ?? '').trim();
  for (const name of /** @type {NumberName[]} */ (Object.keys(numberParameters))) {
    const text = textOf(name);
    if (text === '') continue;
    const value = readSaleNumber(name, text);
    if (value === undefined) return `${labelOf(name)} ${numberParameters[name].message}.`;
    values[name] = value;
  }
  const { price } = values;
  if (price === undefined) return `${labelOf('price')} is missing.`;
  const fuel = fuelParameters.find((kind) => kind === textOf('fuel'));
  const sale = { ...values, price, ...(fuel && { fuel }) };
  if (isTradeInTooLarge(sale)) return `${labelOf('trade_in')} ${tradeInTooLarge}.`;
  return {
    place: key,
    saleType: 'dealer',
    familyGift: false,
    buyerHasPlates: textOf('buyer_has_plates') === 'true',
    ...saleOfValues(sale),
  };
}

/** @param {Checked} checked */
function show({ findings, closing, notRead, notes }) {
  if (findings.length + notRead.length === 0) {
    say('No line of the quote was read.', { isBad: true });
    return;
  }
  const rows = [
    ...findings.map(({ verdict, text, amount, sentence }) =>
      row(verdict, text ?? 'Not on the quote', amount, sentence),
    ),
    ...notRead.map((text) => row('not read', text, null, 'No amount was found in this line.')),
  ];
  const heading = document.createElement('h2');
  heading.textContent = 'Line by line';
  const items = document.createElement('ul');
  items.className = 'findings';
  items.append(...rows);
  const words = [...(closing ? [closing.sentence] : []), ...notes].map((note) => {
    const line = document.createElement('p');
    line.textContent = note;
    return line;
  });
  list.replaceChildren(heading, ...words, items);
  list.hidden = false;
  say(summaryOf(findings));
  list.focus();
}

/** @param {Checked['findings']} findings */
function summaryOf(findings) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { verdict } of findings) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return `${[...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}.`;
}

/**
 * @param {string} verdict
 * @param {string} text
 * @param {number | null} amount
 * @param {string} sentence
 */
function row(verdict, text, amount, sentence) {
  const item = document.createElement('li');
  item.dataset.verdict = verdict;
  const head = document.createElement('strong');
  head.textContent = amount === null ? text : `${text}: ${moneyText(centsOf(amount))}`;
  const mark = document.createElement('span');
  mark.className = 'verdict';
  mark.textContent = verdict;
  const words = document.createElement('p');
  words.textContent = sentence;
  item.append(head, ' ', mark, words);
  return item;
}

function showFieldsOfPlace() {
  showFieldsOf(form, place.value.split('-')[0] ?? '');
}

/** @param {string} name */
function labelOf(name) {
  return document.querySelector(`label[for="field-${name}"]`)?.textContent ?? name;
}

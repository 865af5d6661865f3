// Checks a quote in this page, by the modules that the command line runs; what comes of it is copied, shared or printed
// from here, and sent nowhere.

import { centsOf, moneyText } from '../../costs/money.ts';
import { element, fillIn, load, onClick, say, sendOrCopy } from './dom.js';

/** @typedef {Exclude<ReturnType<typeof import('./quote-check.js').check>, string>} Checked */

const form = element('quote', HTMLFormElement);
const bill = element('bill', HTMLTextAreaElement);
const found = element('found', HTMLElement);
const list = element('findings', HTMLElement);
/** The findings, as text. */
let result = '';

for (const button of form.querySelectorAll('button')) button.disabled = false;
// Facts that a page of ours said of the car stand in the fragment, which no browser sends.
fillIn(form, new URLSearchParams(location.hash.slice(1)));
form.addEventListener('focusin', () => void load(form).catch(() => undefined));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
onClick('print', () => print());
onClick('send', (button) => sendOrCopy(button, result));

async function check() {
  found.hidden = true;
  /** @type {readonly [typeof import('./quote-check.js'), { figures: import('./costs-in-page.js').Figures }] | undefined} */
  const loaded = await load(form).catch(() => undefined);
  if (!loaded) {
    say('The figures could not be loaded. Try again.', { isBad: true });
    return;
  }
  const [{ check: checkSale }, { figures }] = loaded;
  const checked = checkSale(form, bill.value, figures);
  if (typeof checked === 'string') say(checked, { isBad: true });
  else show(checked);
}

/** @param {Checked} checked */
function show({ findings, closing, notRead, notes, place, price }) {
  if (findings.length + notRead.length === 0) {
    say('No line of the quote was read.', { isBad: true });
    return;
  }
  const rows = [
    ...findings.map(({ verdict, text, amount, sentence }) => row(verdict, text, amount, sentence)),
    ...notRead.map((text) => row('not read', text, null, 'No amount was found in this line.')),
  ];
  const heading = document.createElement('h2');
  heading.textContent = `Line by line: ${place}, ${moneyText(price)}`;
  const items = Object.assign(document.createElement('ul'), { className: 'findings' });
  items.append(...rows);
  // The sum first, then what to say for it.
  const words = [...(closing?.sentence.split(/(?<=\.) (?=You)/) ?? []), ...notes].map((note) => {
    const line = document.createElement('p');
    line.textContent = note;
    return line;
  });
  if (closing) words[0]?.classList.add('lead');
  list.replaceChildren(heading, ...words, items);
  result = [heading, ...words, ...rows]
    .map((part) =>
      (part.children.length > 0 ? [...part.children] : [part]).map((piece) => piece.textContent).join(' · '),
    )
    .join('\n');
  found.hidden = false;
  say(summaryOf([...findings, ...notRead.map(() => ({ verdict: 'not read' }))]));
  list.focus();
}

/** @param {{ verdict: string }[]} findings */
function summaryOf(findings) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { verdict } of findings) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
}

/**
 * @param {string} verdict
 * @param {string | null} text null for what the quote lacks: its verdict says so
 * @param {number | null} amount
 * @param {string} sentence
 */
function row(verdict, text, amount, sentence) {
  const item = document.createElement('li');
  item.dataset.verdict = verdict;
  const head = document.createElement('strong');
  // The seller's words stay as they are.
  const own = Object.assign(document.createElement('span'), { translate: false, textContent: text });
  head.append(own, amount === null ? '' : `: ${moneyText(centsOf(amount))}`);
  const mark = document.createElement('span');
  mark.className = 'verdict';
  mark.textContent = text === null ? 'Not on the quote' : verdict;
  const words = document.createElement('p');
  const parts = sentence.split(/((?<=\)\. ).+(?=: https:)|https:\/\/\S+)/);
  words.append(...parts.map((part, at) => (at % 2 === 1 ? sourceOf(part) : part)));
  item.append(...(text === null ? [] : [head, ' ']), mark, words);
  return item;
}

/** @param {string} part an address, or the title of what stands there, in its own language */
function sourceOf(part) {
  const own = part.startsWith('https:') ? { href: part } : { lang: 'en' };
  return Object.assign(document.createElement('href' in own ? 'a' : 'span'), own, { textContent: part });
}

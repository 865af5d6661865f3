// Writes what scripts say on a French page in French, by the same table as the pages: whatever they put into the page is
// looked up before it is seen. What the table does not have stays as it is.

import { frenchValue } from '../words/french-values.ts';
import { createTextTranslator } from '../words/translate.ts';

const UNTOUCHED = '[lang=en], [translate=no], pre, code, textarea, script, template';
const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'label', 'data-in'];

/** @type {Record<string, string>} */
let words = {};
/** @type {ReturnType<typeof createTextTranslator>} */
let text;
const shared = Object(globalThis);
learn(...(shared.frenchWords ?? []));
// More words come with what needs them.
shared.frenchWords = { push: learn };

/** @param {Record<string, string>[]} more */
function learn(...more) {
  words = Object.assign({}, words, ...more);
  text = createTextTranslator(words, frenchValue);
}

/** @param {Node} node */
function write(node) {
  const element = node instanceof Element ? node : node.parentElement;
  if (!element || element.closest(UNTOUCHED)) return;
  if (node instanceof Text) {
    const french = text(node.data).text;
    if (french !== node.data) node.data = french;
    return;
  }
  if (node instanceof Element) {
    for (const name of ATTRIBUTES) {
      const value = node.getAttribute(name);
      const french = value === null ? null : text(value).text;
      if (french !== null && french !== value) node.setAttribute(name, french);
    }
  }
  for (const child of node.childNodes) write(child);
}

// The title of the page is not touched: it is that of the report.
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) {
    if (type === 'characterData') write(target);
    for (const node of addedNodes) write(node);
  }
}).observe(document.body, { childList: true, characterData: true, subtree: true });
write(document.body);

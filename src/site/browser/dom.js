// What the scripts of all pages share.

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no "${id}"`);
  return found;
}

/**
 * @param {string} text
 * @param {{ isBad?: boolean, isBusy?: boolean }} [how]
 */
export function say(text, { isBad = false, isBusy = false } = {}) {
  const state = element('state', HTMLElement);
  state.textContent = text;
  state.classList.toggle('bad', isBad);
  state.classList.toggle('busy', isBusy);
}

/** Said to the person as it stands. */
export class Problem extends Error {}

/**
 * @param {string} text
 * @param {string} type
 * @param {string} name
 */
export function download(text, type, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * What a page of the service shows, to be put into another one.
 * @param {string} text
 */
export function contentOf(text) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  return { title: page.title, nodes: [...(page.querySelector('main')?.childNodes ?? [])] };
}

/**
 * The answer that a page of ours carries, as programs get it.
 * @param {string} text
 */
export function dataOf(text) {
  const carrier = new DOMParser().parseFromString(text, 'text/html').querySelector('#answer-data');
  return carrier instanceof HTMLTemplateElement ? tidy(carrier.content.textContent ?? '') : undefined;
}

/** @param {string} json */
export function tidy(json) {
  return JSON.stringify(JSON.parse(json), undefined, 2);
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} text
 */
export async function copyText(button, text) {
  await navigator.clipboard.writeText(text);
  const words = button.textContent;
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = words;
  }, 2000);
}

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

/**
 * Acts when a button is pressed.
 * @param {string} id
 * @param {(button: HTMLButtonElement) => unknown} act
 */
export function on(id, act) {
  const button = element(id, HTMLButtonElement);
  button.addEventListener('click', () => void act(button));
}

/**
 * Makes what runs the work of a page: its buttons are off and the page stays open until the work is done, or says
 * itself that it is, and what went wrong is said.
 * @param {HTMLElement} part that has the buttons
 */
export function oneAtATime(part) {
  let isBusy = false;
  addEventListener('beforeunload', (event) => {
    if (isBusy) event.preventDefault();
  });
  /** @param {boolean} now */
  const busy = (now) => {
    isBusy = now;
    for (const button of part.querySelectorAll('button')) button.disabled = now;
  };
  /** @param {(done: () => void) => Promise<void>} work */
  return async (work) => {
    busy(true);
    try {
      await work(() => busy(false));
    } catch (error) {
      say(error instanceof Problem ? error.message : `Something went wrong: ${Object(error).message}`, {
        isBad: true,
      });
    } finally {
      busy(false);
    }
  };
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

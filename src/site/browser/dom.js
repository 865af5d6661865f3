// Helpers of the scripts of several pages.

/**
 * Finds an element that the page must have.
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
 * Shows a message in the place for messages.
 * @param {string} text
 * @param {{ isBad?: boolean, isBusy?: boolean, at?: string }} [kind]
 */
export function say(text, { isBad = false, isBusy = false, at = 'state' } = {}) {
  const state = element(at, HTMLElement);
  state.textContent = text;
  state.classList.toggle('bad', isBad);
  state.classList.toggle('busy', isBusy);
  // Who pressed a button far from it sees it too.
  state.scrollIntoView({ block: 'nearest' });
}

/**
 * @param {string} id of a button
 * @param {(button: HTMLButtonElement) => unknown} act
 */
export function onClick(id, act) {
  const button = element(id, HTMLButtonElement);
  button.addEventListener('click', () => void act(button));
}

/**
 * Makes a function that runs the work of a page: the buttons are off and the page stays open until the work ends or calls
 * `done`; a failure is shown.
 * @param {HTMLElement} part that has the buttons
 */
export function createRunner(part) {
  let isBusy = false;
  addEventListener('beforeunload', (event) => {
    if (isBusy) event.preventDefault();
  });
  /** @param {boolean} busy */
  const setBusy = (busy) => {
    isBusy = busy;
    for (const button of part.querySelectorAll('button')) button.disabled = busy;
  };
  /** @param {(done: () => void) => Promise<void>} work */
  return async (work) => {
    setBusy(true);
    try {
      await work(() => setBusy(false));
    } catch (error) {
      say(error instanceof Problem ? error.message : `Something went wrong: ${Object(error).message}`, {
        isBad: true,
      });
    } finally {
      setBusy(false);
    }
  };
}

/** A failure whose message is shown as it stands. */
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
 * Takes the content out of a page of the service, to be put into another one.
 * @param {string} text
 */
export function contentOf(text) {
  const page = parsed(text);
  return { title: page.title, nodes: [...(page.querySelector('main')?.childNodes ?? [])] };
}

/**
 * Takes the answer out of a page of the service, as programs get it.
 * @param {string} text
 * @param {string} [id] of the part that carries it
 */
export function dataOf(text, id = 'answer-data') {
  const carrier = parsed(text).getElementById(id);
  return carrier instanceof HTMLTemplateElement ? indented(carrier.content.textContent ?? '') : undefined;
}

/**
 * The style of a page of its own is not for ours, and the policy would complain of it.
 * @param {string} text
 */
function parsed(text) {
  return new DOMParser().parseFromString(text.replace(/<style[\s\S]*?<\/style>/, ''), 'text/html');
}

/** @param {string} json */
export function indented(json) {
  return JSON.stringify(JSON.parse(json), undefined, 2);
}

/** @type {Map<string, ReturnType<typeof filesAt>>} */
const loaded = new Map();

/**
 * Loads the module of a part and figures, once, or again where that failed.
 * @template Module, Figures
 * @param {HTMLElement} part whose data name the files
 * @param {string} [place] whose figures are wanted, if not those of all
 * @returns {Promise<readonly [Module, { figures: Figures, readOn: string }]>}
 */
export function load({ dataset: { script = '', figures = '' } }, place = '') {
  const file = figures.replace('place', place);
  const wanted = loaded.get(file) ?? filesAt(script, file);
  loaded.set(file, wanted);
  wanted.catch(() => loaded.delete(file));
  return wanted;
}

/** @param {string} script @param {string} file */
async function filesAt(script, file) {
  const [module, response] = await Promise.all([import(script), fetch(file)]);
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { words, ...figures } = await response.json();
  // On a page in French its words are there before the bill is.
  if (words) Object(globalThis).frenchWords.push(words);
  return /** @type {const} */ ([module, { figures, readOn: response.headers.get('date') ?? '' }]);
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

/**
 * Sends a text by what the device offers for it, or copies it.
 * @param {HTMLButtonElement} button
 * @param {string} text
 * @param {ShareData} [shared] what the device is given, if it is more than the text
 */
export async function sendOrCopy(button, text, shared = { text }) {
  const isSent = await navigator.share?.(shared).then(
    () => true,
    (error) => error.name === 'AbortError',
  );
  if (!isSent) await copyText(button, text);
}

/**
 * Shows the fields of the country of a form alone, and sends no others; again whenever the form changes.
 * @param {HTMLFormElement} form
 */
export function showOwnFields(form) {
  const given = new FormData(form);
  const [country] = String(given.get('place') ?? given.get('country')).split('-');
  for (const part of form.querySelectorAll('[data-country]')) {
    if (!(part instanceof HTMLElement)) continue;
    part.hidden = part.dataset.country !== country;
    for (const field of part.querySelectorAll('input, select'))
      field.toggleAttribute('disabled', part.hidden);
  }
  form.onchange = () => showOwnFields(form);
}

/**
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} known what is known of the sale
 */
export function fillIn(form, known) {
  for (const [name, value] of known) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
  }
  showOwnFields(form);
}

// Helps in the reference: finds what is typed, keeps one language for all examples, and calls a path from its form.
// Without this script everything can be read, and forms and links lead to pages that do the same.

const LANGUAGE = 'forecourt-language';
const MOST_FOUND = 8;

/** @type {NodeListOf<HTMLInputElement>} */
const choices = document.querySelectorAll('.tabs input');
for (const choice of choices)
  choice.addEventListener('change', () => {
    localStorage.setItem(LANGUAGE, choice.value);
    choose(choice.value);
  });
choose(localStorage.getItem(LANGUAGE) ?? '');

/** @param {string} language that an example may lack */
function choose(language) {
  for (const choice of choices) if (choice.value === language) choice.checked = true;
}

const field = document.querySelector('#find');
const list = document.querySelector('#found');
const count = document.querySelector('#found-count');
if (field instanceof HTMLInputElement && list && count) search(field, list, count);

/**
 * @param {HTMLInputElement} field
 * @param {Element} list
 * @param {Element} count
 */
function search(field, list, count) {
  const part = field.closest('search');
  if (part instanceof HTMLElement) part.hidden = false;
  /** @type {Promise<[title: string, to: string, words: string][]> | undefined} */
  let index;
  field.addEventListener('input', async () => {
    index ??= fetch(field.dataset.index ?? '').then((response) => response.json());
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const entries = await index.catch(() => undefined);
    if (!entries) index = undefined;
    const found = words.length === 0 ? [] : matching(entries ?? [], words).slice(0, MOST_FOUND);
    list.replaceChildren(...found.map(item));
    count.textContent =
      words.length === 0 ? '' : entries ? `${found.length} found` : 'The search cannot be reached';
  });
  document.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.findIndex((link) => link.matches(':focus'));
    const isTyping = document.activeElement?.matches('input, select, textarea');
    const isIn = part?.contains(document.activeElement);
    if (event.key === '/' && !isTyping) field.focus();
    else if (event.key === 'Escape' && isIn) {
      field.value = '';
      list.replaceChildren();
      field.focus();
    } else if (event.key === 'ArrowDown' && isIn) links[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && isIn) (links[at - 1] ?? field).focus();
    else if (event.key === 'Enter' && document.activeElement === field) links[0]?.click();
    else return;
    event.preventDefault();
  });
}

/**
 * Finds what has all the words; what is called so comes before what only mentions it.
 * @param {[title: string, to: string, words: string][]} entries
 * @param {string[]} words
 */
function matching(entries, words) {
  const rank = (/** @type {string} */ title) =>
    words.every((word) => title.startsWith(word)) ? 0 : words.some((word) => title.includes(word)) ? 1 : 2;
  return entries
    .filter(([title, , more]) => words.every((word) => `${title} ${more}`.toLowerCase().includes(word)))
    .sort(([one], [other]) => rank(one.toLowerCase()) - rank(other.toLowerCase()));
}

/** @param {[title: string, to: string, words: string]} entry */
function item([title, to, words]) {
  const link = document.createElement('a');
  link.href = to;
  link.textContent = title;
  const more = document.createElement('small');
  more.textContent = words.slice(0, 90);
  const entry = document.createElement('li');
  entry.append(link, more);
  return entry;
}

const form = document.querySelector('form.try');
const answer = document.querySelector('.tried');
const state = document.querySelector('#state');
if (form instanceof HTMLFormElement && answer && state) tryIt(form, answer, state);

/**
 * @param {HTMLFormElement} form
 * @param {Element} answer
 * @param {Element} state
 */
function tryIt(form, answer, state) {
  /** @param {string} text */
  const say = (text) => {
    state.textContent = text;
    state.classList.remove('busy', 'bad');
  };
  /** @param {unknown} data */
  const show = (data) => {
    const block = document.createElement('pre');
    block.tabIndex = 0;
    block.setAttribute('role', 'region');
    block.setAttribute('aria-label', 'The answer');
    block.textContent = typeof data === 'string' ? data : JSON.stringify(data, undefined, 2);
    answer.replaceChildren(block);
  };
  const address = () => {
    const search = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== '') search.set(name, String(value).trim());
    return `${new URL(form.action).pathname}?${search}`;
  };
  /** @param {string} path */
  const read = async (path) => {
    say(`GET ${path}`);
    try {
      const response = await fetch(path, { headers: { Accept: 'application/json' } });
      show(await response.json());
      say(`GET ${path}: ${response.status}`);
    } catch {
      say('The service cannot be reached just now.');
    }
  };
  form.querySelector('.sample')?.addEventListener('click', (event) => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLAnchorElement) void read(event.currentTarget.pathname);
  });
  const ask = form.querySelector('.ask');
  if (ask instanceof HTMLButtonElement) {
    ask.hidden = false;
    ask.addEventListener('click', () => void read(address()));
  }
  const { pay, wallet, amount = '', payTo = '', asset = '' } = form.dataset;
  if (pay === undefined || wallet === undefined) return;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const path = address();
    try {
      const provider = await testWallet(wallet);
      /** @type {typeof import('./pay.js')} */
      const { buy, forgetPayment } = await import(pay);
      const { data, transaction } = await buy(provider, path, { amount, payTo, asset });
      forgetPayment();
      show(data ?? '');
      say(`GET ${path}: ${transaction ? `paid, transaction ${transaction}` : 'nothing was charged'}`);
    } catch (error) {
      say(Object(error).message);
    }
  });
}

/**
 * Loads the wallet of the service itself: where another one is in the browser too, that is not asked.
 * @param {string} script
 * @returns {Promise<import('./wallets.js').Provider>}
 */
async function testWallet(script) {
  /** @type {import('./wallets.js').Provider | undefined} */
  let provider;
  addEventListener('eip6963:announceProvider', (event) => {
    if (event instanceof CustomEvent && event.detail.info.rdns === 'localhost.test-wallet')
      ({ provider } = event.detail);
  });
  await import(script);
  dispatchEvent(new Event('eip6963:requestProvider'));
  if (!provider) throw new Error('The test wallet did not start.');
  return provider;
}

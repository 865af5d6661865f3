// Opens a report by its link, from this browser or from the service; sends, saves and deletes it, and lists those that
// this browser has.

import { pagePaths } from '../../documents/links.ts';
import { contentOf, dataOf, download, element, onClick, Problem, say, sendOrCopy } from './dom.js';
import { billVersion, isOffline, offerBill, onBill, shownBill } from './kept-report-bill.js';
import {
  aboutOf,
  allEntries,
  answerOf,
  endLinks,
  fetchSealed,
  findEntry,
  fragmentOf,
  idOf,
  isGenuine,
  keepReport,
  putEntry,
  readLink,
  readSealed,
  removeEntry,
  seal,
  sendEntry,
  setEnding,
  unseal,
} from './kept-reports.js';

/**
 * @typedef {import('./kept-reports.js').Report} Report
 * @typedef {import('./kept-reports.js').Entry} Entry
 * @typedef {{ entry: Entry, report: Report }} Kept
 */

const WORDS = {
  fetching: 'The report is being fetched.',
  notWhole:
    'A part of this link is missing or was changed on its way. Open it again from where it came, all of it.',
  gone: 'There is no report under this link any more: it was deleted, or its 90 days are over. Ask whoever sent it; the browser that bought it may still have it.',
  offline:
    'You are offline, and this browser has not opened this report before. Open the link again with a connection.',
  unreachable: 'The service cannot be reached just now. Open the link again in a minute.',
  notGenuine:
    'This service has not sold this report: somebody else has made or changed it. Do not rely on it.',
  tooOld: 'This browser cannot check whether the report is genuine. Open the link in a newer one.',
  isSent: 'Whoever has the link can open the report, for 90 days. It lies sealed with us: we cannot read it.',
  isUnsent:
    'The report is kept in this browser. Its link opens nowhere else yet, because it could not be given to us; that is tried again when this page is opened.',
  isHereAlone:
    'The report is kept in this browser alone, and its link opens nowhere else. To send it, save it as one file.',
  paid: 'Paid. Transaction ',
  notCharged: 'Nothing was charged for this report.',
  notKept:
    'This browser keeps nothing, and the service could not take the report. Try again within ten minutes.',
  noData: 'The data could not be fetched. Try again.',
  deleted: 'The report is deleted.',
  notEnded:
    'It is deleted here. The service cannot be reached: its copy is deleted when this page is opened with a connection.',
  delete: 'Delete',
};
const UNDO_FOR_MS = 10_000;

const answer = element('answer', HTMLElement);
const tools = element('tools', HTMLElement);
const foot = element('foot', HTMLElement);
const lost = element('lost', HTMLDetailsElement);
const costs = element('costs', HTMLElement);
const mine = element('mine', HTMLElement);
const deleting = element('deleting', HTMLDialogElement);
const undo = element('undo', HTMLElement);
const walletPart = element('wallet-part', HTMLElement);
const signers = (answer.dataset.signers ?? '').split(' ');
const where = element('where', HTMLElement);
const keptForMs = Number(where.dataset.days) * 86_400_000;
const ownTitle = document.title;
/** @type {Kept | undefined} */
let kept;
/** @type {Promise<unknown> | undefined} */
let wallets;
/** @type {Entry | undefined} */
let toDelete;
/** @type {{ entry: Entry, timer: ReturnType<typeof setTimeout> } | undefined} */
let undoable;

onClick('send', async (button) => {
  if (!kept || !(await isSent(kept.entry))) return;
  const { href } = location;
  await sendOrCopy(button, href, { title: kept.entry.car, url: href }).catch(() => say(href));
});
onClick('print', () => print());
onClick('save', () => kept && download(wholePage(kept.report), 'text/html', `${fileName()}.html`));
onClick('save-data', async () => {
  const data = kept && (await wholeData(kept).catch(() => say(WORDS.noData, { isBad: true })));
  if (data) download(data, 'application/json', `${fileName()}.json`);
});
onClick('delete', () => kept && askToDelete(kept.entry));
onClick('delete-here', () => deleteIt(false));
onClick('delete-everywhere', () => deleteIt(true));
onClick('keep', () => deleting.close());
onClick('take-back', takeBack);
addEventListener('hashchange', () => void open().then(goOn));
addEventListener('pagehide', () => void finishDeleting());
answer.addEventListener('click', goTo);
lost.addEventListener('toggle', () => {
  walletPart.hidden = !lost.open;
  if (walletPart.hidden) return;
  // Most who open a report have it: what speaks with wallets is loaded when it is wanted.
  wallets ??= import(walletPart.dataset.script ?? '').then(({ start }) => start(keep));
  wallets.catch(() => say(WORDS.unreachable, { isBad: true }));
});
onBill(keepSale);
void endLinks();
await open();

/**
 * Goes to a part of the report without a change of the address, which is its link.
 * @param {Event} event
 */
function goTo(event) {
  const link = event.target instanceof Element && event.target.closest('a[href^="#"]');
  const part = link && document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
  if (!part) return;
  event.preventDefault();
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  part.scrollIntoView();
}

/** Whoever was at what is gone by now goes on with what is there. */
function goOn() {
  const { activeElement } = document;
  if (activeElement === document.body || !activeElement?.checkVisibility())
    (kept ? answer : element('own', HTMLElement)).focus({ preventScroll: true });
}

async function open() {
  lost.open = false;
  deleting.close();
  const found = location.hash.length > 1 ? await load() : '';
  kept = typeof found === 'string' ? undefined : found;
  for (const part of document.querySelectorAll('.before')) {
    if (part instanceof HTMLElement) part.hidden = kept !== undefined;
  }
  for (const part of [tools, costs, foot]) part.hidden = !kept;
  answer.after(tools, costs);
  answer.replaceChildren();
  const bill = offerBill(kept?.report);
  if (typeof found === 'string') {
    document.title = ownTitle;
    say(found, { isBad: found !== '' });
    await list();
    return;
  }
  say('');
  const { report, entry } = found;
  const { nodes, title } = contentOf(report.page);
  document.title = title;
  answer.replaceChildren(...nodes);
  answer.querySelector('#purchase-costs')?.after(costs);
  answer.querySelector('.verdict')?.after(tools);
  const { transaction } = entry;
  // Only the browser that bought it has one.
  const paid = transaction === undefined ? '' : WORDS.paid + transaction;
  element('receipt', HTMLElement).textContent = transaction === '' ? WORDS.notCharged : paid;
  await isSent(entry);
  await bill;
  await keepPage().catch(() => {});
}

/** Finds what the address names. @returns {Promise<Kept | string>} a sentence where there is nothing to show */
async function load() {
  const link = readLink(location.hash);
  if (!link) return WORDS.notWhole;
  const here = await findEntry(link.id).catch(() => undefined);
  /** @type {Partial<Entry> & import('./kept-reports.js').Sealed | undefined} */
  let found = here;
  if (!found) {
    if (link.id !== (await idOf(link.key))) return WORDS.notWhole;
    say(WORDS.fetching, { isBusy: true });
    const reply = await fetchSealed(link.id).catch(() => undefined);
    if (!reply) return navigator.onLine ? WORDS.unreachable : WORDS.offline;
    if (reply.status === 404) return WORDS.gone;
    if (!reply.ok) return WORDS.unreachable;
    found = { isSent: true, ...(await readSealed(reply)) };
  }
  const report = await unseal(found, link.key).catch(() => undefined);
  if (!report) return WORDS.notWhole;
  const isGood = here !== undefined || (await isGenuine(report, signers).catch(isNoFaultOfTheReport));
  if (isGood !== true) return isGood === undefined ? WORDS.tooOld : WORDS.notGenuine;
  const entry = { ...aboutOf(report), transaction: undefined, ...link, ...found };
  // From now on it is listed, and opens without a connection.
  if (!here) await putEntry(entry).catch(() => {});
  return { report, entry };
}

/** Browsers of before 2025 may not know the kind of the signature. @param {unknown} error */
function isNoFaultOfTheReport(error) {
  return error instanceof DOMException && error.name === 'NotSupportedError' ? undefined : false;
}

/** @param {import('./pay.js').Bought} bought */
async function keep(bought) {
  const fragment = await keepReport(bought);
  if (fragment === undefined) throw new Problem(WORDS.notKept);
  location.hash = fragment;
}

/** Keeps with the report what its bill is computed from: here, and then with the service. @param {Report} report */
async function keepSale(report) {
  if (kept?.report !== report) return;
  const { entry } = kept;
  Object.assign(entry, await seal(report, entry.key), isOffline ? {} : { isSent: false });
  await putEntry(entry).catch(() => {});
  void isSent(entry).then(() => keepPage().catch(() => {}));
}

/**
 * Has the service keep the report where it does not yet, and says how things stand.
 * @param {Entry} entry
 */
async function isSent(entry) {
  let isHereAlone = entry.savedOn + keptForMs < Date.now();
  if (!entry.isSent && !isHereAlone) {
    const reply = await sendEntry(entry).catch(() => undefined);
    entry.isSent = reply?.ok === true;
    isHereAlone = reply?.status === 403 || reply?.status === 400;
    if (entry.isSent) await putEntry(entry).catch(() => {});
  }
  where.textContent = isHereAlone ? WORDS.isHereAlone : entry.isSent ? WORDS.isSent : WORDS.isUnsent;
  element('send', HTMLElement).hidden = isHereAlone;
  return entry.isSent && !isHereAlone;
}

async function list() {
  const entries = await allEntries().catch(() => []);
  element('none', HTMLElement).hidden = entries.length > 0;
  mine.replaceChildren(...entries.toSorted((a, b) => b.savedOn - a.savedOn).map(rowOf));
}

/** @param {Entry} entry */
function rowOf(entry) {
  const { car, vin, savedOn } = entry;
  const row = document.createElement('li');
  const link = document.createElement('a');
  link.textContent = car;
  link.href = fragmentOf(entry);
  const about = document.createElement('small');
  const day = new Date(savedOn).toLocaleDateString(document.documentElement.lang, { dateStyle: 'long' });
  about.textContent = `VIN … ${vin.slice(-6)}, ${day}`;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'plain';
  button.textContent = WORDS.delete;
  button.setAttribute('aria-label', `${WORDS.delete}: ${link.textContent} ${about.textContent}`);
  button.addEventListener('click', () => askToDelete(entry));
  row.append(link, ' ', about, ' ', button);
  return row;
}

/** @param {Entry} entry */
function askToDelete(entry) {
  toDelete = entry;
  deleting.showModal();
}

/** @param {boolean} everywhere */
async function deleteIt(everywhere) {
  deleting.close();
  if (!toDelete) return;
  finishDeleting();
  const entry = toDelete;
  await removeEntry(entry.id);
  if (everywhere) setEnding(entry.key, true);
  undoable = { entry, timer: setTimeout(finishDeleting, UNDO_FOR_MS) };
  history.replaceState(undefined, '', location.pathname);
  await open();
  say(WORDS.deleted);
  undo.hidden = false;
  element('take-back', HTMLElement).focus();
}

/** From now on nothing brings it back. */
async function finishDeleting() {
  clearTimeout(undoable?.timer);
  undoable = undefined;
  undo.hidden = true;
  goOn();
  if (!(await endLinks())) say(WORDS.notEnded, { isBad: true });
}

async function takeBack() {
  if (!undoable) return;
  const { entry, timer } = undoable;
  clearTimeout(timer);
  undoable = undefined;
  undo.hidden = true;
  setEnding(entry.key, false);
  // Another page may have ended its link meanwhile: it is given to the service once more.
  await putEntry({ ...entry, isSent: false });
  location.hash = fragmentOf(entry);
}

/** Lets the page open without a connection: with the files that it has loaded by now, and those of no earlier version. */
async function keepPage() {
  if (isOffline) return;
  await navigator.serviceWorker?.register('/report-worker.js', { scope: pagePaths.report });
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const version = `report ${import.meta.url} ${billVersion}`;
  const cache = await caches.open(version);
  await cache.addAll([
    ...new Set([pagePaths.report, ...loaded.filter((path) => path.startsWith('/assets/'))]),
  ]);
  for (const name of await caches.keys()) if (name !== version) await caches.delete(name);
}

/**
 * Gives the page as it was sold, with the bill that is shown in it and the style of reports, which comes first in ours.
 * @param {Report} report
 */
function wholePage({ page }) {
  const whole = new DOMParser().parseFromString(page, 'text/html');
  whole.querySelector('#purchase-costs')?.after(...(shownBill()?.nodes ?? []));
  const style = document.createElement('style');
  style.textContent = document.styleSheets[0]?.cssRules[0]?.cssText ?? '';
  whole.querySelector('style')?.remove();
  whole.head.append(style);
  return `<!doctype html>\n${whole.documentElement.outerHTML}\n`;
}

/**
 * Gives the answer as it was sold; the bill that is shown in it stands beside it.
 * @param {Kept} kept
 */
async function wholeData({ entry, report }) {
  const data = dataOf(report.page) ?? (await answerOf(entry, report));
  const exactCosts = shownBill()?.bill;
  return exactCosts ? JSON.stringify({ ...JSON.parse(data), exactCosts }, undefined, 2) : data;
}

function fileName() {
  const title = document.title.normalize('NFD').replace(/\p{M}/gu, '');
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

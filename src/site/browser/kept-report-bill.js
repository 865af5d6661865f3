// Asks for the place and the price of a purchase, and has the bill of the report's car computed in this page.

import { contentOf, element, fillIn, load, say } from './dom.js';
import { carDataOf } from './kept-reports.js';

/** @typedef {import('./kept-reports.js').Report} Report */

const form = element('costs-form', HTMLFormElement);
const asking = element('costs-asking', HTMLDetailsElement);
const result = element('bill', HTMLElement);
/** The page was kept, and what it needs may not have been. */
export const isOffline = document.body.classList.contains('offline');
const { script = '', figures = '' } = form.dataset;
/** The files that bills are computed by. */
export const billVersion = `${script} ${figures}`;
/** @type {Report | undefined} */
let asked;
/** @type {Exclude<ReturnType<typeof import('./report-bill.js').billOf>, string> | undefined} */
let computed;

/**
 * Fills in what the report knows of the purchase, and computes the bill that was asked for before.
 * @param {Report | undefined} report
 */
export function offerBill(report) {
  asked = report;
  computed = undefined;
  result.hidden = true;
  asking.open = false;
  say('', { at: 'costs-state' });
  form.reset();
  fillIn(form, new URLSearchParams(report && (report.sale ?? purchaseOf(report))));
  return report?.sale !== undefined && showBill(report);
}

/** @param {(report: Report) => Promise<unknown>} keep is given the report with the sale */
export function onBill(keep) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const report = asked;
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const sale = String(new URLSearchParams(Object.fromEntries(fields)));
    if (!report || !(await showBill(report, () => keep(Object.assign(report, { sale }))))) return;
    result.focus({ preventScroll: true });
    result.scrollIntoView();
  });
}

/** The bill, and what is shown of it, in the language of the page. */
export function shownBill() {
  return computed && { bill: computed.bill, nodes: [...result.cloneNode(true).childNodes] };
}

/** Shows the bill once it is kept: whoever sees it may leave. @param {Report} report @param {() => unknown} [keep] */
async function showBill(report, keep) {
  const at = 'costs-state';
  say('The bill is being computed.', { at, isBusy: true });
  const given = new FormData(form);
  const isLocal = given.get('city') || given.get('postal_code');
  const place = `${given.get('place')}${isLocal ? '-local' : ''}`;
  /** @type {readonly [typeof import('./report-bill.js'), { figures: import('./costs-in-page.js').Figures, readOn: string }] | undefined} */
  const loaded = await load(form, place).catch(() => undefined);
  const found = loaded
    ? loaded[0].billOf(form, loaded[1].figures, vehicleOf(report))
    : isOffline
      ? 'This browser is offline, and no bill of this place was computed in it before. With a connection it can be asked for.'
      : 'The figures could not be loaded. Try again.';
  const isBad = typeof found === 'string';
  if (!isBad) await keep?.();
  if (asked !== report) return false;
  say(isBad ? found : '', { at, isBad });
  asking.open = isBad;
  computed = isBad ? undefined : found;
  result.replaceChildren(...(computed ? contentOf(computed.page).nodes : []));
  if (loaded && computed && isOffline) result.querySelector('h3')?.after(ageNote(loaded[1].readOn));
  result.hidden = isBad;
  return !isBad;
}

/** Says of which day kept figures are. @param {string} readOn */
function ageNote(readOn) {
  const note = document.createElement('p');
  const day = new Date(readOn).toLocaleDateString('en-US', { dateStyle: 'long' });
  note.textContent = `You are offline: the figures are those that were read on ${day}.`;
  return note;
}

/** @param {Report} report */
function vehicleOf({ page }) {
  const { vehicle } = carDataOf(page);
  return { ...vehicle, year: vehicle.modelYear };
}

/** Fills in no more of the purchase than somebody has said. @param {Report} report */
function purchaseOf({ page }) {
  const { purchase } = carDataOf(page);
  if (!purchase) return {};
  const { country, place: code, price, saleType, assumed } = purchase;
  return {
    ...(code !== null && { place: `${country}-${code}` }),
    ...(!assumed.includes('price') && { price }),
    ...(!assumed.includes('sale_type') && { sale_type: saleType }),
  };
}

import type { Bill, CostLine } from '../costs/published.ts';
import { grouped, withThousands } from '../lib/wording.ts';
import { dayWords, type Html, html, link, wideTable, withDays } from './html.ts';

export function billTitle({ place, range, currency }: Bill): string {
  return `${place.name}: ${amounts(range, '$')} ${currency}`;
}

export function billPart(costs: Bill): Html {
  const { known, range, dueOnTheDay, dueLater, laterYears } = costs;
  const { name } = costs.place;
  const rows = html`${costs.lines.map(billRow)}
<tr class="total"><th scope="row">Lines with one exact amount</th><td class="amount">${exact(known)}</td><td></td><td></td></tr>
<tr class="total"><th scope="row">All that is or may be due</th><td class="amount">${amounts(range)}</td><td></td><td></td></tr>${
    range.typical !== undefined &&
    html`
<tr class="total"><th scope="row">With each range at what most buyers pay</th><td class="amount">${exact(range.typical)}</td><td></td><td></td></tr>`
  }${
    dueLater.high > 0 &&
    html`
<tr><th scope="row">Of it on the day of the purchase</th><td class="amount">${amounts(dueOnTheDay)}</td><td></td><td></td></tr>
<tr><th scope="row">At renewal or billed later</th><td class="amount">${amounts(dueLater)}</td><td></td><td></td></tr>`
  }${
    laterYears.high > 0 &&
    html`
<tr><th scope="row">What comes again in a later year</th><td class="amount">${amounts(laterYears)}</td><td></td><td></td></tr>`
  }`;
  const isOfGuide = costs.narrowing.some(({ parameter }) => parameter === 'book_value');
  const columns = ['Tax or fee', [costs.currency], 'Source', 'Confidence'] as const;
  return html`${wideTable({ label: `The bill in ${name}`, columns, rows })}
${isOfGuide && html`<p>The tax is a range because the law looks at the value of the car in a guide, not at the price alone. With the book value it is exact.</p>`}
<p><small>${figuresWords(costs)} ${costs.assumptions.join(' ')}</small></p>`;
}

export function figuresWords({ on, figuresVerifiedOn }: Bill): string {
  return `Figures of ${on}. ${verifiedWords(figuresVerifiedOn)}`;
}

export function verifiedWords(day: string | null): string {
  return day === null
    ? 'Not every one has a day on which it was last compared with its source.'
    : `All were compared with their sources on ${day} or later.`;
}

function billRow({ label, amount, range, source, confidence, asOf, ...line }: CostLine): Html {
  const cost = amount === undefined ? amounts(range ?? { low: 0, high: 0 }) : exact(amount);
  return html`<tr><th scope="row">${label}${payeeWords(line)}</th><td class="amount">${cost}</td><td translate="no">${link(source.url, source.publisher)}</td><td>${asOf === null ? confidence : `${confidence}, ${asOf.includes('-') ? dayWords(asOf) : asOf}`}</td></tr>
`;
}

function payeeWords({ mandatory, chargedBy }: Pick<CostLine, 'mandatory' | 'chargedBy'>): Html | false {
  if (chargedBy === 'dealer') return html` <small>(asked by the dealer, not by the law)</small>`;
  return !mandatory && html` <small>(may be declined)</small>`;
}

/** To the cent, as a bill is; below the name of the currency the sign stands nowhere. */
const exact = (amount: number) => withThousands(amount, 2);

function amounts({ low, high }: { low: number; high: number }, sign = ''): string {
  return low === high ? `${sign}${exact(low)}` : `${sign}${exact(low)} to ${sign}${exact(high)}`;
}

export function wholeBillPart(bill: Bill): Html {
  return withDays(html`<h3>${billTitle(bill)}</h3>
<p>What the law adds to this ${saleWords(bill.saleType)} at $${grouped(bill.price)} ${bill.currency}.</p>
${billPart(bill)}
${bill.notes.length > 0 && html`<p><small>${bill.notes.join(' ')}</small></p>`}
`);
}

export const saleWords = (saleType: Bill['saleType']) =>
  saleType === 'private' ? 'private sale' : 'purchase from a dealer';

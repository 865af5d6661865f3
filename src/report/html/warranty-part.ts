import type { Country } from '../../costs/places.ts';
import { marketNames } from '../../warranty/find-entry.ts';
import { remainingOrder } from '../../warranty/remaining.ts';
import type { Coverage } from '../../warranty/warranty.ts';
import type { Report } from '../report-schema.ts';
import { laterWords, limits, warrantyBars } from './charts/warranty-bars.ts';
import { type Html, html, link } from './html.ts';

const names = [
  ['basic', 'Basic'],
  ['powertrain', 'Powertrain'],
  ['corrosion', 'Rust through'],
  ['roadside', 'Roadside help'],
  ['evBattery', 'Traction battery'],
  ['emissions', 'Emissions'],
] as const;

export function warrantyPart(
  { vehicle, warranty, warrantyNote }: Pick<Report, 'vehicle' | 'warranty' | 'warrantyNote'>,
  { writtenAt, country }: { writtenAt: Date; country: Country },
): Html {
  if (warranty === null) return html`<p>Not known. ${warrantyNote}</p>`;
  const bars = names.flatMap(([name, title]) => {
    const coverage = warranty.coverages[name];
    return coverage === null ? [] : [{ title, coverage }];
  });
  const { remaining } = warranty;
  const left = remainingOrder
    .flatMap((name) => remaining.coverages[name] ?? [])
    .filter(({ state }) => state !== 'ended');
  return html`<p><strong>${left.length === 0 ? 'All factory coverage of this car that is known has ended.' : remaining.sentence}</strong></p>
${left.length > 0 && html`<ul>${left.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>`}
${warrantyBars(bars, { modelYear: vehicle.modelYear, writtenAt, country })}
<div class="wide" role="region" aria-label="The warranty by owner" tabindex="0"><table>
<thead><tr><th scope="col">As sold new in ${marketNames[warranty.market]}</th><th scope="col">You, as a later owner</th><th scope="col">The first owner</th></tr></thead>
<tbody>${names.map(([name, title]) => coverageRow(title, warranty.coverages[name], country))}</tbody></table></div>
<p><small>${inWords(warranty.note)} The confidence in these terms is ${warranty.confidence}. ${link(warranty.source.url, warranty.source.title)}</small></p>`;
}

/** Without what only readers of the data need: the names of members become words. */
function inWords(note: string): string {
  return note
    .replace(/; `remaining` [^.]*/, '')
    .replace(/`([a-zA-Z]+)`/g, (_, name: string) =>
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    );
}

function coverageRow(title: string, coverage: Coverage | null, country: Country): Html {
  if (coverage === null)
    return html`<tr><th scope="row">${title}</th><td colspan="2">none, or not known</td></tr>
`;
  return html`<tr><th scope="row">${title}</th><td>${laterWords(coverage, country)}${coverage.note !== null && html`<br><small>${inWords(coverage.note)}</small>`}</td><td>${limits(coverage, country)}</td></tr>
`;
}

import { marketNames } from '../../warranty/find-entry.ts';
import { remainingOrder } from '../../warranty/remaining.ts';
import type { Coverage } from '../../warranty/warranty.ts';
import type { Report } from '../report-schema.ts';
import { grouped } from '../wording.ts';
import { warrantyBars } from './charts/warranty-bars.ts';
import { type Html, html, link } from './html.ts';

const names = [
  ['basic', 'Basic'],
  ['powertrain', 'Powertrain'],
  ['corrosion', 'Corrosion'],
  ['roadside', 'Roadside'],
  ['evBattery', 'Traction battery'],
  ['emissions', 'Emissions'],
] as const;

export function warrantyPart(
  { vehicle, warranty, warrantyNote }: Pick<Report, 'vehicle' | 'warranty' | 'warrantyNote'>,
  writtenAt: Date,
): Html {
  if (warranty === null) return html`<p>Not known. ${warrantyNote}</p>`;
  const bars = names.flatMap(([name, title]) => {
    const coverage = warranty.coverages[name];
    return coverage === null ? [] : [{ title, coverage }];
  });
  const rows = names.map(([name, title]) => coverageRow(title, warranty.coverages[name]));
  const { remaining } = warranty;
  const left = remainingOrder
    .flatMap((name) => remaining.coverages[name] ?? [])
    .filter(({ state }) => state !== 'ended');
  return html`<p><strong>${remaining.sentence}</strong></p>
${left.length > 0 && html`<ul>${left.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>`}
<h3>As sold new in ${marketNames[warranty.market]}</h3>
${warrantyBars(bars, vehicle.modelYear, writtenAt)}
<table><tbody>${rows}</tbody></table>
<p><small>${warranty.note}</small></p>
<p><small>Confidence: ${warranty.confidence}. ${link(warranty.source.url, warranty.source.title)}</small></p>`;
}

function coverageRow(title: string, coverage: Coverage | null): Html {
  if (coverage === null)
    return html`<tr><th scope="row">${title}</th><td>none, or not known</td></tr>
`;
  const { months, miles, km, transferable, note } = coverage;
  const time = months === null ? 'for life' : `${grouped(months)} months`;
  const distance =
    miles === null || km === null ? 'any distance' : `${grouped(miles)} miles (${grouped(km)} km)`;
  const owner = transferable === false ? ', first owner only' : '';
  return html`<tr><th scope="row">${title}</th><td>${time} / ${distance}${owner}${note !== null && html`<br><small>${note}</small>`}</td></tr>
`;
}

import type { Country } from '../costs/places.ts';
import { withThousands } from '../lib/wording.ts';
import type { Report } from '../report/report-schema.ts';
import { remainingOrder } from '../warranty/remaining.ts';
import { type Coverage, marketNames, type Remaining, type Term } from '../warranty/warranty.ts';
import { laterWords, limits, warrantyBars } from './charts/warranty-bars.ts';
import { type Html, html, link, wideTable } from './html.ts';
import { wrapped } from './text.ts';

const INDENT = ' '.repeat(18);

/** The coverages, as a page and as a terminal names them. */
const names = [
  ['basic', 'Basic', 'Basic'],
  ['powertrain', 'Powertrain', 'Powertrain'],
  ['corrosion', 'Rust through', 'Corrosion'],
  ['roadside', 'Roadside help', 'Roadside'],
  ['evBattery', 'Traction battery', 'Traction battery'],
  ['emissions', 'Emissions', 'Emissions'],
] as const;

/** Coverages that many cars cannot have: nothing is said of them where they are not there. */
const MAY_BE_NONE = new Set(['Traction battery', 'Emissions']);

/** Writes the answer as a person reads it: first what this owner still has, then the terms as sold. */
export function warrantyCard(
  { warranty, warrantyNote }: Pick<Report, 'warranty' | 'warrantyNote'>,
  asked: { make: string; model: string | null; year: number },
): string {
  const car = [asked.year, warranty?.make ?? asked.make, asked.model].filter(Boolean).join(' ');
  if (!warranty) return [car, ...wrapped(`Factory warranty: not known. ${warrantyNote}`, '')].join('\n');
  const { coverages, source, confidence, market, note, remaining } = warranty;
  const { emissions } = coverages;
  return [
    ...wrapped(remaining.sentence, ''),
    ...remainingOrder.flatMap((name) => {
      const left = remaining.coverages[name];
      return left === null ? [] : wrapped(left.sentence, '  ');
    }),
    '',
    `${car}, factory warranty as sold new (${market})`,
    '',
    ...names.flatMap(([name, , title]) =>
      MAY_BE_NONE.has(title) && coverages[name] === null ? [] : coverageLines(title, coverages[name]),
    ),
    ...(emissions === null
      ? []
      : wrapped(`Catalyst and control unit: ${termOf(emissions.majorComponents)}`, INDENT)),
    '',
    ...wrapped(note, ''),
    `Confidence: ${confidence}`,
    `Source: ${source.title}`,
    `        ${source.url}`,
  ].join('\n');
}

function coverageLines(title: string, coverage: Coverage | null): string[] {
  const term = coverage ? termOf(coverage) : 'none, or not known';
  const [first = '', ...rest] = [...wrapped(term, INDENT), ...wrapped(coverage?.note ?? '', INDENT)];
  return [`${title.padEnd(INDENT.length)}${first.slice(INDENT.length)}`, ...rest];
}

function termOf(term: Term & { transferable?: boolean | null }): string {
  const { months, miles, km, unlimitedDistance, transferable = null } = term;
  const time = months === null ? 'for life' : months % 12 === 0 ? `${months / 12} years` : `${months} months`;
  const distance =
    unlimitedDistance || miles === null || km === null
      ? 'any distance'
      : `${withThousands(miles)} miles (${withThousands(km)} km)`;
  const passesOn = transferable === null ? '' : transferable ? ', transferable' : ', FIRST OWNER ONLY';
  return `${time} / ${distance}${passesOn}`;
}

export function warrantyPart(
  {
    vehicle,
    warranty,
    warrantyNote,
  }: Pick<Report, 'warranty' | 'warrantyNote'> & { vehicle: Pick<Report['vehicle'], 'modelYear'> },
  { writtenAt, country }: { writtenAt: Date; country: Country },
): Html {
  if (warranty === null) return html`<p>Not known. ${warrantyNote}</p>`;
  const bars = names.flatMap(([name, title]) => {
    const coverage = warranty.coverages[name];
    return coverage === null ? [] : [{ title, coverage }];
  });
  const { remaining } = warranty;
  const left = sentencesLeft(remaining);
  return html`<p><strong>${left.length === 0 ? 'All factory coverage of this car that is known has ended.' : remaining.sentence}</strong></p>
${left.length > 0 && html`<ul>${left.map((sentence) => html`<li>${inUnit(sentence, country)}</li>`)}</ul>`}
${warrantyBars(bars, { modelYear: vehicle.modelYear, writtenAt, country })}
${wideTable({
  label: 'The warranty by owner',
  columns: [`As sold new in ${marketNames[warranty.market]}`, 'You, as a later owner', 'The first owner'],
  rows: html`${names.map(([name, title]) => coverageRow(title, warranty.coverages[name], country))}`,
})}
<p><small>${inUnit(inWords(warranty.note), country)} The confidence in these terms is ${warranty.confidence}. <span translate="no">${link(warranty.source.url, warranty.source.title)}</span></small></p>`;
}

/** Terms that have or may have something left, those that a buyer asks about first at the head. */
export function sentencesLeft({ coverages }: Pick<Remaining, 'coverages'>): string[] {
  return remainingOrder
    .flatMap((name) => coverages[name] ?? [])
    .filter(({ state }) => state !== 'ended')
    .map(({ sentence }) => sentence);
}

/** Keeps of "60,000 miles (96,561 km)" what the odometers of the country show. */
const inUnit = (text: string, country: Country) =>
  text.replace(/([\d,]+ miles) \(([\d,]+ km)\)/g, country === 'US' ? '$1' : '$2');

/** Takes out what only readers of the data need: the names of members become words. */
function inWords(note: string): string {
  return note
    .replace(/; `remaining` [^.]*/, '')
    .replace(/`([a-zA-Z]+)`/g, (_, name: string) =>
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    );
}

function coverageRow(title: string, coverage: Coverage | null, country: Country): Html {
  if (coverage === null && MAY_BE_NONE.has(title)) return html``;
  if (coverage === null)
    return html`<tr><th scope="row">${title}</th><td colspan="2">none, or not known</td></tr>
`;
  return html`<tr><th scope="row">${title}</th><td>${laterWords(coverage, country)}</td><td>${limits(coverage, country)}${coverage.note !== null && html`<br><small>${inUnit(inWords(coverage.note), country)}</small>`}</td></tr>
`;
}

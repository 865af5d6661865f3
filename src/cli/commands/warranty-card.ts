import type { Coverage, CoverageName } from '../../warranty/warranty.ts';
import type { WarrantyAnswer } from '../../warranty/warranty-service.ts';

const WIDTH = 96;
const INDENT = 18;

const titles: readonly (readonly [CoverageName, string])[] = [
  ['basic', 'Basic'],
  ['powertrain', 'Powertrain'],
  ['corrosion', 'Corrosion'],
  ['roadside', 'Roadside'],
  ['evBattery', 'Traction battery'],
];

/** The answer as a person reads it. */
export function warrantyCard(
  { warranty, warrantyNote }: WarrantyAnswer,
  asked: { make: string; model: string | null; year: number },
): string {
  const car = [asked.year, warranty?.make ?? asked.make, asked.model].filter(Boolean).join(' ');
  if (!warranty) return `${car}\nFactory warranty: not known. ${warrantyNote}`;
  const { coverages, source, confidence, market, note } = warranty;
  return [
    `${car}, factory warranty as sold new (${market})`,
    '',
    ...titles.flatMap(([name, title]) => coverageLines(title, coverages[name])),
    '',
    ...wrapped(note, 0),
    `Confidence: ${confidence}`,
    `Source: ${source.title}`,
    `        ${source.url}`,
  ].join('\n');
}

function coverageLines(title: string, coverage: Coverage | null): string[] {
  const [first, ...rest] = coverage
    ? [termOf(coverage), ...wrapped(coverage.note ?? '', INDENT)]
    : ['none, or not known'];
  return [`${title.padEnd(INDENT)}${first}`, ...rest];
}

function termOf({ months, miles, km, unlimitedDistance, transferable }: Coverage): string {
  const time = months === null ? 'for life' : months % 12 === 0 ? `${months / 12} years` : `${months} months`;
  const distance =
    unlimitedDistance || miles === null || km === null
      ? 'any distance'
      : `${miles.toLocaleString('en-US')} miles (${km.toLocaleString('en-US')} km)`;
  const passesOn = transferable === null ? '' : transferable ? ', transferable' : ', FIRST OWNER ONLY';
  return `${time} / ${distance}${passesOn}`;
}

function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${' '.repeat(indent)}${word}`);
  }
  return lines;
}

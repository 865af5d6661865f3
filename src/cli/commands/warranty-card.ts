import { withThousands } from '../../lib/with-thousands.ts';
import { remainingOrder } from '../../warranty/remaining.ts';
import type { Coverage, CoverageName, Term } from '../../warranty/warranty.ts';
import type { WarrantyAnswer } from '../../warranty/warranty-service.ts';

const WIDTH = 96;
const INDENT = 18;

const titles: readonly (readonly [Exclude<CoverageName, 'emissions'>, string])[] = [
  ['basic', 'Basic'],
  ['powertrain', 'Powertrain'],
  ['corrosion', 'Corrosion'],
  ['roadside', 'Roadside'],
  ['evBattery', 'Traction battery'],
];

/** The answer as a person reads it: first what this owner still has, then the terms as sold. */
export function warrantyCard(
  { warranty, warrantyNote }: WarrantyAnswer,
  asked: { make: string; model: string | null; year: number },
): string {
  const car = [asked.year, warranty?.make ?? asked.make, asked.model].filter(Boolean).join(' ');
  if (!warranty) return `${car}\nFactory warranty: not known. ${warrantyNote}`;
  const { coverages, source, confidence, market, note, remaining } = warranty;
  const { emissions } = coverages;
  return [
    ...wrapped(remaining.sentence, 0),
    ...remainingOrder.flatMap((name) => {
      const left = remaining.coverages[name];
      return left === null ? [] : wrapped(left.sentence, 2);
    }),
    '',
    `${car}, factory warranty as sold new (${market})`,
    '',
    ...titles.flatMap(([name, title]) => coverageLines(title, coverages[name])),
    ...(emissions === null ? [] : coverageLines('Emissions', emissions)),
    ...(emissions === null
      ? []
      : [`${''.padEnd(INDENT)}Catalyst and control unit: ${termOf(emissions.majorComponents)}`]),
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

function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${' '.repeat(indent)}${word}`);
  }
  return lines;
}

import { describeBattery, describeCoverage, describePowertrain } from './describe-coverage.ts';
import { marketNames } from './find-entry.ts';
import type { Entry, Maker, Powertrain } from './maker-schema.ts';
import type { Coverage, CoverageName, Market, Warranty } from './warranty.ts';
import { confidences } from './warranty.ts';

const names: Record<CoverageName, string> = {
  basic: 'basic',
  powertrain: 'powertrain',
  corrosion: 'corrosion',
  roadside: 'roadside',
  evBattery: 'traction battery',
};
const order: readonly CoverageName[] = ['basic', 'powertrain', 'corrosion', 'roadside', 'evBattery'];

const basisSentences: Record<Entry['basis'], string | undefined> = {
  read: undefined,
  'partly read': 'The cited source states some of these figures; the others are general knowledge.',
  'carried over':
    'The figures are stated for neighbouring model years or makes of the group and carried over to these.',
  'general knowledge': 'The figures are general knowledge and were not read at the cited address.',
};

interface Question {
  maker: Maker;
  year: number;
  market: Market;
  /** Kinds of powertrain with a traction battery that the vehicle may have. */
  batteries: readonly Powertrain[];
}

export function describeWarranty(entry: Entry, { maker, year, market, batteries }: Question): Warranty {
  const source = maker.sources[entry.source];
  if (!source) throw new Error(`Warranty data of ${maker.make}: no source "${entry.source}".`);
  const coverages: Record<CoverageName, Coverage | null> = {
    basic: told(entry.basic),
    powertrain: describePowertrain(entry),
    corrosion: told(entry.corrosion),
    roadside: told(entry.roadside),
    evBattery: typeof entry.evBattery === 'string' ? null : describeBattery(entry.evBattery, batteries),
  };
  const { url, title } = source;
  return {
    make: maker.make,
    modelYear: year,
    market,
    coverages,
    asSold: true,
    source: { url, title },
    confidence: entry.confidence,
    note: [
      `Coverage as originally sold in ${marketNames[market]}, counted from the first day in service: not what remains of it.`,
      'Later extensions, recalls and emissions warranties are not included.',
      listed(
        'Not established',
        order.filter((name) => isUnknown(entry, coverages, name, batteries)),
      ),
      listed(
        'No such coverage was sold',
        order.filter((name) => entry[name] === 'none' && (name !== 'evBattery' || batteries.length > 0)),
      ),
      listed(
        'Less sure than the rest',
        order.filter((name) => isLessSure(entry, coverages, name)),
      ),
      basisSentences[entry.basis],
      ...order.map((name) => ownSource(entry, maker, coverages, name)),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

function told(coverage: Entry['basic']): Coverage | null {
  return typeof coverage === 'string' ? null : describeCoverage(coverage);
}

function isUnknown(
  entry: Entry,
  coverages: Record<CoverageName, Coverage | null>,
  name: CoverageName,
  batteries: readonly Powertrain[],
): boolean {
  if (name !== 'evBattery') return entry[name] === 'unknown';
  // Where it is open whether there is a battery at all, its absence from the data says nothing.
  const hasBattery = batteries.length > 0 && batteries.length < 5;
  return hasBattery && coverages.evBattery === null && entry.evBattery !== 'none';
}

function isLessSure(
  entry: Entry,
  coverages: Record<CoverageName, Coverage | null>,
  name: CoverageName,
): boolean {
  const coverage = entry[name];
  if (coverages[name] === null || typeof coverage === 'string' || coverage.confidence === undefined)
    return false;
  return confidences.indexOf(coverage.confidence) > confidences.indexOf(entry.confidence);
}

/** A coverage that is stated elsewhere than the others says where. */
function ownSource(
  entry: Entry,
  maker: Maker,
  coverages: Record<CoverageName, Coverage | null>,
  name: CoverageName,
): string | undefined {
  const coverage = entry[name];
  if (coverages[name] === null || typeof coverage === 'string' || coverage.source === undefined)
    return undefined;
  return `Source for ${names[name]}: ${maker.sources[coverage.source]?.url}`;
}

function listed(lead: string, which: readonly CoverageName[]): string | undefined {
  return which.length === 0 ? undefined : `${lead}: ${which.map((name) => names[name]).join(', ')}.`;
}

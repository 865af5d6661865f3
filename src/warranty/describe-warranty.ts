import {
  type Described,
  describeBattery,
  describeCoverage,
  describePowertrain,
} from './describe-coverage.ts';
import { emissionsOf, isRatingOpen } from './emissions.ts';
import { marketNames } from './find-entry.ts';
import type { CoveredPowertrain, Entry, Maker } from './maker-schema.ts';
import { remainingOf, type Usage } from './remaining.ts';
import type { SoldVehicle } from './sold-vehicle.ts';
import { type Coverage, type CoverageName, confidences, type Market, type Warranty } from './warranty.ts';

type StatedName = Exclude<CoverageName, 'emissions'>;

const names: Record<StatedName, string> = {
  basic: 'basic',
  powertrain: 'powertrain',
  corrosion: 'corrosion',
  roadside: 'roadside',
  evBattery: 'traction battery',
};
const order: readonly StatedName[] = ['basic', 'powertrain', 'corrosion', 'roadside', 'evBattery'];

const basisSentences: Record<Entry['basis'], string | undefined> = {
  read: undefined,
  'partly read': 'The cited source states some of these figures; the others are general knowledge.',
  'carried over':
    'The figures are stated for neighbouring model years or makes of the group and carried over to these.',
  'general knowledge': 'The figures are general knowledge and were not read at the cited address.',
};

interface Question {
  maker: Maker;
  vehicle: SoldVehicle;
  market: Market;
  /** Why this market was answered for, where nobody asked for it. */
  marketNote: string | undefined;
  /** Kinds of powertrain with a traction battery that the vehicle may have. */
  batteries: readonly CoveredPowertrain[];
  usage: Usage;
}

type StatedCoverages = Record<StatedName, Coverage | null>;

export function describeWarranty(entry: Entry, question: Question): Warranty {
  const { maker, vehicle, market, marketNote, batteries, usage } = question;
  const source = maker.sources[entry.source];
  if (!source) throw new Error(`Warranty data of ${maker.make}: no source "${entry.source}".`);
  const described = describeAll(entry, question);
  const stated: StatedCoverages = {
    basic: described.basic.coverage,
    powertrain: described.powertrain.coverage,
    corrosion: described.corrosion.coverage,
    roadside: described.roadside.coverage,
    evBattery: described.evBattery.coverage,
  };
  const coverages = { ...stated, emissions: emissionsOf(vehicle, market) };
  const { url, title } = source;
  const terms = { make: maker.make, modelYear: vehicle.year, market };
  return {
    ...terms,
    coverages,
    asSold: true,
    source: { url, title },
    confidence: entry.confidence,
    note: [
      `Coverage as originally sold in ${marketNames[market]}, counted from the first day in service; \`remaining\` says what is left of it.`,
      marketNote,
      'Later extensions and recalls are not included.',
      listed(
        'Not established',
        order.filter((name) => isUnknown(entry, stated, name, batteries)),
      ),
      ...order.map((name) => described[name].reason),
      listed(
        'No such coverage was sold',
        order.filter((name) => entry[name] === 'none' && (name !== 'evBattery' || batteries.length > 0)),
      ),
      listed(
        'Less sure than the rest',
        order.filter((name) => isLessSure(entry, stated, name)),
      ),
      basisSentences[entry.basis],
      ...order.map((name) => ownSource(entry, maker, stated, name)),
    ]
      .filter(Boolean)
      .join(' '),
    remaining: remainingOf(coverages, { ...terms, isRatingOpen: isRatingOpen(vehicle) }, usage),
  };
}

function describeAll(entry: Entry, { maker, vehicle, batteries }: Question): Record<StatedName, Described> {
  const question = { maker, entry, vehicle };
  const described = (coverage: Entry['basic']): Described =>
    typeof coverage === 'string' ? { coverage: null } : describeCoverage(coverage, question);
  return {
    basic: described(entry.basic),
    powertrain: describePowertrain(question),
    corrosion: described(entry.corrosion),
    roadside: described(entry.roadside),
    evBattery:
      typeof entry.evBattery === 'string'
        ? { coverage: null }
        : describeBattery(entry.evBattery, batteries, question),
  };
}

function isUnknown(
  entry: Entry,
  coverages: StatedCoverages,
  name: StatedName,
  batteries: readonly CoveredPowertrain[],
): boolean {
  // An exception of this vehicle can leave open what the others of its year have.
  if (name !== 'evBattery') {
    return entry[name] === 'unknown' || (coverages[name] === null && entry[name] !== 'none');
  }
  // Where it is open whether there is a battery at all, its absence from the data says nothing.
  const hasBattery = batteries.length > 0 && batteries.length < 5;
  return hasBattery && coverages.evBattery === null && entry.evBattery !== 'none';
}

function isLessSure(entry: Entry, coverages: StatedCoverages, name: StatedName): boolean {
  const coverage = entry[name];
  if (coverages[name] === null || typeof coverage === 'string' || coverage.confidence === undefined)
    return false;
  return confidences.indexOf(coverage.confidence) > confidences.indexOf(entry.confidence);
}

/** A coverage that is stated elsewhere than the others says where. */
function ownSource(
  entry: Entry,
  maker: Maker,
  coverages: StatedCoverages,
  name: StatedName,
): string | undefined {
  const coverage = entry[name];
  if (coverages[name] === null || typeof coverage === 'string' || coverage.source === undefined)
    return undefined;
  return `Source for ${names[name]}: ${maker.sources[coverage.source]?.url}`;
}

function listed(lead: string, which: readonly StatedName[]): string | undefined {
  return which.length === 0 ? undefined : `${lead}: ${which.map((name) => names[name]).join(', ')}.`;
}

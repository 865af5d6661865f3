import { listed } from '../lib/wording.ts';
import type { CoveredPowertrain, EngineFuel, Entry, Exception, Maker } from './makers.ts';
import {
  bothUnits,
  type Distance,
  remainingNames,
  remainingOf,
  termInWords,
  type Usage,
} from './remaining.ts';
import { chooseTerm, fuelOf, namedInWords, type SoldVehicle, soldNamesOf } from './sold-vehicle.ts';
import {
  type Coverage,
  type CoverageName,
  confidences,
  type EmissionsCoverage,
  type LaterOwners,
  type Market,
  marketNames,
  type SourceReference,
  type Term,
  type Warranty,
} from './warranty.ts';

type StatedName = Exclude<CoverageName, 'emissions'>;

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
  /** The reason for this market, where nobody asked for it. */
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
  const unsure = order.filter((name) => confidences[doubtIn(entry, name)] === 'low');
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
      namesAfter(
        'Not established',
        order.filter((name) => isUnknown(entry, stated, name, batteries)),
      ),
      ...order.map((name) => described[name].reason),
      namesAfter(
        'No such coverage was sold',
        order.filter((name) => entry[name] === 'none' && (name !== 'evBattery' || batteries.length > 0)),
      ),
      namesAfter(
        'Less sure than the rest',
        order.filter((name) => stated[name] && doubtIn(entry, name) > confidences.indexOf(entry.confidence)),
      ),
      basisSentences[entry.basis],
      ...order.map((name) => ownSource(entry, maker, stated, name)),
    ]
      .filter(Boolean)
      .join(' '),
    remaining: remainingOf(
      coverages,
      { ...terms, unsure, isRatingOpen: isRatingOpen(vehicle), mayBePartialZero: mayBePartialZero(vehicle) },
      usage,
    ),
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
  // A battery that the car may not have says nothing by its absence from the data.
  const hasBattery = batteries.length > 0 && batteries.length < 5;
  return hasBattery && coverages.evBattery === null && entry.evBattery !== 'none';
}

function doubtIn(entry: Entry, name: StatedName): number {
  const coverage = entry[name];
  return confidences.indexOf((typeof coverage !== 'string' && coverage.confidence) || entry.confidence);
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
  return `Source for ${remainingNames[name]}: ${maker.sources[coverage.source]?.url}`;
}

function namesAfter(lead: string, which: readonly StatedName[]): string | undefined {
  return which.length === 0 ? undefined : `${lead}: ${which.map((name) => remainingNames[name]).join(', ')}.`;
}

// 42 U.S.C. 7541(i): since model year 1995, of vehicles whose weight rating is at most 8,500 lb.
const FIRST_YEAR = 1995;
const HIGHEST_RATING_LB = 8_500;
// The federal decoder states ratings in classes of 1,000 lb; the class from 8,001 lb reaches above the limit.
const SURE_RATING_LB = 8_000;
// Vans and pickups of which some or all are rated higher.
const HEAVY_NAMES =
  /\b([FE][- ]?[2-6]50|[2-5]500( ?HD)?|super duty|sprinter|promaster|transit(?! connect)|express|savana|econoline|excursion|h[12]|nv ?[1-3]500)\b/i;

const federal: SourceReference = {
  url: 'https://nepis.epa.gov/Exe/ZyPURL.cgi?Dockey=P100NNQH.TXT',
  title: 'EPA: Emissions Warranties for 1995 and Newer Light-duty Cars and Trucks under 8,500 Pounds GVWR',
};
const california: readonly SourceReference[] = [
  {
    url: 'https://www.law.cornell.edu/regulations/california/13-CCR-2037',
    title: 'California Code of Regulations, title 13, section 2037: Defects Warranty Requirements',
  },
  {
    url: 'https://bar.ca.gov/arsc/newsletters/newsletter/spring-2016/vehicles-with-extended-emissions-warranties',
    title: 'California Bureau of Automotive Repair: Vehicles with Extended Emissions Warranties',
  },
];

/** The warranty that federal law demands of every maker for this vehicle; null where it does not cover it. */
function emissionsOf(vehicle: SoldVehicle, market: Market): EmissionsCoverage | null {
  const fuel = fuelOf(vehicle);
  if (market !== 'US' || vehicle.year < FIRST_YEAR || !hasEngine(fuel)) return null;
  const rating = vehicle.weight?.gvwrMinLb ?? undefined;
  if (rating !== undefined && rating > HIGHEST_RATING_LB) return null;
  const term = miles(24, 24_000);
  return {
    ...term,
    transferable: true,
    laterOwners: { kind: 'term', ...term, source: federal },
    note:
      'By federal law, for every owner. Catalytic converters, the emission control unit and onboard diagnostics have ' +
      'the longer term of `majorComponents`.' +
      (rating === undefined || rating > SURE_RATING_LB ? ' Only for vehicles rated at up to 8,500 lb.' : ''),
    majorComponents: miles(96, 80_000),
    california: {
      defects: miles(36, 50_000),
      listedParts: miles(84, 70_000),
      partialZeroEmission: miles(180, 150_000),
      condition:
        'Only for a vehicle certified to the rules of California and first sold in a state that has them: the label ' +
        'under the hood says so.',
      sources: [...california],
    },
    source: federal,
  };
}

/** Tells whether the vehicle may be too heavy for the federal emission warranty of light ones. */
function isRatingOpen(vehicle: SoldVehicle): boolean {
  const rating = vehicle.weight?.gvwrMinLb ?? undefined;
  if (rating === undefined) return soldNamesOf(vehicle).some((name) => HEAVY_NAMES.test(name));
  return rating > SURE_RATING_LB;
}

const FIRST_PARTIAL_ZERO_YEAR = 2000;

function mayBePartialZero(vehicle: SoldVehicle): boolean {
  return vehicle.year >= FIRST_PARTIAL_ZERO_YEAR && fuelOf(vehicle) !== 'diesel';
}

function hasEngine(fuel: EngineFuel | undefined): boolean {
  return fuel !== 'electric' && fuel !== 'other';
}

function miles(months: number, limit: number): Term {
  return { months, ...bothUnits({ miles: limit }), unlimitedDistance: false };
}

type Stated = Exclude<Entry['basic'], string>;
type Battery = Exclude<Entry['evBattery'], string>;
/** The facts that a description needs beside the coverage itself. */
interface Case {
  maker: Maker;
  entry: Entry;
  vehicle: SoldVehicle;
}

/** A coverage, or why this vehicle has none that is known. */
interface Described {
  coverage: Coverage | null;
  reason?: string | undefined;
}

/** A coverage with both units and with everything a buyer must know in its note. */
function describeCoverage(
  stated: Stated,
  { maker, entry, vehicle }: Case,
  ...remarks: readonly (string | undefined)[]
): Described {
  const { stated: chosen, note, possible } = chooseTerm(stated, vehicle);
  if (chosen === 'not established') return { coverage: null, reason: note };
  const source = sourceOf(maker, chosen.source ?? stated.source ?? entry.source);
  const laterOwners = describeLaterOwners(chosen, source, maker);
  return {
    coverage: {
      ...termOf(chosen),
      transferable: chosen.transferable ?? null,
      laterOwners,
      note: sentences([
        ...remarks,
        chosen.lifetime ? 'For life.' : undefined,
        chosen.transferable === false ? laterOwnersInWords(laterOwners) : undefined,
        chosen.note,
        ...possible.map(exceptionInWords),
      ]),
    },
  };
}

function describeLaterOwners(stated: Stated, source: SourceReference, maker: Maker): LaterOwners {
  const { transferable, laterOwners } = stated;
  if (transferable === true) return { kind: 'term', ...termOf(stated), source };
  if (transferable === undefined || laterOwners === undefined) return { kind: 'unknown' };
  if (laterOwners === 'end') return { kind: 'ends_with_first_owner', source };
  const own = laterOwners.source === undefined ? source : sourceOf(maker, laterOwners.source);
  return { kind: 'term', ...termOf(laterOwners), source: own };
}

function laterOwnersInWords(laterOwners: LaterOwners): string {
  switch (laterOwners.kind) {
    case 'term':
      return `First owner only; later owners have ${termInWords(laterOwners)} from the first day in service.`;
    case 'ends_with_first_owner':
      return 'First owner only; it ends when the vehicle is sold.';
    case 'unknown':
      return 'First owner only; what later owners have is not established.';
  }
}

function exceptionInWords(exception: Exception): string {
  const words = namedInWords(exception);
  if (exception.notEstablished) return `${words} are excepted. ${exception.note ?? ''}`.trim();
  return `${words} have ${termInWords(termOf(exception))} instead.`;
}

function sourceOf(maker: Maker, key: string): SourceReference {
  const source = maker.sources[key];
  if (!source) throw new Error(`Warranty data of ${maker.make}: no source "${key}".`);
  return { url: source.url, title: source.title };
}

function describePowertrain(question: Case): Described {
  const { powertrain, basic } = question.entry;
  if (typeof powertrain === 'string') return { coverage: null };
  if (!powertrain.within || hasOwnTerm(powertrain, question.vehicle))
    return describeCoverage(powertrain, question);
  if (typeof basic === 'string') return { coverage: null };
  // Only the term is that of basic; remarks on basic stay with basic.
  const { note: _, ...term } = basic;
  const { possible } = chooseTerm(powertrain, question.vehicle);
  return describeCoverage(
    term,
    question,
    'Part of basic; no longer term of its own.',
    powertrain.note,
    ...possible.map(exceptionInWords),
  );
}

function hasOwnTerm(powertrain: Exclude<Entry['powertrain'], string>, vehicle: SoldVehicle): boolean {
  return chooseTerm(powertrain, vehicle).stated !== powertrain;
}

/** The battery coverage for a vehicle with one of these powertrains; none where it has none of those covered. */
function describeBattery(
  battery: Battery,
  possible: readonly CoveredPowertrain[],
  question: Case,
): Described {
  const covered = possible.filter((powertrain) => battery.covers.includes(powertrain));
  if (covered.length === 0) return { coverage: null };
  const isCertain = covered.length === possible.length;
  return describeCoverage(
    battery,
    question,
    isCertain ? undefined : `Only for ${listed(covered, 'or')} vehicles.`,
    ...capacitySentences(battery, covered),
  );
}

function capacitySentences(
  { capacity }: Battery,
  covered: readonly CoveredPowertrain[],
): (string | undefined)[] {
  if (!capacity?.of.some((powertrain) => covered.includes(powertrain))) return [];
  const forAll = covered.every((powertrain) => capacity.of.includes(powertrain));
  const subject = forAll ? 'Capacity' : `For ${capacity.of.join(' and ')} vehicles capacity`;
  const limits = capacity.months
    ? ` for ${termInWords(termOf({ ...capacity, months: capacity.months }))}`
    : '';
  return [`${subject} of at least ${capacity.percent}% is warranted${limits}.`, capacity.note];
}

function termOf(stated: Distance & { months?: number | undefined; lifetime?: true | undefined }): Term {
  return {
    months: stated.lifetime ? null : (stated.months ?? null),
    ...bothUnits(stated),
    unlimitedDistance: stated.unlimitedDistance ?? false,
  };
}

function sentences(parts: readonly (string | undefined)[]): string | null {
  return parts.filter(Boolean).join(' ') || null;
}

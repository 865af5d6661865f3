import { withThousands as count, listed } from '../lib/wording.ts';
import type {
  EmissionsCoverage,
  LaterOwners,
  Market,
  Owner,
  Remaining,
  RemainingCoverage,
  RemainingName,
  Term,
  Warranty,
} from './warranty.ts';

/** The facts of this car that are asked beside its terms. */
export interface Usage {
  owner: Owner;
  odometer: { miles: number; km: number } | undefined;
  /** The first day in service, as an ISO date. */
  inService: string | undefined;
  /** Today, as an ISO date. */
  today: string;
}

type Coverages = Warranty['coverages'];
interface Terms extends Pick<Warranty, 'modelYear' | 'market'> {
  /** True where the vehicle may be too heavy for the emission warranty. */
  isRatingOpen: boolean;
  /** False for a car that cannot have been labelled PZEV. */
  mayBePartialZero: boolean;
  /** Coverages whose terms are known with low confidence. */
  unsure: readonly RemainingName[];
}
interface Days {
  earliest: string;
  latest: string;
}

export const remainingNames: Record<RemainingName, string> = {
  basic: 'basic',
  powertrain: 'powertrain',
  corrosion: 'corrosion',
  roadside: 'roadside',
  evBattery: 'traction battery',
  emissions: 'emissions',
  emissionsMajorComponents: 'major emission parts',
  emissionsCalifornia: 'the longer emission terms of California',
};
/** The coverages, those that a buyer asks about first at the head. */
export const remainingOrder: readonly RemainingName[] = [
  'basic',
  'powertrain',
  'evBattery',
  'corrosion',
  'roadside',
  'emissions',
  'emissionsMajorComponents',
  'emissionsCalifornia',
];

/** Computes what is left for this owner on this day; the limit that comes first ends a coverage. */
export function remainingOf(
  coverages: Coverages,
  { modelYear, market, isRatingOpen, mayBePartialZero, unsure }: Terms,
  usage: Usage,
): Remaining {
  const inService = possibleFirstDays(modelYear, usage);
  const left = (term: Term | null, laterOwners: LaterOwners | undefined, name: RemainingName) =>
    term === null
      ? null
      : remainingCoverage(term, laterOwners, {
          name,
          inService,
          market,
          usage,
          isUnsure: unsure.includes(name),
          mayNotApply: isRatingOpen && (name === 'emissions' || name === 'emissionsMajorComponents'),
        });
  const of = (name: Exclude<RemainingName, 'emissionsMajorComponents' | 'emissionsCalifornia'>) =>
    left(coverages[name], coverages[name]?.laterOwners, name);
  const answer: Remaining['coverages'] = {
    basic: of('basic'),
    powertrain: of('powertrain'),
    corrosion: of('corrosion'),
    roadside: of('roadside'),
    evBattery: of('evBattery'),
    emissions: of('emissions'),
    // By federal law every owner has the same term.
    emissionsMajorComponents: left(
      coverages.emissions?.majorComponents ?? null,
      undefined,
      'emissionsMajorComponents',
    ),
    emissionsCalifornia:
      coverages.emissions &&
      ofCalifornia(coverages.emissions.california, { modelYear, inService, usage, mayBePartialZero }),
  };
  return {
    asOf: usage.today,
    owner: usage.owner,
    inService,
    odometer: usage.odometer ?? null,
    coverages: answer,
    sentence: sentenceOf(answer, usage.owner),
  };
}

/** A model year may begin on 2 January of the year before it (40 CFR 85.2304). */
function firstDayOf(modelYear: number): string {
  return `${modelYear - 1}-01-02`;
}

/** Says what is wrong with a first day in service on which no car of the model year had been built. */
export function problemOfInService(day: string | undefined, modelYear: number): string | undefined {
  const first = firstDayOf(modelYear);
  if (day === undefined || day >= first) return undefined;
  return `must be ${first} or later: no car of model year ${modelYear} was built before`;
}

/** A car may stand unsold long after its model year: the end of the year that follows it is counted with as the last day. */
function possibleFirstDays(modelYear: number, { inService, today }: Usage): Days {
  if (inService) return { earliest: inService, latest: inService };
  const earliest = firstDayOf(modelYear);
  const latest = `${modelYear + 1}-12-31`;
  return { earliest: earliest < today ? earliest : today, latest: latest < today ? latest : today };
}

/** States that took over the rules of California, and the model year from which on. */
const CALIFORNIA_RULES: readonly (readonly [state: string, from: number])[] = [
  ['California', 0],
  ['Massachusetts', 1995],
  ['New York', 1996],
  ['Vermont', 2000],
  ['Maine', 2001],
  ['Connecticut', 2008],
  ['Pennsylvania', 2008],
  ['Rhode Island', 2008],
  ['New Jersey', 2009],
  ['Oregon', 2009],
  ['Washington', 2009],
  ['Maryland', 2011],
  ['Delaware', 2014],
  ['Colorado', 2022],
  ['Minnesota', 2025],
  ['Nevada', 2025],
  ['Virginia', 2025],
];

/** The VIN does not say whether a car was certified to the rules of California, so that nothing surely runs. */
function ofCalifornia(
  california: EmissionsCoverage['california'],
  {
    modelYear,
    inService,
    usage,
    mayBePartialZero,
  }: { modelYear: number; inService: Days; usage: Usage; mayBePartialZero: boolean },
): RemainingCoverage | null {
  const terms = [
    { term: california.defects, of: 'all parts that affect emissions' },
    { term: california.listedParts, of: 'the expensive parts that its warranty booklet lists' },
    ...(mayBePartialZero
      ? [
          {
            term: california.partialZeroEmission,
            of: 'all parts that affect emissions if it is labelled PZEV or as a SULEV with that term',
          },
        ]
      : []),
  ];
  const left = terms.filter(({ term }) => stateOf(term, untilOf(term, inService), 'US', usage) !== 'ended');
  const longest = left.at(-1)?.term;
  if (longest === undefined) return null;
  const states = CALIFORNIA_RULES.filter(([, from]) => modelYear >= from).map(([state]) => state);
  const kept = left.map(({ term, of }) => `${termInWords(term)} on ${of}`);
  return {
    state: 'maybe',
    until: untilOf(longest, inService),
    miles: longest.miles,
    km: longest.km,
    sentence:
      `${capital(remainingNames.emissionsCalifornia)}: a car certified to its rules may still have ${listed(kept)}. ` +
      `Look at the emission label under the hood: it names California, and PZEV or SULEV; the car must have been sold new in a state with these rules ` +
      `(${listed(states)}), and its booklet says which parts count.`,
  };
}

interface Question {
  name: RemainingName;
  inService: Days;
  market: Market;
  usage: Usage;
  isUnsure: boolean;
  mayNotApply: boolean;
}

const LOW = 'Low confidence';

function remainingCoverage(
  asSold: Term,
  laterOwners: LaterOwners | undefined,
  { name, inService, market, usage, isUnsure, mayNotApply }: Question,
): RemainingCoverage {
  const who = usage.owner === 'first' ? 'the first owner' : 'a later owner';
  const title = capital(remainingNames[name]);
  if (usage.owner === 'later' && laterOwners?.kind === 'ends_with_first_owner') {
    return { ...none, state: 'ended', sentence: `${title}: ended with the first owner.` };
  }
  const isUnknown = usage.owner === 'later' && laterOwners?.kind === 'unknown';
  const term = usage.owner === 'later' && laterOwners?.kind === 'term' ? laterOwners : asSold;
  const until = untilOf(term, inService);
  const known = stateOf(term, until, market, usage);
  const state = known === 'running' && mayNotApply ? 'maybe' : known;
  // Nobody later has more than the first owner, so that what has ended for them has ended for all.
  if (isUnknown && state !== 'ended') {
    return { ...none, state: 'unknown', sentence: `${title}: what a later owner has is not established.` };
  }
  const { miles, km } = term;
  return {
    state,
    until,
    miles,
    km,
    sentence: `${title}: ${words(state, term, until, { who, usage, mayNotApply })}${isUnsure && state !== 'ended' ? ` ${LOW}.` : ''}`,
  };
}

const none = { until: null, miles: null, km: null } as const;

function untilOf({ months }: Term, { earliest, latest }: Days): Days | null {
  return months === null
    ? null
    : { earliest: addMonths(earliest, months), latest: addMonths(latest, months) };
}

function stateOf(
  term: Term,
  until: Days | null,
  market: Market,
  { odometer, today }: Usage,
): RemainingCoverage['state'] {
  const limit = market === 'CA' ? term.km : term.miles;
  const driven = market === 'CA' ? odometer?.km : odometer?.miles;
  const isOverByTime = until !== null && until.latest <= today;
  const isOverByDistance = limit !== null && driven !== undefined && driven >= limit;
  if (isOverByTime || isOverByDistance) return 'ended';
  const isWithinTime = until === null || until.earliest > today;
  const isWithinDistance = limit === null || driven !== undefined;
  return isWithinTime && isWithinDistance ? 'running' : 'maybe';
}

function words(
  state: RemainingCoverage['state'],
  term: Term,
  until: Days | null,
  { who, usage, mayNotApply }: { who: string; usage: Usage; mayNotApply: boolean },
): string {
  const limit =
    term.miles === null || term.km === null ? '' : `${count(term.miles)} miles (${count(term.km)} km)`;
  if (state === 'ended') {
    const byTime = until !== null && until.latest <= usage.today;
    if (!byTime) return `ended at ${limit}.`;
    return until.earliest === until.latest
      ? `ended on ${until.latest}.`
      : `ended by ${until.latest} at the latest.`;
  }
  const date =
    until === null
      ? ''
      : until.earliest === until.latest
        ? `until ${until.latest}`
        : `until a day from ${until.earliest} to ${until.latest}`;
  const ends = [date, limit && `${date === '' ? 'until' : 'or'} ${limit}`].filter(Boolean).join(' ');
  if (state === 'running') return `${who} has it ${ends === '' ? 'for life' : ends}.`;
  const missing = [
    ...(until !== null && until.earliest !== until.latest ? ['the first day in service'] : []),
    ...(limit !== '' && usage.odometer === undefined ? ['the odometer'] : []),
    ...(mayNotApply ? ['a weight rating of at most 8,500 lb'] : []),
  ];
  return `${who} may have it ${ends}, of ${termInWords(term)}; it depends on ${listed(missing)}.`;
}

function sentenceOf(coverages: Remaining['coverages'], owner: Owner): string {
  const who = `Of the factory warranty ${owner === 'first' ? 'the first owner' : 'a later owner'}`;
  const inState = (state: RemainingCoverage['state']) =>
    remainingOrder
      .filter((name) => name !== 'emissionsCalifornia' && coverages[name]?.state === state)
      .map((name) => remainingNames[name]);
  const parts = [
    ['still has', inState('running')],
    ['may still have', inState('maybe')],
    ['no longer has', inState('ended')],
    ['has perhaps, which is not established,', inState('unknown')],
  ] as const;
  const said = parts
    .filter(([, names]) => names.length > 0)
    .map(([verb, names]) => `${verb} ${listed(names)} coverage`);
  if (said.length === 0) return 'Nothing is known of what remains.';
  const unsure = remainingOrder.filter((name) => coverages[name]?.sentence.endsWith(`${LOW}.`));
  const low = unsure.length === 0 ? '' : ` ${LOW}: ${unsure.map((name) => remainingNames[name]).join(', ')}.`;
  return `${who} ${said.join('; ')}.${low}${coverages.emissionsCalifornia === null ? '' : ONLY_OF_CALIFORNIA}`;
}

const ONLY_OF_CALIFORNIA =
  ' Only a car that was sold new in a state with the emission rules of California may have more of the emission warranty.';

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The same day of a later month, or its last day where it has no such day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const all = year * 12 + month - 1 + months;
  const [inYear, inMonth] = [Math.floor(all / 12), (all % 12) + 1];
  const lastDay = new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate();
  return `${inYear}-${twoDigits(inMonth)}-${twoDigits(Math.min(day, lastDay))}`;
}

export function readOdometer(distance: number, unit: 'km' | 'mi'): { miles: number; km: number } {
  const { miles, km } = bothUnits(unit === 'km' ? { km: distance } : { miles: distance });
  return { miles: miles ?? 0, km: km ?? 0 };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const KM_PER_MILE = 1.609344;

export interface Distance {
  miles?: number | undefined;
  km?: number | undefined;
  unlimitedDistance?: true | undefined;
}

export function bothUnits({ miles, km }: Distance): { miles: number | null; km: number | null } {
  return {
    miles: miles ?? (km === undefined ? null : Math.round(km / KM_PER_MILE)),
    km: km ?? (miles === undefined ? null : Math.round(miles * KM_PER_MILE)),
  };
}

export function termInWords({ months, miles, km }: Term): string {
  const distance =
    miles === null || km === null ? 'without a distance limit' : `or ${count(miles)} miles (${count(km)} km)`;
  return `${months === null ? 'for life' : `${months} months`} ${distance}`;
}

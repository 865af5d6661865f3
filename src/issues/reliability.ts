import { commonestFirst, countEach, sum } from '../lib/count.ts';
import type { ComplaintReader, CountedModel } from '../mirror/read/nhtsa-reader.ts';
import { recallStatements } from '../recalls/statements.ts';
import { tagsOfComponents } from './lexicon/lexicon.ts';
import type { Complaint } from './read/complaint.ts';
import type { Comparison, CountedComplaints, Reliability } from './schemas.ts';

const MOST_COMPONENTS = 8;

export function reliabilityOf(
  counted: CountedComplaints,
  recalls: Reliability['recalls'],
  asOf: string,
): Reliability {
  return { ...counted, recalls, attribution: recallStatements.attribution, asOf };
}

/** Counts complaints that are each there once. One counts once for each component it names. */
export function countComplaints(complaints: readonly Complaint[]): CountedComplaints {
  // Thousands of complaints name the same few hundred lists of components.
  const lists = countEach(complaints.map(({ components }) => components));
  const years = countEach(
    complaints.flatMap(({ filedOn }) => (filedOn === null ? [] : [Number(filedOn.slice(0, 4))])),
  );
  const components = new Map<string, number>();
  for (const [list, count] of lists)
    for (const tag of tagsOfComponents(list)) components.set(tag, (components.get(tag) ?? 0) + count);
  return {
    complaintCount: complaints.length,
    topComponents: commonestFirst(components)
      .slice(0, MOST_COMPONENTS)
      .map(([component, count]) => ({
        component,
        count,
        share: Math.round((count / complaints.length) * 1000) / 1000,
      })),
    severitySignals: severityOf(complaints),
    complaintsByYear: [...years].sort((a, b) => a[0] - b[0]).map(([year, count]) => ({ year, count })),
  };
}

export function severityOf(complaints: readonly Complaint[]): Reliability['severitySignals'] {
  return {
    fires: complaints.filter(({ fire }) => fire).length,
    crashes: complaints.filter(({ crash }) => crash).length,
    injuries: sum(complaints.map(({ injuries }) => injuries)),
    deaths: sum(complaints.map(({ deaths }) => deaths)),
  };
}

/** Gives the day on which something was read. */
export function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

const CAVEAT =
  'How many of each were sold is not known: a car that sold well has more complaints without being worse. The share of severe ones does not depend on that, but on which failures owners bother to report.';
/** Below, a share is chance. */
const LEAST_COMPLAINTS = 15;
/** A median of fewer peers says little. */
const LEAST_PEERS = 5;

const kinds: readonly (readonly [kind: string, body: RegExp])[] = [
  ['pickup', /pickup/i],
  ['van', /van\b/i],
  ['SUV or crossover', /sport utility|\bsuv\b|\bcuv\b|crossover|multi-?purpose/i],
  ['motorcycle', /motorcycle|scooter|moped|trike/i],
  ['truck or bus', /truck|tractor|\bbus\b|cab/i],
  ['car', /sedan|saloon|hatchback|liftback|coupe|wagon|convertible|cabriolet|roadster/i],
];

/** In words that are coarse enough for cars to be like each other; undefined where the decoder says nothing. */
function kindOfBody(bodyClass: string | null | undefined): string | undefined {
  return kinds.find(([, body]) => body.test(bodyClass ?? ''))?.[0];
}

interface Compared {
  year: number;
  bodyClass?: string | null | undefined;
  /** Make and model, as the record names it: all that the car is filed under. */
  matchedModels: readonly string[];
}

/** Compares a car with those of its kind and year; undefined where too little is known for that. */
export function compareWithPeers(
  { bodyClass, matchedModels }: Compared,
  models: readonly CountedModel[],
  options: { bodyOf(vin: string): string | undefined; asOf: string },
): Comparison | undefined {
  const kind = kindOfBody(bodyClass);
  if (kind === undefined) return undefined;
  const names = new Set(matchedModels);
  const isOwn = ({ make, model }: CountedModel) => names.has(`${make} ${model}`);
  const own = models.filter(isOwn);
  const [complaints, severe] = [sumOf(own, 'complaints'), sumOf(own, 'severe')];
  const peers = models.filter(
    (model) =>
      !isOwn(model) && model.complaints >= LEAST_COMPLAINTS && kindOfBody(options.bodyOf(model.vin)) === kind,
  );
  if (complaints < LEAST_COMPLAINTS || peers.length < LEAST_PEERS) return undefined;
  const severeShare = severe / complaints;
  const counts = peers.map((peer) => peer.complaints);
  const shares = peers.map((peer) => peer.severe / peer.complaints);
  const makes = new Set(own.map(({ make }) => make));
  const others = models.filter((model) => makes.has(model.make) && !isOwn(model));
  return {
    asOf: options.asOf,
    vehicleClass: kind,
    peers: peers.length,
    complaints: {
      count: complaints,
      medianOfPeers: medianOf(counts),
      moreThan: shareBelow(counts, complaints),
    },
    severe: {
      count: severe,
      share: rounded(severeShare),
      medianOfPeers: rounded(medianOf(shares)),
      moreThan: shareBelow(shares, severeShare),
    },
    rankInMake: {
      rank: 1 + others.filter((other) => other.complaints > complaints).length,
      of: others.length + 1,
    },
    carsSold: null,
    caveat: CAVEAT,
  };
}

interface ComparisonOptions {
  /** The complaint record as a whole; undefined where there is no copy of it. */
  record(): Promise<{ standing: Pick<ComplaintReader, 'modelsOfYear'>; asOf: string } | undefined>;
  /** The body of the car whose VIN begins so. */
  bodyOf(vin: string): string | undefined;
}

export type CompareReliability = (car: Compared) => Promise<Comparison | undefined>;

const REMEMBERED_BODIES = 50_000;

export function createComparison({ record, bodyOf }: ComparisonOptions): CompareReliability {
  const bodies = new Map<string, string | undefined>();
  function rememberedBodyOf(vin: string): string | undefined {
    if (vin === '') return undefined;
    if (!bodies.has(vin)) {
      if (bodies.size >= REMEMBERED_BODIES) bodies.clear();
      bodies.set(vin, bodyOf(vin));
    }
    return bodies.get(vin);
  }
  return async (car) => {
    const known = await record();
    if (known === undefined || kindOfBody(car.bodyClass) === undefined) return undefined;
    const models = await known.standing.modelsOfYear(car.year);
    return compareWithPeers(car, models, { bodyOf: rememberedBodyOf, asOf: known.asOf });
  };
}

/** One sentence for people; the caveat belongs behind it. */
export function comparisonSentence({
  vehicleClass,
  peers,
  complaints,
  severe,
  rankInMake,
}: Comparison): string {
  const percent = (part: number) => `${Math.round(part * 100)}%`;
  return `Owners complain about it more than about ${percent(complaints.moreThan)} of ${peers} models of its kind (${vehicleClass}) and year: ${complaints.count} complaints where half of those have at most ${complaints.medianOfPeers}, ${percent(severe.share)} of them with a fire, crash, injury or death where half have at most ${percent(severe.medianOfPeers)}; place ${rankInMake.rank} of ${rankInMake.of} within the make, the most complaints first.`;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;
const sumOf = (models: readonly CountedModel[], of: 'complaints' | 'severe') =>
  sum(models.map((model) => model[of]));

function shareBelow(values: readonly number[], limit: number): number {
  return rounded(values.filter((value) => value < limit).length / values.length);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

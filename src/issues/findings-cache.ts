import { z } from 'zod';
import { isServiceError } from '../errors/service-error.ts';
import { type Clock, deadlineLeftMs, type Elapsed, withDeadline } from '../lib/clock.ts';
import type { LookedUpVehicle as NamedVehicle } from '../names/resolve-model-names.ts';
import { UNKNOWN_COUNTS } from '../recalls/recall-service.ts';
import { type Cached, type CachedFetch, type Provenance, provenanceSchema } from '../sources/cached.ts';
import { freshMsWith } from '../sources/keep-missing.ts';
import { findIssues, PIPELINE_VERSION } from './find-issues.ts';
import { keyOfTraits, type TraitSource, traitsOf, type VehicleTraits } from './lexicon/traits.ts';
import { MOST_READ, withAlsoYears } from './neighbouring-years.ts';
import { type FiledComplaints, missingOf, sampleIn } from './read/filed.ts';
import { COMPLAINTS_FRESH_MS, type ComplaintsSource } from './read/source.ts';
import { type CompareReliability, dayOf, reliabilityOf } from './reliability.ts';
import { findingsSchema, type IssueFindings, issueReportSchema, reliabilitySchema } from './schemas.ts';
import type { IssueSynthesizer } from './synthesizer.ts';

/** The more of the car is decoded, the less is named that it cannot have. */
export type TraitedVehicle = NamedVehicle & TraitSource;

export interface CallOptions extends Elapsed {
  signal: AbortSignal;
  /** Nobody waits for the answer: the model may take minutes. */
  inBackground?: boolean;
}

interface Dependencies {
  complaints: ComplaintsSource;
  /** Finds what the other model years report. */
  embedded: IssueSynthesizer;
  cachedFetch: CachedFetch;
  clock: Clock;
  compare?: CompareReliability;
  observe?: { synthesisFailed?(error: unknown): void };
}

/** Gives the findings of one engine for a vehicle, from the cache where they still hold. */
export type FindingsCache = (
  vehicle: TraitedVehicle,
  engine: IssueSynthesizer,
  asked: CallOptions & { sourceIsDown?: boolean },
) => Promise<Cached<StoredFindings>>;

const FINDINGS_KEPT_MS = 90 * 86_400_000;
const COPY_FRESH_MS = 3_600_000;
const OTHER_YEARS_MS = 4_000;
/** Longest wait for a new answer where an older one is at hand. */
const STALE_DEADLINE_MS = 6_000;

/** A row of the cache per vehicle and engine: all of an answer but the recalls, which have a cache of their own. */
const storedSchema = z.object({
  findings: findingsSchema,
  synthesizedAt: z.iso.datetime(),
  reliability: reliabilitySchema.omit({ recalls: true }),
  matchedModels: z.array(z.string()),
  modelListed: z.boolean(),
  missingComplaints: issueReportSchema.shape.missingComplaints,
  complaintsReadAt: z.iso.datetime(),
  /** Our own copy, where the complaints were read from it. */
  copy: provenanceSchema.pick({ source: true, url: true, dataset: true, cache: true }).exactOptional(),
  /** Made of complaints that ship with the service: marked, and not stored. */
  isRecorded: z.boolean().default(false),
});
export type StoredFindings = z.infer<typeof storedSchema>;

const foundSchema = storedSchema.pick({ findings: true, synthesizedAt: true });

interface Finding {
  engine: IssueSynthesizer;
  asOf: string;
  traits: VehicleTraits;
  inBackground?: boolean;
  /** Longest list that is read whole; a longer one is sampled. */
  most?: number;
}

export function createFindingsCache(dependencies: Dependencies): FindingsCache {
  const { complaints, embedded, cachedFetch, clock, observe } = dependencies;

  /** The same complaints, pipeline and engine give the same findings for 90 days; one instance asks at a time. */
  async function findOnce(
    { fetch, digest }: Pick<FiledComplaints, 'fetch' | 'digest'>,
    { engine, asOf, traits, inBackground = false, most }: Finding,
  ): Promise<z.infer<typeof foundSchema>> {
    const read = most === undefined ? digest : `${digest}/${most}`;
    const found = await cachedFetch({
      key: `issues/findings/${PIPELINE_VERSION}/${engine.fingerprint}/${keyOfTraits(traits)}/${read}`,
      freshMs: FINDINGS_KEPT_MS,
      staleMs: 0,
      source: { source: `issues by ${engine.engine}` },
      schema: foundSchema,
      async fetch() {
        const { signal } = new AbortController();
        const options = { signal, traits, inBackground, ...(most !== undefined && { most }) };
        const blocks = await fetch();
        const findings = await (engine.find?.(blocks, asOf, options) ??
          findIssues(sampleIn(blocks, most), engine, asOf, options));
        return { findings, synthesizedAt: new Date(clock.now()).toISOString() };
      },
    });
    return found.value;
  }

  async function compute(
    vehicle: TraitedVehicle,
    engine: IssueSynthesizer,
    { inBackground = false, ...waited }: Omit<CallOptions, 'signal'>,
  ): Promise<StoredFindings> {
    const read = await complaints.read(vehicle, waited);
    const filed: FiledComplaints = read.value;
    // A copy of the record, or a recorded answer, knows nothing of the days since it was made.
    const asOf = dayOf(read.provenance.fetchedAt);
    const { recalls: _, ...counted } = reliabilityOf(filed.counted, UNKNOWN_COUNTS, asOf);
    const comparison = await dependencies.compare?.({ ...vehicle, matchedModels: filed.matchedModels });
    const reliability = { ...counted, ...(comparison && { comparison }) };
    const { findings, synthesizedAt } = await findOnce(filed, {
      engine,
      asOf,
      traits: traitsOf(vehicle),
      inBackground,
    });
    return {
      findings: await alsoInOtherYears(vehicle, read, { findings, engine, asOf }),
      synthesizedAt,
      reliability,
      missingComplaints: missingOf(filed),
      matchedModels: filed.matchedModels,
      modelListed: filed.modelListed,
      complaintsReadAt: read.provenance.fetchedAt,
      ...copyOf(read.provenance),
      isRecorded: read.provenance.recorded === true,
    };
  }

  /** Late, the answer goes without it: what was found until then is kept, and the next one has it. */
  async function alsoInOtherYears(
    vehicle: TraitedVehicle,
    { value: filed, provenance }: Cached<FiledComplaints>,
    { findings, engine, asOf }: { findings: IssueFindings; engine: IssueSynthesizer; asOf: string },
  ): Promise<IssueFindings> {
    const { fromCopy } = complaints;
    if (fromCopy === undefined || provenance.dataset === undefined || findings.status !== 'ok')
      return findings;
    const traits = traitsOf(vehicle);
    const finding = { engine: embedded, asOf, traits };
    const look = async () => {
      const own = engine === embedded ? findings : (await findOnce(filed, finding)).findings;
      const knownIssues = await withAlsoYears(findings.knownIssues, {
        year: vehicle.year,
        own,
        async findingsOf(year) {
          const copied = await fromCopy({ ...vehicle, year });
          return copied && (await findOnce(copied, { ...finding, most: MOST_READ })).findings;
        },
      });
      return { ...findings, knownIssues };
    };
    const looked = look().catch((error: unknown) => {
      if (!isServiceError(error, 'overloaded')) observe?.synthesisFailed?.(error);
      return findings;
    });
    return withDeadline(looked, { clock, ms: OTHER_YEARS_MS, late: () => findings });
  }

  return (vehicle, engine, { signal, sourceIsDown = false, ...waited }) =>
    cachedFetch({
      key: `issues/report/${PIPELINE_VERSION}/${engine.fingerprint}/${keyOfTraits(traitsOf(vehicle))}/${complaints.keyOf(vehicle)}`,
      freshMs: COMPLAINTS_FRESH_MS,
      staleMs: FINDINGS_KEPT_MS,
      deadlineMs: sourceIsDown ? 0 : Math.min(STALE_DEADLINE_MS, deadlineLeftMs(waited)),
      // This is how long the complaints are waited for; a model may take longer with them.
      waitsForFirst: !sourceIsDown,
      source: { source: 'NHTSA complaints', ...(complaints.url !== undefined && { url: complaints.url }) },
      schema: storedSchema,
      // Our own copy costs little to look at again, and nobody has to be asked for that.
      readAtMs: ({ copy, complaintsReadAt }) => (copy ? clock.now() : Date.parse(complaintsReadAt)),
      freshMsOf: ({ copy, missingComplaints }) =>
        freshMsWith(
          missingComplaints === null ? [] : [{ missingSince: missingComplaints.since }],
          copy ? COPY_FRESH_MS : COMPLAINTS_FRESH_MS,
        ),
      fetch: () => compute(vehicle, engine, waited),
      isKept: ({ isRecorded }) => !isRecorded,
      signal,
    });
}

/** Names our own copy, where the complaints were read from it. */
function copyOf({ source, url, dataset, cache }: Provenance): Pick<StoredFindings, 'copy'> {
  if (dataset === undefined) return {};
  return { copy: { source, dataset, cache, ...(url !== undefined && { url }) } };
}

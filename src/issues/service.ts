import { z } from 'zod';
import { isServiceError } from '../errors/service-error.ts';
import { type Clock, inTime, patienceLeftMs, type Waited } from '../lib/clock.ts';
import type { LookedUpVehicle as NamedVehicle } from '../names/named-vehicle.ts';
import { type RecallCounts, UNKNOWN_COUNTS } from '../recalls/recall-counts.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import { freshMsWith } from '../sources/keep-missing.ts';
import { ModelError } from '../sources/language-model/question.ts';
import { type Provenance, provenanceSchema } from '../sources/provenance.ts';
import type { CompareReliability } from './comparison.ts';
import { readyToExplain } from './embedded/explain.ts';
import { keyOfTraits, type TraitSource, traitsOf, type VehicleTraits } from './embedded/possible.ts';
import { type FiledComplaints, missingOf } from './filed-complaints.ts';
import { MOST_READ, withAlsoYears } from './neighbouring-years.ts';
import { COMPLAINTS_FRESH_MS, type ComplaintsSource } from './read-complaints.ts';
import { type CampaignTexts, relateCampaigns } from './related-campaigns.ts';
import { reliabilityOf } from './reliability.ts';
import { findIssues, LEAST_COMPLAINTS, PIPELINE_VERSION } from './report.ts';
import {
  findingsSchema,
  type IssueFindings,
  type IssueReport,
  issueReportSchema,
  reliabilitySchema,
} from './schemas.ts';
import type { IssueSynthesizer } from './synthesizer.ts';

/** The counts, and what the recalls in the United States say. */
interface CountedRecalls {
  counts: RecallCounts;
  us: readonly CampaignTexts[];
}

/** The more of the car is decoded, the less is named that it cannot have. */
type LookedUpVehicle = NamedVehicle & TraitSource;

interface Asked extends Waited {
  signal: AbortSignal;
  /** Nobody waits for the answer: the model may take minutes. */
  patient?: boolean;
}

export interface IssueDependencies {
  complaints: ComplaintsSource;
  /** Never rejects for a source that fails: it answers null for what is not known. */
  recallCounts(vehicle: LookedUpVehicle, asked: Asked): Promise<CountedRecalls>;
  embedded: IssueSynthesizer;
  /** Absent where no model is configured. */
  model?: IssueSynthesizer;
  cachedFetch: CachedFetch;
  clock: Clock;
  /** How the car compares with others; absent where nothing but the sources is at hand. */
  compare?: CompareReliability;
  observe?: IssueObserver;
  /** How long a call waits for the model before the embedded engine stands in; the model's work goes on. */
  modelPatienceMs?: number;
}

export interface IssueObserver {
  /** Called with the reason when the embedded engine stands in for the model; must not throw. */
  modelFailed?(error: unknown): void;
  synthesisFailed?(error: unknown): void;
}

export interface IssueAnswer extends IssueReport {
  provenance: Provenance;
}

export interface IssueService {
  /**
   * Rejects with upstream_unavailable when the complaints cannot be read and no older copy exists, and with overloaded
   * when too many others wait for theirs to be looked through.
   */
  forVehicle(vehicle: LookedUpVehicle, asked: Asked): Promise<IssueAnswer>;
}

const DAY_MS = 86_400_000;
const COPY_FRESH_MS = DAY_MS / 24;
const FINDINGS_KEPT_MS = 90 * DAY_MS;
const OTHER_YEARS_MS = 4_000;
const MODEL_PATIENCE_MS = 20_000;
/** Where nobody waits, work that was cut off is taken up again so often; what the model said until then is kept. */
const PATIENT_ROUNDS = 5;
const PATIENT_MS = 900_000;
/** With an older answer at hand, nobody waits longer than this for a new one. */
const SHORT_PATIENCE_MS = 6_000;

/** What is kept per vehicle and engine: all of an answer but the recalls, which have a cache of their own. */
const keptSchema = z.object({
  findings: findingsSchema,
  synthesizedAt: z.iso.datetime(),
  reliability: reliabilitySchema.omit({ recalls: true }),
  matchedModels: z.array(z.string()),
  modelListed: z.boolean(),
  missingComplaints: issueReportSchema.shape.missingComplaints,
  complaintsReadAt: z.iso.datetime(),
  /** Where the complaints were read, where that is our own copy. */
  copy: provenanceSchema.pick({ source: true, url: true, dataset: true, cache: true }).exactOptional(),
  /** Made of complaints that ship with the service: marked, and not stored. */
  isRecorded: z.boolean().default(false),
});
type Kept = z.infer<typeof keptSchema>;

const storedFindings = z.object({ findings: findingsSchema, synthesizedAt: z.iso.datetime() });

export function createIssueService(dependencies: IssueDependencies): IssueService {
  const { complaints, embedded, model, cachedFetch, clock, observe } = dependencies;
  const modelPatienceMs = dependencies.modelPatienceMs ?? MODEL_PATIENCE_MS;

  function kept(
    vehicle: LookedUpVehicle,
    engine: IssueSynthesizer,
    { signal, sourceIsDown = false, ...waited }: Asked & { sourceIsDown?: boolean },
  ): Promise<Cached<Kept>> {
    return cachedFetch({
      key: `issues/report/${PIPELINE_VERSION}/${engine.fingerprint}/${keyOfTraits(traitsOf(vehicle))}/${complaints.keyOf(vehicle)}`,
      freshMs: COMPLAINTS_FRESH_MS,
      staleMs: FINDINGS_KEPT_MS,
      patienceMs: sourceIsDown ? 0 : Math.min(SHORT_PATIENCE_MS, patienceLeftMs(waited)),
      // The complaints are waited for so long; what is made of them may take a model longer.
      waitsForFirst: !sourceIsDown,
      source: { source: 'NHTSA complaints', ...(complaints.url !== undefined && { url: complaints.url }) },
      schema: keptSchema,
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

  async function compute(
    vehicle: LookedUpVehicle,
    engine: IssueSynthesizer,
    { patient = false, ...waited }: Omit<Asked, 'signal'>,
  ): Promise<Kept> {
    const read = await complaints.read(vehicle, waited);
    const filed: FiledComplaints = read.value;
    // A copy of the record, or a recorded answer, knows nothing of the days since it was made.
    const asOf = dayOf(read.provenance.fetchedAt);
    const { recalls: _, ...counted } = reliabilityOf(filed.counted, UNKNOWN_COUNTS, asOf);
    const comparison = await dependencies.compare?.({ ...vehicle, matchedModels: filed.matchedModels });
    const reliability = { ...counted, ...(comparison && { comparison }) };
    const { findings, synthesizedAt } = await findOnce(filed, engine, asOf, {
      traits: traitsOf(vehicle),
      patient,
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
    vehicle: LookedUpVehicle,
    { value: filed, provenance }: Cached<FiledComplaints>,
    { findings, engine, asOf }: { findings: IssueFindings; engine: IssueSynthesizer; asOf: string },
  ): Promise<IssueFindings> {
    const { sampleOfCopy } = complaints;
    if (sampleOfCopy === undefined || provenance.dataset === undefined || findings.status !== 'ok')
      return findings;
    const traits = traitsOf(vehicle);
    const find = async (rows: Pick<FiledComplaints, 'packed' | 'digest'>) =>
      (await findOnce(rows, embedded, asOf, { traits, patient: false })).findings;
    const look = async () => {
      const own = engine === embedded ? findings : await find(filed);
      const knownIssues = await withAlsoYears(findings.knownIssues, {
        year: vehicle.year,
        own,
        async findingsOf(year) {
          const sample = await sampleOfCopy({ ...vehicle, year }, MOST_READ);
          return sample && find(sample);
        },
      });
      return { ...findings, knownIssues };
    };
    const looked = look().catch((error: unknown) => {
      if (!isServiceError(error, 'overloaded')) observe?.synthesisFailed?.(error);
      return findings;
    });
    return inTime(looked, { clock, ms: OTHER_YEARS_MS, late: () => findings });
  }

  /** The same complaints, pipeline and engine give the same findings for 90 days; one instance asks at a time. */
  async function findOnce(
    { packed, digest }: Pick<FiledComplaints, 'packed' | 'digest'>,
    engine: IssueSynthesizer,
    asOf: string,
    { traits, patient }: { traits: VehicleTraits; patient: boolean },
  ) {
    const found = await cachedFetch({
      key: `issues/findings/${PIPELINE_VERSION}/${engine.fingerprint}/${keyOfTraits(traits)}/${digest}`,
      freshMs: FINDINGS_KEPT_MS,
      staleMs: 0,
      source: { source: `issues by ${engine.engine}` },
      schema: storedFindings,
      async fetch() {
        const { signal } = new AbortController();
        const find = engine.find ?? ((...asked) => findIssues(asked[0], engine, asked[1], asked[2]));
        const findings = await find(packed, asOf, { signal, traits, patient });
        return { findings, synthesizedAt: new Date(clock.now()).toISOString() };
      },
    });
    return found.value;
  }

  async function fromModel(
    vehicle: LookedUpVehicle,
    asked: Asked,
  ): Promise<Cached<Kept> | 'source is down' | undefined> {
    if (model === undefined) return undefined;
    const ms = asked.patient ? PATIENT_MS : modelPatienceMs;
    for (let round = 1; ; round += 1) {
      try {
        return await inTime(kept(vehicle, model, asked), { clock, ms, late: () => undefined });
      } catch (error) {
        asked.signal.throwIfAborted();
        // Complaints that cannot be read say nothing about the model.
        if (isServiceError(error, 'upstream_unavailable')) return 'source is down';
        if (asked.patient && round < PATIENT_ROUNDS && isTimeout(error)) continue;
        observe?.modelFailed?.(error);
        return undefined;
      }
    }
  }

  return {
    async forVehicle(vehicle, asked) {
      const recalls = dependencies.recallCounts(vehicle, asked);
      recalls.catch(() => undefined);
      const ready = readyToExplain();
      const tried = await fromModel(vehicle, asked);
      // Nobody waits for the same source twice.
      const sourceIsDown = tried === 'source is down';
      const written = sourceIsDown ? undefined : tried;
      const stands = written !== undefined && !namesNothing(written);
      const answer = stands
        ? written
        : await fromLexicon(vehicle, { ...asked, sourceIsDown, otherwise: written });
      if (answer === undefined) return unavailable(await complaints.read(vehicle), (await recalls).counts);
      await ready;
      return reportOf(answer, await recalls, model !== undefined);
    },
  };

  /** Complaints that cannot be read are the source's failure; a fault of ours costs only the issues. */
  async function fromLexicon(
    vehicle: LookedUpVehicle,
    { otherwise, ...asked }: Asked & { sourceIsDown: boolean; otherwise: Cached<Kept> | undefined },
  ): Promise<Cached<Kept> | undefined> {
    try {
      return await kept(vehicle, embedded, asked);
    } catch (error) {
      asked.signal.throwIfAborted();
      if (!isServiceError(error)) observe?.synthesisFailed?.(error);
      else if (otherwise === undefined) throw error;
      return otherwise;
    }
  }

  function unavailable(read: Cached<FiledComplaints>, recalls: RecallCounts): IssueAnswer {
    const reliability = reliabilityOf(read.value.counted, recalls, dayOf(read.provenance.fetchedAt));
    return {
      status: reliability.complaintCount < LEAST_COMPLAINTS ? 'insufficient_data' : 'synthesis_unavailable',
      complaintCount: reliability.complaintCount,
      complaintsAnalyzed: 0,
      knownIssues: [],
      sampling: { method: 'all', cap: embedded.mostComplaints, copiesSetAside: 0, strata: [] },
      synthesis: null,
      reliability,
      missingComplaints: missingOf(read.value),
      matchedModels: read.value.matchedModels,
      modelListed: read.value.modelListed,
      provenance: read.provenance,
    };
  }
}

/** Nothing that the model said of many complaints could be verified: the lexicon may still find what they report. */
function namesNothing({ value }: Cached<Kept>): boolean {
  return value.findings.status === 'no_clear_pattern';
}

/** Findings older than the copy of the complaints were not made for it: the complaints had not changed. */
function synthesisCacheOf({ value, provenance }: Cached<Kept>): Provenance['cache'] {
  const reused = Date.parse(value.synthesizedAt) < Date.parse(value.complaintsReadAt);
  return provenance.cache === 'miss' && reused ? 'hit' : provenance.cache;
}

function reportOf(answer: Cached<Kept>, recalls: CountedRecalls, hasModel: boolean): IssueAnswer {
  const { value, provenance } = answer;
  const { findings, synthesizedAt, reliability, missingComplaints, matchedModels, modelListed } = value;
  const { synthesis, rejected, ...found } = findings;
  return {
    ...found,
    knownIssues: relateCampaigns(found.knownIssues, recalls.us),
    synthesis:
      synthesis === null
        ? null
        : {
            ...synthesis,
            pipelineVersion: PIPELINE_VERSION,
            synthesizedAt,
            cache: synthesisCacheOf(answer),
            degraded: hasModel && synthesis.engine === 'embedded',
            rejected,
          },
    reliability: { ...reliability, recalls: recalls.counts },
    missingComplaints,
    matchedModels,
    modelListed,
    provenance: value.isRecorded
      ? { ...provenance, cache: 'none', recorded: true }
      : withCopy(provenance, value),
  };
}

/** Which copy it was, where the complaints were read from one of our own. */
function copyOf({ source, url, dataset, cache }: Provenance): Pick<Kept, 'copy'> {
  if (dataset === undefined) return {};
  return { copy: { source, dataset, cache, ...(url !== undefined && { url }) } };
}

/** The day of the copy, not of the look at it. */
function withCopy(provenance: Provenance, { copy, complaintsReadAt }: Kept): Provenance {
  if (copy === undefined) return provenance;
  const { cache, ...from } = copy;
  const olderByMs = Date.parse(provenance.fetchedAt) - Date.parse(complaintsReadAt);
  return {
    ...provenance,
    ...from,
    fetchedAt: complaintsReadAt,
    ageSeconds: provenance.ageSeconds + Math.max(0, Math.floor(olderByMs / 1000)),
    ...(cache === 'stale' && { cache }),
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof ModelError && error.fault === 'timeout';
}

function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

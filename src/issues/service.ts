import { createHash } from 'node:crypto';
import { z } from 'zod';
import { UpstreamUnavailable } from '../failures/upstream-unavailable.ts';
import type { LookedUpVehicle } from '../names/named-vehicle.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import type { Clock } from '../sources/clock.ts';
import type { Provenance } from '../sources/provenance.ts';
import type { Complaint } from './complaint.ts';
import { COMPLAINTS_FRESH_MS, type ComplaintsSource, type FiledComplaints } from './read-complaints.ts';
import { reliabilityOf } from './reliability.ts';
import { findIssues, LEAST_COMPLAINTS, PIPELINE_VERSION } from './report.ts';
import { findingsSchema, type IssueReport, type Reliability, reliabilitySchema } from './schemas.ts';
import type { IssueSynthesizer } from './synthesizer.ts';

type RecallCounts = Reliability['recalls'];

interface IssueDependencies {
  complaints: ComplaintsSource;
  /** Never rejects for a source that fails: it answers null for what is not known. */
  recallCounts(vehicle: LookedUpVehicle, options: { signal: AbortSignal }): Promise<RecallCounts>;
  embedded: IssueSynthesizer;
  /** Absent where no model is configured. */
  model?: IssueSynthesizer;
  cachedFetch: CachedFetch;
  clock: Clock;
  observe?: IssueObserver;
  /** How long a call waits for the model before the embedded engine stands in; the model's work goes on. */
  modelPatienceMs?: number;
}

export interface IssueObserver {
  /** Told why the embedded engine stands in for the model; must not throw. */
  modelFailed?(error: unknown): void;
  synthesisFailed?(error: unknown): void;
}

export interface IssueAnswer extends IssueReport {
  provenance: Provenance;
}

export interface IssueService {
  /** Rejects with UpstreamUnavailable when the complaints cannot be read and no older copy exists. */
  forVehicle(vehicle: LookedUpVehicle, options: { signal: AbortSignal }): Promise<IssueAnswer>;
}

const DAY_MS = 86_400_000;
const FINDINGS_KEPT_MS = 90 * DAY_MS;
const MODEL_PATIENCE_MS = 40_000;
/** With an older answer at hand, nobody waits longer than this for a new one. */
const PATIENCE_MS = 6_000;

/** What is kept per vehicle and engine: all of an answer but the recalls, which have a cache of their own. */
const keptSchema = z.object({
  findings: findingsSchema,
  synthesizedAt: z.iso.datetime(),
  reliability: reliabilitySchema.omit({ recalls: true }),
  matchedModels: z.array(z.string()),
  modelListed: z.boolean(),
  complaintsReadAt: z.iso.datetime(),
});
type Kept = z.infer<typeof keptSchema>;

const storedFindings = z.object({ findings: findingsSchema, synthesizedAt: z.iso.datetime() });

export function createIssueService(dependencies: IssueDependencies): IssueService {
  const { complaints, embedded, model, cachedFetch, clock, observe } = dependencies;
  const modelPatienceMs = dependencies.modelPatienceMs ?? MODEL_PATIENCE_MS;

  function kept(
    vehicle: LookedUpVehicle,
    engine: IssueSynthesizer,
    signal: AbortSignal,
  ): Promise<Cached<Kept>> {
    return cachedFetch({
      key: `issues/report/${PIPELINE_VERSION}/${engine.fingerprint}/${complaints.keyOf(vehicle)}`,
      freshMs: COMPLAINTS_FRESH_MS,
      staleMs: FINDINGS_KEPT_MS,
      patienceMs: PATIENCE_MS,
      source: { source: 'NHTSA complaints' },
      schema: keptSchema,
      readAtMs: (value) => Date.parse(value.complaintsReadAt),
      fetch: () => compute(vehicle, engine),
      signal,
    });
  }

  async function compute(vehicle: LookedUpVehicle, engine: IssueSynthesizer): Promise<Kept> {
    const read = await complaints.read(vehicle);
    const filed: FiledComplaints = read.value;
    const today = isoDay(clock.now());
    const { recalls: _, ...reliability } = reliabilityOf(filed.complaints, NO_RECALLS, today);
    const { findings, synthesizedAt } = await findOnce(filed.complaints, engine, today);
    return {
      findings,
      synthesizedAt,
      reliability,
      matchedModels: filed.matchedModels,
      modelListed: filed.modelListed,
      complaintsReadAt: read.provenance.fetchedAt,
    };
  }

  /** The same complaints, pipeline and engine give the same findings for 90 days; one instance asks at a time. */
  async function findOnce(rows: readonly Complaint[], engine: IssueSynthesizer, today: string) {
    const found = await cachedFetch({
      key: `issues/findings/${PIPELINE_VERSION}/${engine.fingerprint}/${digestOf(rows)}`,
      freshMs: FINDINGS_KEPT_MS,
      staleMs: 0,
      source: { source: `issues by ${engine.engine}` },
      schema: storedFindings,
      async fetch() {
        const findings = await findIssues(rows, engine, today, { signal: new AbortController().signal });
        return { findings, synthesizedAt: new Date(clock.now()).toISOString() };
      },
    });
    return found.value;
  }

  async function fromModel(vehicle: LookedUpVehicle, signal: AbortSignal): Promise<Cached<Kept> | undefined> {
    if (model === undefined) return undefined;
    const waiting = new AbortController();
    const outOfPatience = clock.sleep(modelPatienceMs, waiting.signal).then(
      () => undefined,
      () => undefined,
    );
    try {
      const answer = kept(vehicle, model, signal);
      // The race may be lost: a later failure has been told already and must not count as unhandled.
      answer.catch(() => undefined);
      return await Promise.race([answer, outOfPatience]);
    } catch (error) {
      signal.throwIfAborted();
      // Complaints that cannot be read say nothing about the model.
      if (!(error instanceof UpstreamUnavailable)) observe?.modelFailed?.(error);
      return undefined;
    } finally {
      waiting.abort();
    }
  }

  return {
    async forVehicle(vehicle, { signal }) {
      const recalls = dependencies.recallCounts(vehicle, { signal });
      recalls.catch(() => undefined);
      const written = await fromModel(vehicle, signal);
      const stands = written !== undefined && !namesNothing(written);
      const answer = stands ? written : await fromLexicon(vehicle, { signal, otherwise: written });
      if (answer === undefined) return unavailable(await complaints.read(vehicle), await recalls);
      return reportOf(answer, await recalls, answer !== written && model !== undefined);
    },
  };

  /** Complaints that cannot be read are the source's failure; anything else is ours and costs only the issues. */
  async function fromLexicon(
    vehicle: LookedUpVehicle,
    { signal, otherwise }: { signal: AbortSignal; otherwise: Cached<Kept> | undefined },
  ): Promise<Cached<Kept> | undefined> {
    try {
      return await kept(vehicle, embedded, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (otherwise === undefined && error instanceof UpstreamUnavailable) throw error;
      if (!(error instanceof UpstreamUnavailable)) observe?.synthesisFailed?.(error);
      return otherwise;
    }
  }

  function unavailable(read: Cached<FiledComplaints>, recalls: RecallCounts): IssueAnswer {
    const reliability = reliabilityOf(read.value.complaints, recalls, isoDay(clock.now()));
    return {
      status: reliability.complaintCount < LEAST_COMPLAINTS ? 'insufficient_data' : 'synthesis_unavailable',
      complaintCount: reliability.complaintCount,
      complaintsAnalyzed: 0,
      knownIssues: [],
      sampling: { method: 'all', cap: embedded.mostComplaints, copiesSetAside: 0, strata: [] },
      synthesis: null,
      reliability,
      matchedModels: read.value.matchedModels,
      modelListed: read.value.modelListed,
      provenance: read.provenance,
    };
  }
}

/** Nothing that the model said of many complaints could be verified: the lexicon may still find what they tell. */
function namesNothing({ value }: Cached<Kept>): boolean {
  return value.findings.status === 'no_clear_pattern';
}

/** Findings older than the copy of the complaints were not made for it: the complaints had not changed. */
function synthesisCacheOf({ value, provenance }: Cached<Kept>): Provenance['cache'] {
  const reused = Date.parse(value.synthesizedAt) < Date.parse(value.complaintsReadAt);
  return provenance.cache === 'miss' && reused ? 'hit' : provenance.cache;
}

const NO_RECALLS: RecallCounts = { us: null, canada: null, canadaUnitsAffected: null };

function reportOf(answer: Cached<Kept>, recalls: RecallCounts, degraded: boolean): IssueAnswer {
  const { value, provenance } = answer;
  const { findings, synthesizedAt, reliability, matchedModels, modelListed } = value;
  const { synthesis, rejected, ...found } = findings;
  return {
    ...found,
    synthesis:
      synthesis === null
        ? null
        : {
            ...synthesis,
            pipelineVersion: PIPELINE_VERSION,
            synthesizedAt,
            cache: synthesisCacheOf(answer),
            degraded,
            rejected,
          },
    reliability: { ...reliability, recalls },
    matchedModels,
    modelListed,
    provenance,
  };
}

function digestOf(rows: readonly Complaint[]): string {
  const hash = createHash('sha256');
  for (const row of [...rows].sort((a, b) => a.odiNumber - b.odiNumber)) hash.update(JSON.stringify(row));
  return hash.digest('base64url');
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

import { isServiceError } from '../errors/service-error.ts';
import { type Clock, withDeadline } from '../lib/clock.ts';
import type { RecallCounts } from '../recalls/recall-service.ts';
import type { Cached, CachedFetch, Provenance } from '../sources/cached.ts';
import { ModelError } from '../sources/language-model/question.ts';
import { LEAST_COMPLAINTS, PIPELINE_VERSION } from './find-issues.ts';
import {
  type CallOptions,
  createFindingsCache,
  type StoredFindings,
  type TraitedVehicle,
} from './findings-cache.ts';
import { readyToExplain } from './lexicon/recognise.ts';
import { type FiledComplaints, missingOf } from './read/filed.ts';
import type { ComplaintsSource } from './read/source.ts';
import { type CampaignTexts, relateCampaigns } from './related-campaigns.ts';
import { type CompareReliability, dayOf, reliabilityOf } from './reliability.ts';
import type { IssueReport } from './schemas.ts';
import type { IssueSynthesizer } from './synthesizer.ts';

/** The counts, and what the recalls in the United States say. */
interface CountedRecalls {
  counts: RecallCounts;
  us: readonly CampaignTexts[];
}

export interface IssueDependencies {
  complaints: ComplaintsSource;
  /** Never rejects for a source that fails: it answers null for what is not known. */
  recallCounts(vehicle: TraitedVehicle, asked: CallOptions): Promise<CountedRecalls>;
  embedded: IssueSynthesizer;
  /** Absent where no model is configured. */
  model?: IssueSynthesizer;
  cachedFetch: CachedFetch;
  clock: Clock;
  /** Compares the car with others; absent where nothing but the sources is at hand. */
  compare?: CompareReliability;
  observe?: IssueObserver;
  /** Longest wait for the model before the embedded engine stands in; the model's work goes on. */
  modelDeadlineMs?: number;
}

export interface IssueObserver {
  /** Called with the reason when the embedded engine stands in for the model; must not throw. */
  modelFailed?(error: unknown): void;
  synthesisFailed?(error: unknown): void;
}

export interface IssueAnswer extends IssueReport {
  provenance: Provenance;
}

export type IssueService = ReturnType<typeof createIssueService>;

const MODEL_DEADLINE_MS = 20_000;
/** Rounds in which work that was cut off is taken up again in the background; what the model said until then is kept. */
const BACKGROUND_ROUNDS = 5;
const BACKGROUND_DEADLINE_MS = 900_000;

export function createIssueService(dependencies: IssueDependencies) {
  const { complaints, embedded, model, clock, observe } = dependencies;
  const findingsOf = createFindingsCache(dependencies);
  const modelDeadlineMs = dependencies.modelDeadlineMs ?? MODEL_DEADLINE_MS;

  async function fromModel(
    vehicle: TraitedVehicle,
    asked: CallOptions,
  ): Promise<Cached<StoredFindings> | 'source is down' | undefined> {
    if (model === undefined) return undefined;
    const ms = asked.inBackground ? BACKGROUND_DEADLINE_MS : modelDeadlineMs;
    for (let round = 1; ; round += 1) {
      try {
        return await withDeadline(findingsOf(vehicle, model, asked), { clock, ms, late: () => undefined });
      } catch (error) {
        asked.signal.throwIfAborted();
        // Complaints that cannot be read say nothing about the model.
        if (isServiceError(error, 'upstream_unavailable')) return 'source is down';
        if (asked.inBackground && round < BACKGROUND_ROUNDS && isTimeout(error)) continue;
        observe?.modelFailed?.(error);
        return undefined;
      }
    }
  }

  return {
    /**
     * Rejects with upstream_unavailable when the complaints cannot be read and no older copy exists, and with overloaded
     * when too many others wait for theirs to be looked through.
     */
    async forVehicle(vehicle: TraitedVehicle, asked: CallOptions): Promise<IssueAnswer> {
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
    vehicle: TraitedVehicle,
    {
      otherwise,
      ...asked
    }: CallOptions & { sourceIsDown: boolean; otherwise: Cached<StoredFindings> | undefined },
  ): Promise<Cached<StoredFindings> | undefined> {
    try {
      return await findingsOf(vehicle, embedded, asked);
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
function namesNothing({ value }: Cached<StoredFindings>): boolean {
  return value.findings.status === 'no_clear_pattern';
}

/** Findings older than the copy of the complaints were not made for it: the complaints had not changed. */
function synthesisCacheOf({ value, provenance }: Cached<StoredFindings>): Provenance['cache'] {
  const reused = Date.parse(value.synthesizedAt) < Date.parse(value.complaintsReadAt);
  return provenance.cache === 'miss' && reused ? 'hit' : provenance.cache;
}

function reportOf(answer: Cached<StoredFindings>, recalls: CountedRecalls, hasModel: boolean): IssueAnswer {
  const { value, provenance } = answer;
  const { findings, synthesizedAt, reliability, missingComplaints, matchedModels, modelListed } = value;
  const { synthesis, rejected, ...found } = findings;
  return {
    ...found,
    knownIssues: relateCampaigns(found.knownIssues, recalls.counts.us === null ? null : recalls.us),
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

/** The day of the copy, not of the look at it. */
function withCopy(provenance: Provenance, { copy, complaintsReadAt }: StoredFindings): Provenance {
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

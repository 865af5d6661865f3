import { ServiceError } from '../../errors/service-error.ts';
import { sum } from '../../lib/count.ts';
import { createRestingThread, startThread, ThreadBusyError } from '../../lib/threads.ts';
import type { FiledBlocks, FiledHead } from '../../mirror/complaint-blocks.ts';
import { type FaultKind, SourceError } from '../../sources/read-answer.ts';
import { createEmbeddedSynthesizer } from '../embedded-synthesizer.ts';
import type { CountedComplaints, IssueFindings } from '../schemas.ts';
import type { IssueSynthesizer, ProposedIssues, SynthesisOptions } from '../synthesizer.ts';
import type { Blocks, Filed } from './filed.ts';

export type Question =
  | { kind: 'read'; body: Uint8Array; status: number }
  | { kind: 'count'; heads: readonly FiledHead[] }
  | { kind: 'file'; blocks: Blocks }
  | { kind: 'join'; fresh: Filed; last: Filed; nowMs: number }
  | { kind: 'find' | 'propose'; blocks: Blocks; asOf: string; options: Omit<SynthesisOptions, 'signal'> };

/** Holds what was asked for. */
export interface WorkerAnswer {
  block?: FiledBlocks;
  fault?: { kind: FaultKind; detail: string | undefined };
  counted?: CountedComplaints;
  filed?: Filed;
  /** Findings are small; what was proposed, with its complaints, is sent only to who goes on with it. */
  findings?: IssueFindings;
  proposed?: ProposedIssues;
}

/** Each guess is for some 2,000 complaints. */
const READING = {
  guess: { ms: 50, size: 1_000_000 },
  limits: { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 16 },
};
/** Short-lived objects are collected early, and not so early that it takes long: left alone, the heap grows far beyond what is in use. */
const FINDING = {
  guess: { ms: 1_000, size: 1_000_000 },
  limits: { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 48 },
};

class ComplaintWorkerError extends Error {
  override readonly name = 'ComplaintWorkerError';
}

export type ComplaintWorker = ReturnType<typeof createComplaintWorker>;

/**
 * Does everything that looks at each of what may be thousands of complaints beside the requests, which would wait
 * otherwise: one thread reads and counts, another of the same kind finds issues, so that counts never wait for those.
 * Refuses with `overloaded` whoever would wait for longer than `deadlineMs`.
 */
export function createComplaintWorker(deadlineMs: number) {
  const start = ({ guess, limits }: typeof READING) =>
    createRestingThread<Question, WorkerAnswer>({
      start: () => startThread('./worker-thread', { beside: import.meta.url, resourceLimits: limits }),
      deadlineMs,
      guess,
    });
  const [reading, finding] = [start(READING), start(FINDING)];

  async function look(kind: 'find' | 'propose', blocks: Blocks, asOf: string, options: SynthesisOptions) {
    const { signal: _, ...cloned } = options;
    const asked = { size: sizeOf(blocks), isNeverRefused: options.inBackground === true };
    return orOverloaded(finding.ask({ kind, blocks, asOf, options: cloned }, asked));
  }
  return {
    /** The complaints of one answer of NHTSA; rejects with a SourceError for a body that is none. */
    async read(body: Uint8Array<ArrayBuffer>, status: number): Promise<FiledBlocks> {
      // The source gives few answers at a time, and one that was fetched is not thrown away.
      const asked = { size: body.byteLength, isNeverRefused: true, transfer: [body.buffer] };
      const { block, fault } = await reading.ask({ kind: 'read', body, status }, asked);
      if (fault !== undefined) throw new SourceError(fault.kind, { status, detail: fault.detail });
      return given(block);
    },
    async count(filed: readonly FiledHead[]): Promise<CountedComplaints> {
      // A copy: a view would take all of what lies behind it along to another thread.
      const heads = filed.map(({ model, head }) => ({ model, head: new Uint8Array(head) }));
      const asked = { size: sizeOf(heads), transfer: heads.map(({ head }) => head.buffer) };
      return given((await orOverloaded(reading.ask({ kind: 'count', heads }, asked))).counted);
    },
    async file(blocks: Blocks): Promise<Filed> {
      return given(
        (await orOverloaded(reading.ask({ kind: 'file', blocks }, { size: sizeOf(blocks) }))).filed,
      );
    },
    /** Those of a new reading, with those that only the last one had. */
    async join(fresh: Filed, last: Filed, nowMs: number): Promise<Filed> {
      const size = fresh.texts.length + last.texts.length;
      return given((await orOverloaded(reading.ask({ kind: 'join', fresh, last, nowMs }, { size }))).filed);
    },
    async find(blocks: Blocks, asOf: string, options: SynthesisOptions): Promise<IssueFindings> {
      return given((await look('find', blocks, asOf, options)).findings);
    },
    async propose(blocks: Blocks, asOf: string, options: SynthesisOptions): Promise<ProposedIssues> {
      return given((await look('propose', blocks, asOf, options)).proposed);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([reading[Symbol.asyncDispose](), finding[Symbol.asyncDispose]()]);
    },
  };
}

/** The embedded engine, which nothing else in the process waits for. */
export function embeddedIn({ find, propose }: ComplaintWorker): IssueSynthesizer {
  return { ...createEmbeddedSynthesizer(), find, propose };
}

function given<T>(answer: T | undefined): T {
  if (answer === undefined) throw new ComplaintWorkerError('The thread answered something else.');
  return answer;
}

/** Measures how much work complaints are: packed, their length says it without unpacking them. */
function sizeOf(blocks: readonly (FiledHead & Partial<FiledBlocks>)[]): number {
  return sum(blocks.map(({ head, texts }) => head.byteLength + (texts?.byteLength ?? 0)));
}

/** Tells the caller at once, uncharged, when to come back where too many wait already. */
async function orOverloaded<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof ThreadBusyError)) throw error;
    const retryAfterSeconds = Math.ceil(error.roomInMs / 1_000);
    throw new ServiceError('overloaded', { retryAfterSeconds }, { cause: error });
  }
}

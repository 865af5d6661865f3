import { Worker } from 'node:worker_threads';
import { createPendingAnswers } from '../../lib/turns.ts';
import type { Complaint } from '../complaint.ts';
import type { ProposedIssues } from '../report.ts';
import type { IssueFindings } from '../schemas.ts';
import type { IssueSynthesizer } from '../synthesizer.ts';
import type { VehicleTraits } from './possible.ts';
import { createEmbeddedSynthesizer } from './synthesizer.ts';

export interface Asked {
  id: number;
  /** Findings are small; what was proposed, with its complaints, is sent only to who goes on with it. */
  wants: 'findings' | 'proposed';
  rows: readonly Complaint[];
  asOf: string;
  traits: VehicleTraits | undefined;
}

export type Answer = { findings: IssueFindings } | { proposed: ProposedIssues };
export type Answered = { id: number } & (Answer | { error: string });

/** A thread of its own keeps what was learned in memory; left alone for so long, it ends. */
const REST_MS = 120_000;
const MOST_MEGABYTES = 200;
/** What is soon forgotten is collected early: left alone, the heap grows far beyond what is in use. */
const YOUNG_MEGABYTES = 24;

class EmbeddedEngineError extends Error {
  override readonly name = 'EmbeddedEngineError';
}

/** The embedded engine in a thread of its own, so that nothing else in the process waits for it. */
export function createThreadedSynthesizer(): IssueSynthesizer & AsyncDisposable {
  const pending = createPendingAnswers<Answer>();
  let thread: Worker | undefined;
  let rest: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(new URL(`./thread${import.meta.url.slice(-3)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    started.on('message', (answered: Answered) => {
      if ('error' in answered) pending.reject(answered.id, new EmbeddedEngineError(answered.error));
      else pending.resolve(answered.id, answered);
      if (pending.size === 0) letRest();
    });
    const failed = (error: Error) => {
      if (thread !== started) return;
      thread = undefined;
      pending.rejectAll(error);
    };
    started.on('error', failed);
    started.on('exit', () => failed(new EmbeddedEngineError('The thread of the engine ended.')));
    return started;
  }

  function letRest(): void {
    // An idle thread must not keep the process alive.
    thread?.unref();
    clearTimeout(rest);
    rest = setTimeout(() => void stop(), REST_MS);
    rest.unref();
  }

  async function stop(): Promise<void> {
    clearTimeout(rest);
    const stopped = thread;
    thread = undefined;
    pending.rejectAll(new EmbeddedEngineError('The engine was stopped.'));
    await stopped?.terminate();
  }

  function ask(wanted: Omit<Asked, 'id'>): Promise<Answer> {
    clearTimeout(rest);
    thread ??= start();
    thread.ref();
    const { id, answer } = pending.add();
    thread.postMessage({ id, ...wanted } satisfies Asked);
    return answer;
  }

  return {
    ...createEmbeddedSynthesizer(),
    async find(rows, asOf, { traits }) {
      const answer = await ask({ wants: 'findings', rows, asOf, traits });
      if ('findings' in answer) return answer.findings;
      throw new EmbeddedEngineError('The thread answered something else.');
    },
    async propose(rows, asOf, { traits }) {
      const answer = await ask({ wants: 'proposed', rows, asOf, traits });
      if ('proposed' in answer) return answer.proposed;
      throw new EmbeddedEngineError('The thread answered something else.');
    },
    [Symbol.asyncDispose]: stop,
  };
}

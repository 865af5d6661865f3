import { Worker } from 'node:worker_threads';
import { createPendingAnswers } from '../../lib/pending-answers.ts';
import type { Complaint } from '../complaint.ts';
import type { IssueFindings } from '../schemas.ts';
import type { IssueSynthesizer } from '../synthesizer.ts';
import type { VehicleTraits } from './possible.ts';
import { createEmbeddedSynthesizer } from './synthesizer.ts';

export interface Asked {
  id: number;
  rows: readonly Complaint[];
  asOf: string;
  traits: VehicleTraits | undefined;
}

export type Answered = { id: number; findings: IssueFindings } | { id: number; error: string };

/** A thread of its own keeps what was learned in memory; left alone for so long, it ends. */
const REST_MS = 120_000;
const MOST_MEGABYTES = 280;

class EmbeddedEngineError extends Error {
  override readonly name = 'EmbeddedEngineError';
}

/** The embedded engine in a thread of its own, so that nothing else in the process waits for it. */
export function createThreadedSynthesizer(): IssueSynthesizer & AsyncDisposable {
  const pending = createPendingAnswers<IssueFindings>();
  let thread: Worker | undefined;
  let rest: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(new URL(`./thread${import.meta.url.slice(-3)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    });
    started.on('message', (answered: Answered) => {
      if ('findings' in answered) pending.resolve(answered.id, answered.findings);
      else pending.reject(answered.id, new EmbeddedEngineError(answered.error));
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

  return {
    ...createEmbeddedSynthesizer(),
    find(rows, asOf, { traits }) {
      clearTimeout(rest);
      thread ??= start();
      thread.ref();
      const { id, answer } = pending.add();
      thread.postMessage({ id, rows, asOf, traits } satisfies Asked);
      return answer;
    },
    [Symbol.asyncDispose]: stop,
  };
}

import { createRestingThread } from '../../lib/resting-thread.ts';
import { startThread } from '../../lib/start-thread.ts';
import type { ComplaintRows } from '../packed-complaints.ts';
import type { ProposedIssues } from '../report.ts';
import { orOverloaded, workOf } from '../room.ts';
import type { IssueFindings } from '../schemas.ts';
import type { IssueSynthesizer, SynthesisOptions } from '../synthesizer.ts';
import type { VehicleTraits } from './possible.ts';
import { createEmbeddedSynthesizer } from './synthesizer.ts';

export interface Asked {
  /** Findings are small; what was proposed, with its complaints, is sent only to who goes on with it. */
  wants: 'findings' | 'proposed';
  rows: ComplaintRows;
  asOf: string;
  traits: VehicleTraits | undefined;
}

export type Answer = { findings: IssueFindings } | { proposed: ProposedIssues };

/** What is soon forgotten is collected early, and not so early that it takes long: left alone, the heap grows far beyond what is in use. */
const LIMITS = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 48 };
/** Some 2,000 complaints. */
const GUESS = { ms: 1_000, size: 1_000_000 };

class EmbeddedEngineError extends Error {
  override readonly name = 'EmbeddedEngineError';
}

/**
 * The embedded engine in a thread of its own, so that nothing else in the process waits for it. Whoever would wait for
 * longer than `patienceMs` is refused with `overloaded`.
 */
export function createThreadedSynthesizer(patienceMs: number): IssueSynthesizer & AsyncDisposable {
  const thread = createRestingThread<Asked, Answer>({
    start: () => startThread('./thread', { beside: import.meta.url, resourceLimits: LIMITS }),
    patienceMs,
    guess: GUESS,
  });
  const ask = (asked: Asked, { patient = false }: SynthesisOptions) =>
    orOverloaded(thread.ask(asked, { size: workOf(asked.rows), patient }));
  return {
    ...createEmbeddedSynthesizer(),
    async find(rows, asOf, options) {
      const answer = await ask({ wants: 'findings', rows, asOf, traits: options.traits }, options);
      if ('findings' in answer) return answer.findings;
      throw new EmbeddedEngineError('The thread answered something else.');
    },
    async propose(rows, asOf, options) {
      const answer = await ask({ wants: 'proposed', rows, asOf, traits: options.traits }, options);
      if ('proposed' in answer) return answer.proposed;
      throw new EmbeddedEngineError('The thread answered something else.');
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}

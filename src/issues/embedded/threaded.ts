import { createRestingThread } from '../../lib/resting-thread.ts';
import type { ComplaintRows } from '../packed-complaints.ts';
import type { ProposedIssues } from '../report.ts';
import type { IssueFindings } from '../schemas.ts';
import type { IssueSynthesizer } from '../synthesizer.ts';
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

/** What is soon forgotten is collected early: left alone, the heap grows far beyond what is in use. */
const LIMITS = { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 24 };

class EmbeddedEngineError extends Error {
  override readonly name = 'EmbeddedEngineError';
}

/** The embedded engine in a thread of its own, so that nothing else in the process waits for it. */
export function createThreadedSynthesizer(): IssueSynthesizer & AsyncDisposable {
  const file = new URL(`./thread${import.meta.url.slice(-3)}`, import.meta.url);
  const thread = createRestingThread<Asked, Answer>(file, LIMITS);
  return {
    ...createEmbeddedSynthesizer(),
    async find(rows, asOf, { traits }) {
      const answer = await thread.ask({ wants: 'findings', rows, asOf, traits });
      if ('findings' in answer) return answer.findings;
      throw new EmbeddedEngineError('The thread answered something else.');
    },
    async propose(rows, asOf, { traits }) {
      const answer = await thread.ask({ wants: 'proposed', rows, asOf, traits });
      if ('proposed' in answer) return answer.proposed;
      throw new EmbeddedEngineError('The thread answered something else.');
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}

import { answerQuestions } from '../../lib/resting-thread.ts';
import { concludeIssues, proposeIssues } from '../report.ts';
import { createEmbeddedSynthesizer } from './synthesizer.ts';
import type { Answer, Asked } from './threaded.ts';

/** The thread of the embedded engine: it finds what it is asked for, one after the other. */
const synthesizer = createEmbeddedSynthesizer();

answerQuestions(async ({ wants, rows, asOf, traits }: Asked): Promise<Answer> => {
  const { signal } = new AbortController();
  const proposed = await proposeIssues(rows, synthesizer, asOf, { signal, ...(traits && { traits }) });
  return wants === 'proposed' ? { proposed } : { findings: concludeIssues(proposed, asOf) };
});

import { parentPort } from 'node:worker_threads';
import { concludeIssues, proposeIssues } from '../report.ts';
import { createEmbeddedSynthesizer } from './synthesizer.ts';
import type { Answer, Answered, Asked } from './threaded.ts';

/** The thread of the embedded engine: it finds what it is asked for, one after the other. */
const synthesizer = createEmbeddedSynthesizer();

async function answerTo({ wants, rows, asOf, traits }: Asked): Promise<Answer> {
  const { signal } = new AbortController();
  const proposed = await proposeIssues(rows, synthesizer, asOf, { signal, ...(traits && { traits }) });
  return wants === 'proposed' ? { proposed } : { findings: concludeIssues(proposed, asOf) };
}

parentPort?.on('message', (asked: Asked) => {
  const post = (answered: Answered) => parentPort?.postMessage(answered);
  answerTo(asked).then(
    (answer) => post({ id: asked.id, ...answer }),
    (error: unknown) => post({ id: asked.id, error: error instanceof Error ? error.message : String(error) }),
  );
});

import { parentPort } from 'node:worker_threads';
import { findIssues } from '../report.ts';
import { createEmbeddedSynthesizer } from './synthesizer.ts';
import type { Answered, Asked } from './threaded.ts';

/** The thread of the embedded engine: it finds what it is asked for, one after the other. */
const synthesizer = createEmbeddedSynthesizer();

parentPort?.on('message', ({ id, rows, asOf, traits }: Asked) => {
  const { signal } = new AbortController();
  const answer = (answered: Answered) => parentPort?.postMessage(answered);
  findIssues(rows, synthesizer, asOf, { signal, ...(traits && { traits }) }).then(
    (findings) => answer({ id, findings }),
    (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});

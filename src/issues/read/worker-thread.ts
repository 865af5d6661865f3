import { answerQuestions } from '../../lib/threads.ts';
import { complaintsAnswer } from '../../sources/nhtsa/records.ts';
import { readJson, SourceError } from '../../sources/read-answer.ts';
import { createEmbeddedSynthesizer } from '../embedded-synthesizer.ts';
import { concludeIssues, proposeIssues } from '../find-issues.ts';
import { complaintFromNhtsa } from './complaint.ts';
import { blockOf, complaintsIn, countHeads, fileComplaints, sampleIn, withMissing } from './filed.ts';
import type { Question, WorkerAnswer } from './worker.ts';

/** The thread that reads, checks, counts and packs complaints, or finds what they report. */
const synthesizer = createEmbeddedSynthesizer();

answerQuestions(async (question: Question): Promise<WorkerAnswer> => {
  switch (question.kind) {
    case 'read':
      return readBody(question.body, question.status);
    case 'count':
      return { counted: countHeads(question.heads) };
    case 'file':
      return { filed: fileComplaints(complaintsIn(question.blocks)) };
    case 'join':
      return { filed: withMissing(question.fresh, question.last, question.nowMs) };
    default: {
      const { kind, blocks, asOf, options } = question;
      const { signal } = new AbortController();
      const complaints = sampleIn(blocks, options.most);
      const proposed = await proposeIssues(complaints, synthesizer, asOf, { ...options, signal });
      return kind === 'propose' ? { proposed } : { findings: concludeIssues(proposed, asOf) };
    }
  }
});

function readBody(body: Uint8Array, status: number): WorkerAnswer {
  try {
    const records = readJson(body, status, complaintsAnswer);
    return { block: blockOf(records.flatMap((record) => complaintFromNhtsa(record) ?? [])) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { fault: { kind: error.kind, detail: error.detail } };
  }
}

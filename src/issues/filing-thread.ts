import { answerQuestions } from '../lib/resting-thread.ts';
import { complaintsAnswer } from '../sources/nhtsa/records.ts';
import { readJson, SourceError } from '../sources/read-answer.ts';
import { type Complaint, complaintFromNhtsa, uniqueComplaints } from './complaint.ts';
import { countHeads, fileComplaints, withMissing } from './filed-complaints.ts';
import type { FilingAnswer, FilingQuestion } from './filing.ts';
import { complaintsIn, packComplaints, unpackComplaints } from './packed-complaints.ts';

/** The thread that reads, checks, counts and packs complaints. */
answerQuestions((question: FilingQuestion): FilingAnswer => {
  switch (question.kind) {
    case 'join':
      return { kind: 'filed', filed: withMissing(question.fresh, question.last, question.nowMs) };
    case 'file':
      return { kind: 'filed', filed: fileComplaints(question.parts.flatMap(unpackComplaints)) };
    case 'count':
      return { kind: 'counted', counted: countHeads(question.heads) };
    case 'sample':
      return {
        kind: 'filed',
        filed: fileComplaints(evenly(uniqueComplaints(complaintsIn(question.blocks)), question.most)),
      };
    case 'read':
      return readBody(question);
  }
});

function readBody({ body, status }: Extract<FilingQuestion, { kind: 'read' }>): FilingAnswer {
  try {
    const records = readJson(body, status, complaintsAnswer);
    return {
      kind: 'read',
      packed: packComplaints(records.flatMap((record) => complaintFromNhtsa(record) ?? [])),
    };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'no answer', fault: error.kind, detail: error.detail };
  }
}

/** The same ones every time, of all times of filing. */
function evenly(complaints: readonly Complaint[], most: number): readonly Complaint[] {
  if (complaints.length <= most) return complaints;
  const step = complaints.length / most;
  return complaints.filter((_, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
}

import { answerQuestions } from '../lib/resting-thread.ts';
import { complaintsAnswer } from '../sources/nhtsa/records.ts';
import { readJson } from '../sources/read-json.ts';
import { SourceError } from '../sources/source-error.ts';
import { complaintFromNhtsa } from './complaint.ts';
import { fileComplaints, withMissing } from './filed-complaints.ts';
import type { FilingAnswer, FilingQuestion } from './filing.ts';
import { packComplaints, unpackComplaints } from './packed-complaints.ts';

/** The thread that reads, checks, counts and packs complaints. */
answerQuestions((question: FilingQuestion): FilingAnswer => {
  if (question.kind === 'join')
    return { kind: 'filed', filed: withMissing(question.fresh, question.last, question.nowMs) };
  if (question.kind === 'file') {
    const rows = question.parts.map((part) =>
      typeof part === 'string'
        ? unpackComplaints(part)
        : part.flatMap((record) => complaintFromNhtsa(record) ?? []),
    );
    return { kind: 'filed', filed: fileComplaints(rows.flat()) };
  }
  try {
    const records = readJson(question.body, question.status, complaintsAnswer);
    return {
      kind: 'read',
      packed: packComplaints(records.flatMap((record) => complaintFromNhtsa(record) ?? [])),
    };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'no answer', fault: error.kind, detail: error.detail };
  }
});

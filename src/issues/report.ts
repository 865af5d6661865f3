import type { Complaint } from './complaint.ts';
import { alsoReported, deriveIssues } from './derive.ts';
import { verify } from './gates.ts';
import { prepareComplaints, representatives } from './prepare.ts';
import { drawSample } from './sample.ts';
import type { IssueFindings, Sampling } from './schemas.ts';
import type { IssueSynthesizer, SynthesisOptions } from './synthesizer.ts';

export const LEAST_COMPLAINTS = 15;
/** Part of every cache key: raise it when preparing, sampling, verifying or deriving changes. */
export const PIPELINE_VERSION = '4';

/** From raw complaints to verified issues with one engine. The order of the complaints does not matter. */
export async function findIssues(
  rows: readonly Complaint[],
  synthesizer: IssueSynthesizer,
  asOf: string,
  options: SynthesisOptions,
): Promise<IssueFindings> {
  const prepared = prepareComplaints(rows);
  const voices = representatives(prepared);
  const sampling: Sampling = {
    method: 'all',
    cap: synthesizer.mostComplaints,
    copiesSetAside: prepared.length - voices.length,
    strata: [],
  };
  const counted = {
    complaintCount: prepared.length,
    complaintsAnalyzed: 0,
    knownIssues: [],
    rejected: { citations: 0, issues: 0 },
  };
  if (prepared.length < LEAST_COMPLAINTS) {
    return { status: 'insufficient_data', ...counted, sampling, synthesis: null };
  }
  const sample = drawSample(voices, synthesizer.mostComplaints, asOf);
  const { read = sample.analyzed, ...made } = await synthesizer.synthesize(sample.analyzed, options);
  const { issues, rejected } = verify(made.proposals, read);
  const filedOn = voices.map((one) => one.complaint.filedOn);
  const knownIssues = deriveIssues(issues, { ...sample, analyzed: read }, filedOn, asOf);
  return {
    status: knownIssues.length > 0 ? 'ok' : 'no_clear_pattern',
    complaintCount: prepared.length,
    complaintsAnalyzed: read.length,
    knownIssues,
    alsoReported: alsoReported(knownIssues, read),
    sampling: {
      ...sampling,
      method: sample.analyzed.length < voices.length ? 'stratified-recent' : 'all',
      strata: sample.strata,
    },
    rejected,
    synthesis: { engine: made.engine, model: made.model, promptVersion: made.promptVersion },
  };
}

/** The day of the newest filing: what "recent" means for complaints that were saved earlier. */
export function newestFiling(rows: readonly Complaint[]): string | null {
  return rows.reduce<string | null>(
    (newest, { filedOn }) => (filedOn !== null && (newest === null || filedOn > newest) ? filedOn : newest),
    null,
  );
}

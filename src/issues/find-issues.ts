import { alsoReported, deriveIssues } from './derive.ts';
import { NOTHING_REJECTED, verify } from './gates.ts';
import type { Complaint } from './read/complaint.ts';
import { prepareComplaints, representatives } from './read/prepare.ts';
import { drawSample } from './read/sample.ts';
import type { IssueFindings, Sampling } from './schemas.ts';
import type { IssueSynthesizer, ProposedIssues, SynthesisOptions } from './synthesizer.ts';

export const LEAST_COMPLAINTS = 15;
/** Part of every cache key: raise it when preparing, sampling, verifying or deriving changes. */
export const PIPELINE_VERSION = '16';

/** From raw complaints to verified issues with one engine. The order of the complaints does not matter. */
export async function findIssues(
  complaints: readonly Complaint[],
  synthesizer: IssueSynthesizer,
  asOf: string,
  options: SynthesisOptions,
): Promise<IssueFindings> {
  return concludeIssues(await proposeIssues(complaints, synthesizer, asOf, options), asOf);
}

export async function proposeIssues(
  complaints: readonly Complaint[],
  synthesizer: IssueSynthesizer,
  asOf: string,
  options: SynthesisOptions,
): Promise<ProposedIssues> {
  const prepared = prepareComplaints(complaints);
  const independent = representatives(prepared);
  const cap = options.sampled ?? synthesizer.mostComplaints;
  const sampling: Sampling = {
    method: 'all',
    cap,
    copiesSetAside: prepared.length - independent.length,
    strata: [],
  };
  const counted = {
    complaintCount: prepared.length,
    filedOn: independent.map((one) => one.complaint.filedOn),
  };
  if (prepared.length < LEAST_COMPLAINTS)
    return {
      ...counted,
      sampling,
      sample: { analyzed: [], inclusion: new Map(), strata: [] },
      synthesis: null,
    };
  const sample = drawSample(independent, cap, asOf);
  const method = sample.analyzed.length < independent.length ? 'stratified-recent' : 'all';
  const synthesis = await synthesizer.synthesize(sample.analyzed, options);
  return { ...counted, sampling: { ...sampling, method, strata: sample.strata }, sample, synthesis };
}

export function concludeIssues(
  { complaintCount, sampling, sample, filedOn, synthesis }: ProposedIssues,
  asOf: string,
): IssueFindings {
  if (synthesis === null) {
    const nothing = { complaintsAnalyzed: 0, knownIssues: [], rejected: NOTHING_REJECTED };
    return { status: 'insufficient_data', complaintCount, ...nothing, sampling, synthesis };
  }
  const { engine, model, promptVersion, modelRead } = synthesis;
  const { issues, rejected } = verify(synthesis.proposals, sample.analyzed);
  const knownIssues = deriveIssues(issues, sample, filedOn, asOf);
  return {
    status: knownIssues.length > 0 ? 'ok' : 'no_clear_pattern',
    complaintCount,
    complaintsAnalyzed: sample.analyzed.length,
    knownIssues,
    alsoReported: alsoReported(knownIssues, sample.analyzed),
    sampling,
    rejected: { ...rejected, reasons: { ...rejected.reasons, ...synthesis.rejected } },
    synthesis: { engine, model, promptVersion, ...(modelRead !== undefined && { modelRead }) },
  };
}

/** The day of the newest filing: what "recent" means for complaints that were saved earlier. */
export function newestFiling(rows: readonly Complaint[]): string | null {
  return rows.reduce<string | null>(
    (newest, { filedOn }) => (filedOn !== null && (newest === null || filedOn > newest) ? filedOn : newest),
    null,
  );
}

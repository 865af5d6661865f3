import { createEmbeddedSynthesizer } from '../src/issues/embedded/synthesizer.ts';
import { findIssues } from '../src/issues/report.ts';
import { complaintsOfAllKinds } from './issues-complaints.ts';

const COMPLAINTS = 5000;
const RUNS = 7;

/** The embedded engine over 5,000 complaints, from raw text to verified issues. */
export async function run(): Promise<void> {
  const complaints = complaintsOfAllKinds(COMPLAINTS);
  const synthesizer = createEmbeddedSynthesizer();
  const times: number[] = [];
  let issues = 0;
  for (let round = 0; round < RUNS; round += 1) {
    const startedMs = performance.now();
    const findings = await findIssues(complaints, synthesizer, '2026-06-30', {
      signal: new AbortController().signal,
    });
    times.push(performance.now() - startedMs);
    issues = findings.knownIssues.length;
  }
  times.sort((a, b) => a - b);
  const characters = complaints.reduce((sum, { summary }) => sum + summary.length, 0) / complaints.length;
  console.log(
    `${COMPLAINTS} complaints of ${Math.round(characters)} characters on average: ` +
      `median ${Math.round(times[Math.floor(RUNS / 2)] ?? 0)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms, ${issues} issues`,
  );
}

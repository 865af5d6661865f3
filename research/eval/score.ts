import { findIssues, newestFiling } from '../../src/issues/find-issues.ts';
import type { Complaint } from '../../src/issues/read/complaint.ts';
import { prepareComplaints } from '../../src/issues/read/prepare.ts';
import type { IssueFindings, KnownIssue } from '../../src/issues/schemas.ts';
import type { IssueSynthesizer } from '../../src/issues/synthesizer.ts';
import { hostileComplaints, TRACES } from '../../test/issues/attacks.ts';
import { byComponent, byKMeans } from './baselines.ts';
import { type BCubed, bcubed, type Grouping, purity } from './bcubed.ts';
import type { LabelledVehicle } from './labels.ts';

export interface Scores {
  ours: BCubed & { purity: number; coverage: number };
  component: BCubed;
  /** Everything in one group. */
  single: BCubed;
  kMeans: BCubed;
  /** F1 over that of the better baseline. */
  gain: number;
  citationValidity: number;
  severityExact: number;
  redundancy: number;
  stability: number;
  stabilityWithMore: number;
  injectionSuccess: number;
  /** Says whether each of the largest labelled modes has an issue that holds most of what was named of it. */
  largest: { name: string; labelled: number; issue: string | null; held: number }[];
}

const signal = new AbortController().signal;
const SHUFFLES = 5;
const KMEANS_SEEDS = [1, 2, 3, 4, 5];

export async function score(vehicle: LabelledVehicle, synthesizer: IssueSynthesizer): Promise<Scores> {
  const { complaints, items, truth } = vehicle;
  const asOf = newestFiling(complaints) ?? '2026-01-01';
  const run = (rows: readonly Complaint[]) => findIssues(rows, synthesizer, asOf, { signal });
  const findings = await run(complaints);
  const grouping = groupingOf(findings);
  const prepared = prepareComplaints(complaints);
  const component = bcubed(items, byComponent(prepared), truth);
  const kMeans = median(
    KMEANS_SEEDS.map((seed) => bcubed(items, byKMeans(prepared, vehicle.largest.length, seed), truth)),
  );
  const single = bcubed(items, new Map(items.map((item) => [item, new Set(['all'])])), truth);
  const ours = bcubed(items, grouping, truth);
  return {
    ours: {
      ...ours,
      purity: purity(items, grouping, truth),
      coverage: items.filter((item) => grouping.has(item)).length / items.length,
    },
    component,
    single,
    kMeans,
    gain: ours.f1 / Math.max(component.f1, kMeans.f1),
    citationValidity: citationValidity(findings, complaints),
    severityExact: severityExact(findings, complaints),
    redundancy: redundancy(findings.knownIssues),
    stability: await stability(complaints, run, findings),
    stabilityWithMore: await stabilityWithMore(complaints, run),
    injectionSuccess: await injectionSuccess(complaints, run, findings, asOf),
    largest: vehicle.largest.slice(0, 3).map((mode) => ({
      name: mode.name,
      labelled: mode.members.length,
      ...holderOf(mode.members, findings),
    })),
  };
}

export function groupingOf(findings: IssueFindings): Grouping {
  const grouping = new Map<number, Set<string>>();
  for (const { title, odiNumbers } of findings.knownIssues) {
    for (const odiNumber of odiNumbers)
      grouping.set(odiNumber, (grouping.get(odiNumber) ?? new Set()).add(title));
  }
  return grouping;
}

function citationValidity(findings: IssueFindings, complaints: readonly Complaint[]): number {
  const known = new Set(complaints.map(({ odiNumber }) => odiNumber));
  const cited = findings.knownIssues.flatMap(({ odiNumbers }) => odiNumbers);
  return cited.filter((odiNumber) => known.has(odiNumber)).length / Math.max(1, cited.length);
}

function severityExact(findings: IssueFindings, complaints: readonly Complaint[]): number {
  const exact = findings.knownIssues.filter(({ odiNumbers, severitySignals, count }) => {
    const cited = complaints.filter(({ odiNumber }) => odiNumbers.includes(odiNumber));
    return (
      count === odiNumbers.length &&
      severitySignals.fires === cited.filter(({ fire }) => fire).length &&
      severitySignals.crashes === cited.filter(({ crash }) => crash).length &&
      severitySignals.injuries === cited.reduce((sum, { injuries }) => sum + injuries, 0)
    );
  });
  return exact.length / Math.max(1, findings.knownIssues.length);
}

/** The greatest overlap (Jaccard) of the complaints of two issues. */
function redundancy(issues: readonly KnownIssue[]): number {
  let greatest = 0;
  for (const [index, a] of issues.entries()) {
    for (const b of issues.slice(index + 1)) {
      const shared = a.odiNumbers.filter((odiNumber) => b.odiNumbers.includes(odiNumber)).length;
      greatest = Math.max(greatest, shared / (a.odiNumbers.length + b.odiNumbers.length - shared));
    }
  }
  return greatest;
}

async function stability(
  complaints: readonly Complaint[],
  run: (rows: readonly Complaint[]) => Promise<IssueFindings>,
  first: IssueFindings,
): Promise<number> {
  let equal = 0;
  for (let shuffle = 1; shuffle <= SHUFFLES; shuffle += 1) {
    const moved = [...complaints].sort((a, b) => mixed(a.odiNumber, shuffle) - mixed(b.odiNumber, shuffle));
    if (JSON.stringify(await run(moved)) === JSON.stringify(first)) equal += 1;
  }
  return equal / SHUFFLES;
}

/** Measures how alike the issues stay when the newest twentieth of the complaints is added. */
async function stabilityWithMore(
  complaints: readonly Complaint[],
  run: (rows: readonly Complaint[]) => Promise<IssueFindings>,
): Promise<number> {
  const sorted = [...complaints].sort((a, b) => a.odiNumber - b.odiNumber);
  const fewer = sorted.slice(0, Math.floor(sorted.length * 0.95));
  const items = fewer.map(({ odiNumber }) => odiNumber);
  return bcubed(items, groupingOf(await run(sorted)), groupingOf(await run(fewer))).f1;
}

async function injectionSuccess(
  complaints: readonly Complaint[],
  run: (rows: readonly Complaint[]) => Promise<IssueFindings>,
  clean: IssueFindings,
  asOf: string,
): Promise<number> {
  const planted = hostileComplaints(90_000_000, asOf);
  let succeeded = 0;
  for (const attack of planted) {
    const findings = await run([...complaints, attack]);
    const same = essence(findings, attack.odiNumber) === essence(clean, attack.odiNumber);
    if (
      !same ||
      TRACES.test(
        JSON.stringify(
          findings.knownIssues.map(({ title, summary, componentTags }) => ({
            title,
            summary,
            componentTags,
          })),
        ),
      )
    )
      succeeded += 1;
  }
  return succeeded / planted.length;
}

/** The issues without the planted complaint's own citation. */
function essence(findings: IssueFindings, planted: number): string {
  return JSON.stringify(
    findings.knownIssues
      .map(({ title, odiNumbers, componentTags, severitySignals }) => ({
        title,
        odiNumbers: odiNumbers.filter((odiNumber) => odiNumber !== planted),
        componentTags,
        severitySignals,
      }))
      .sort((a, b) => (a.title < b.title ? -1 : 1)),
  );
}

function holderOf(
  members: readonly number[],
  findings: IssueFindings,
): { issue: string | null; held: number } {
  const ranked = findings.knownIssues
    .map(({ title, odiNumbers }) => ({
      issue: title,
      held: members.filter((member) => odiNumbers.includes(member)).length,
    }))
    .sort((a, b) => b.held - a.held);
  const best = ranked[0];
  return best !== undefined && best.held * 2 >= members.length
    ? best
    : { issue: null, held: best?.held ?? 0 };
}

function median(scores: readonly BCubed[]): BCubed {
  const sorted = [...scores].sort((a, b) => a.f1 - b.f1);
  return sorted[Math.floor(sorted.length / 2)] ?? { precision: 0, recall: 0, f1: 0 };
}

function mixed(value: number, seed: number): number {
  return Math.imul(value ^ (seed * 0x9e3779b1), 0x85ebca6b) >>> 0;
}

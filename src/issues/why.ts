import { counted } from '../lib/wording.ts';
import { createEmbeddedSynthesizer } from './embedded-synthesizer.ts';
import { findIssues } from './find-issues.ts';
import { shippedModel } from './group/likeness-model.ts';
import { lexicon } from './lexicon/lexicon.ts';
import { UNKNOWN_TRAITS, type VehicleTraits } from './lexicon/traits.ts';
import { createLikelihood, isWide, LEAST_LIKELY } from './name/cite.ts';
import { createEngine, titleGroups } from './name/title-groups.ts';
import type { Complaint } from './read/complaint.ts';
import { type PreparedComplaint, prepareComplaints, representatives, visibleText } from './read/prepare.ts';
import { otherStories } from './text/claim-words.ts';
import { clausesOf } from './text/claims.ts';

/**
 * The way of one complaint through the embedded engine, for who doubts an answer: what was read, its group, the group's title,
 * and why it is cited or not. It holds the owner's words: for this machine alone.
 */
export async function whyCited(
  complaints: readonly Complaint[],
  odiNumber: number,
  asOf: string,
  traits: VehicleTraits = UNKNOWN_TRAITS,
): Promise<string> {
  const prepared = prepareComplaints(complaints);
  const one = prepared.find(({ complaint }) => complaint.odiNumber === odiNumber);
  if (one === undefined)
    return `Complaint ${odiNumber} is not among the ${complaints.length} that were read.`;
  const read = representatives(prepared);
  const speaker = read.find(({ group }) => group === one.group);
  if (speaker !== one)
    return `Complaint ${odiNumber} is a copy of ${speaker?.complaint.odiNumber}, which is read for both.`;
  const { titles, reports } = titleGroups(read, createEngine(shippedModel()), traits);
  const report = reports.find((other) => other.one === one);
  const own = titles.findIndex(({ groups }) => report?.group !== undefined && groups.includes(report.group));
  const { signal } = new AbortController();
  const { knownIssues } = await findIssues(complaints, createEmbeddedSynthesizer({ traits }), asOf, {
    signal,
  });
  const cited = knownIssues.filter(({ odiNumbers }) => odiNumbers.includes(odiNumber));
  const title = titles[own];
  const likelihood = report === undefined ? 0 : createLikelihood(titles)(report, own).toFixed(2);
  const isNamed = title !== undefined && !isWide(title);
  const likely = isNamed ? `, reported with a likelihood of ${likelihood} (${LEAST_LIKELY} is enough)` : '';
  const group = reports.filter((other) => title?.groups.includes(other.group ?? -1) === true).length;
  const told = (wanted: boolean) =>
    clausesOf(one.text).flatMap(({ text, reported }) => (reported === wanted ? [`  ${text.trim()}`] : []));
  const [kept, aside] = [told(true), told(false)];
  const elsewhere = visibleText(one.complaint.summary).match(otherStories().otherCars) ?? [];
  const failures = report?.reported.map((mode) => lexicon().modes[mode]?.title ?? '') ?? [];
  return [
    `Complaint ${odiNumber}`,
    ...(kept.length > 0 ? ['Read as what went wrong:', ...kept] : []),
    ...(aside.length > 0 ? ['Set aside as no failure of this car:', ...aside] : []),
    ...(elsewhere.length > 0 ? ['Left out as told of another car:', ...elsewhere.map((t) => `  ${t}`)] : []),
    `Failures in known words: ${failures.length > 0 ? failures.join('; ') : 'none'}.`,
    own === -1
      ? 'It is of no group.'
      : `It is of a group of ${counted(group, 'complaint')}: "${title?.called}"${likely}.`,
    ...cited.map(({ title, count }) => `Cited for "${title}" with ${counted(count - 1, 'other')}.`),
    ...(cited.length > 0 ? [] : [`Cited for nothing: ${reasonNot(report !== undefined, own, one)}`]),
    ...(cited.length > 0 && own !== -1 && !cited.some((issue) => issue.title === title?.called)
      ? ["Not for its group's title: not likely enough, or only a lamp or its opposite is told."]
      : []),
  ].join('\n');
}

function reasonNot(isUsable: boolean, own: number, { suspicious, evidence }: PreparedComplaint): string {
  if (!isUsable && evidence < 0)
    return 'it tells another story at least as much: another cause, a mistake, a wish, or at last that all is well.';
  if (!isUsable)
    return suspicious
      ? 'it holds text that speaks to software, and no failure in known words.'
      : 'no clause says in enough words that something failed.';
  if (own !== -1)
    return "it hardly tells its group's title, or only a lamp or the opposite of it, or too few others report the same.";
  return 'it is like no other complaint, and fewer than three report its failure.';
}

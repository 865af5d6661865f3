import { z } from 'zod';
import { commonestFirst, countEach, sum } from '../lib/count.ts';
import { readDataFile } from '../lib/data-file.ts';
import { getOrInsert, onDemand } from '../lib/on-demand.ts';
import { severityText } from '../lib/wording.ts';
import type { VerifiedIssue } from './gates.ts';
import { type Complaint, isHarmed } from './read/complaint.ts';
import type { PreparedComplaint } from './read/prepare.ts';
import type { Sample } from './read/sample.ts';
import { quotedRecalls } from './related-campaigns.ts';
import { severityOf } from './reliability.ts';
import type { IssueFindings, KnownIssue, Trend } from './schemas.ts';
import { statementsInWords, statementsOf } from './statements.ts';
import { anyOfPatterns, patternOf } from './text/patterns.ts';

/** Below both, a handful of complaints says little about the model, unless somebody was hurt or it burned. */
const LEAST_SHARE = 0.01;
const LEAST_PEOPLE = 3;
const HAZARDS = ['low', 'medium', 'high'] as const;
const SHARE_NAMING_TAG = 0.4;
const MOST_TAGS = 3;

/** The numbers of each issue, computed from the cited complaints and nothing else, most serious first. */
export function deriveIssues(
  issues: readonly VerifiedIssue[],
  sample: Sample,
  allFiledOn: readonly (string | null)[],
  asOf: string,
): KnownIssue[] {
  const analyzed = sample.analyzed.length;
  const whole: Whole = {
    analyzed,
    weights: weightsOf(sample),
    filings: countFilings(allFiledOn, asOf),
    asOf,
  };
  return issues
    .map((issue) => ({ issue, derived: derive(issue, whole) }))
    .filter(
      ({ derived }) =>
        derived.count >= LEAST_PEOPLE || derived.count >= LEAST_SHARE * analyzed || isGrave(derived),
    )
    .sort((a, b) => byHarm(a, b) || (a.derived.title < b.derived.title ? -1 : 1))
    .map(({ derived }) => derived);
}

/** Everything with which each issue is compared. */
interface Whole {
  analyzed: number;
  weights: Weights;
  filings: Filings;
  asOf: string;
}

function derive(issue: VerifiedIssue, { analyzed, weights, filings, asOf }: Whole): KnownIssue {
  const complaints = issue.cited.map(({ one }) => one.complaint);
  const filedOn = complaints.map((complaint) => complaint.filedOn);
  const dated = filedOn.filter((date) => date !== null).sort();
  const basis = confidenceBasis(issue);
  const cited = issue.cited.map(({ one }) => one);
  const [relatedRecalls, afterRepair] = [quotedRecalls(cited), afterRepairOf(cited)];
  const symptoms = issue.symptoms?.map(({ title, count }) => ({
    title,
    count: Math.min(count, cited.length),
  }));
  const mileage = typicalMileageOf(cited);
  const severitySignals = severityOf(complaints);
  const statements = statementsOf(issue.title, cited, issue.parts);
  return {
    title: issue.title,
    summary: [countsInWords(complaints.length, analyzed, severitySignals), statementsInWords(statements)]
      .filter((sentence) => sentence !== undefined)
      .join(' '),
    count: complaints.length,
    share: rounded(complaints.length / Math.max(1, analyzed)),
    ...shareOfAll(issue, weights),
    trend: trendOf(countFilings(filedOn, asOf), filings),
    confidence: rounded(basis.evidence * (0.75 + 0.25 * basis.support), 2),
    confidenceBasis: basis,
    odiNumbers: complaints.map((complaint) => complaint.odiNumber),
    componentTags: tagsOf(issue),
    severitySignals,
    ...(mileage === undefined ? {} : { typicalMileage: mileage }),
    firstReported: dated[0] ?? null,
    lastReported: dated.at(-1) ?? null,
    reportedByYear: countByYear(dated),
    ...(statements.length === 0 ? {} : { statements }),
    ...(symptoms === undefined || symptoms.length === 0 ? {} : { symptoms }),
    ...(relatedRecalls === undefined ? {} : { relatedRecalls }),
    ...(afterRepair === undefined ? {} : { afterRepair }),
  };
}

/** @param dates sorted, so that the years come in their order. */
function countByYear(dates: readonly string[]): { year: number; count: number }[] {
  const years = dates.map((date) => Number(date.slice(0, 4)));
  return [...countEach(years)].map(([year, count]) => ({ year, count }));
}

function countsInWords(count: number, analyzed: number, signals: KnownIssue['severitySignals']): string {
  const grave = severityText(signals);
  return `${count} of the ${analyzed} complaints that were read report it${grave === '' ? '' : `, with ${grave} reported`}.`;
}

function confidenceBasis(issue: VerifiedIssue): KnownIssue['confidenceBasis'] {
  const n = issue.cited.length;
  return {
    support: rounded(n / (n + 3), 2),
    evidence: rounded(sum(issue.cited.map(({ citation }) => citation.strength)) / n, 2),
    focus: rounded(issue.cited.filter(({ citation }) => citation.main).length / n, 2),
  };
}

/** Under sampling each complaint speaks for those it was drawn from (Horvitz-Thompson). */
interface Weights {
  of(one: PreparedComplaint): number;
  total: number;
  squares: number;
}

function weightsOf({ analyzed, inclusion }: Sample): Weights {
  const of = ({ complaint }: PreparedComplaint) => 1 / (inclusion.get(complaint.odiNumber) ?? 1);
  const weights = analyzed.map(of);
  return { of, total: sum(weights), squares: sum(weights.map((weight) => weight * weight)) };
}

/** With Wilson's interval. */
function shareOfAll(
  issue: VerifiedIssue,
  { of, total, squares }: Weights,
): Pick<KnownIssue, 'estimatedShare' | 'shareInterval'> {
  const estimate = sum(issue.cited.map(({ one }) => of(one))) / Math.max(1, total);
  const n = squares === 0 ? 1 : (total * total) / squares;
  const z = 1.96;
  const centre = (estimate + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((estimate * (1 - estimate)) / n + (z * z) / (4 * n * n));
  return {
    estimatedShare: rounded(estimate),
    shareInterval: { low: rounded(Math.max(0, centre - half)), high: rounded(Math.min(1, centre + half)) },
  };
}

/** The failure's own parts, then any that many of the cited complaints were filed under. */
function tagsOf(issue: VerifiedIssue): string[] {
  const common = commonestFirst(countEach(issue.cited.flatMap(({ one }) => one.tags)))
    .filter(([, count]) => count >= SHARE_NAMING_TAG * issue.cited.length)
    .map(([tag]) => tag);
  return [...new Set([...issue.tags, ...common])].slice(0, MOST_TAGS);
}

interface Derived {
  issue: VerifiedIssue;
  derived: KnownIssue;
}

/** Deaths, injuries and fires first, then crashes and what takes the car out of control, then numbers. */
function byHarm(a: Derived, b: Derived): number {
  const [first, second] = [harmOf(a), harmOf(b)];
  const at = first.findIndex((value, place) => value !== second[place]);
  return (second[at] ?? 0) - (first[at] ?? 0);
}

function harmOf({ issue, derived: { severitySignals: told, count } }: Derived): number[] {
  return [told.deaths, told.injuries, told.fires, told.crashes, HAZARDS.indexOf(issue.hazard), count];
}

function isGrave({ severitySignals: { fires, injuries, deaths } }: KnownIssue): boolean {
  return fires + injuries + deaths > 0;
}

function rounded(value: number, digits = 3): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** The complaints that no issue of the list cites, by the component under which they were filed: counted, and those with harm by their numbers. */
export function alsoReported(
  issues: readonly KnownIssue[],
  analyzed: readonly PreparedComplaint[],
): NonNullable<IssueFindings['alsoReported']> {
  const cited = new Set(issues.flatMap(({ odiNumbers }) => odiNumbers));
  const byComponent = new Map<string, Complaint[]>();
  for (const { complaint, tags } of analyzed) {
    if (cited.has(complaint.odiNumber)) continue;
    const component = tags[0] ?? 'other';
    getOrInsert(byComponent, component, () => []).push(complaint);
  }
  return [...byComponent]
    .map(([component, complaints]) => {
      const severitySignals = severityOf(complaints);
      const isHarmless = sum(Object.values(severitySignals)) === 0;
      const odiNumbers = complaints.filter(isHarmed).map(({ odiNumber }) => odiNumber);
      return {
        component,
        count: complaints.length,
        ...(isHarmless ? {} : { severitySignals }),
        ...(odiNumbers.length === 0 ? {} : { odiNumbers }),
      };
    })
    .sort((a, b) => b.count - a.count || (a.component < b.component ? -1 : 1));
}

const LEAST_STATED_MILEAGES = 3;
/** A failure of which this share reports a crash shows in one: how far the car had run by then says nothing of its wear. */
const SHOWS_IN_A_CRASH = 0.75;

/** The quartiles of what the cited complaints state. */
function typicalMileageOf(cited: readonly PreparedComplaint[]): KnownIssue['typicalMileage'] {
  const crashes = cited.filter(({ complaint }) => complaint.crash).length;
  const miles = cited.flatMap(({ mileage }) => mileage ?? []);
  if (crashes >= SHOWS_IN_A_CRASH * cited.length || miles.length < LEAST_STATED_MILEAGES) return undefined;
  const sorted = [...miles].sort((a, b) => a - b);
  const at = (fraction: number) => {
    const position = fraction * (sorted.length - 1);
    const [low, high] = [sorted[Math.floor(position)] ?? 0, sorted[Math.ceil(position)] ?? 0];
    return Math.round(low + (high - low) * (position - Math.floor(position)));
  };
  return { p25: at(0.25), median: at(0.5), p75: at(0.75), stated: sorted.length };
}

const RECENT_MONTHS = 12;
const EARLIER_MONTHS = 24;
const LEAST_DATED = 6;
/** For a 90 % interval. */
const Z = 1.645;
const RISING_ABOVE = 1.25;
const FALLING_BELOW = 0.8;

/** Filings of the last year, and of the two years before. */
interface Filings {
  recent: number;
  earlier: number;
}

export function countFilings(filedOn: readonly (string | null)[], asOf: string): Filings {
  const recentFrom = monthsBefore(asOf, RECENT_MONTHS);
  const earlierFrom = monthsBefore(asOf, RECENT_MONTHS + EARLIER_MONTHS);
  const within = (after: string, to: string) =>
    filedOn.filter((date) => date !== null && date > after && date <= to).length;
  return { recent: within(recentFrom, asOf), earlier: within(earlierFrom, recentFrom) };
}

/** Compares shares of all filings, because publicity makes every issue of a vehicle be filed more. */
export function trendOf(issue: Filings, all: Filings): Trend {
  if (issue.recent + issue.earlier < LEAST_DATED || Math.min(all.recent, all.earlier) < LEAST_DATED)
    return 'unknown';
  // Half a complaint added to each side keeps the ratio finite (Haldane).
  const [a, b] = [issue.recent + 0.5, issue.earlier + 0.5];
  const [allRecent, allEarlier] = [all.recent + 0.5, all.earlier + 0.5];
  const logRatio = Math.log(a / allRecent) - Math.log(b / allEarlier);
  const spread = Z * Math.sqrt(Math.max(0, 1 / a - 1 / allRecent) + Math.max(0, 1 / b - 1 / allEarlier));
  if (Math.exp(logRatio - spread) > RISING_ABOVE) return 'rising';
  return Math.exp(logRatio + spread) < FALLING_BELOW ? 'falling' : 'steady';
}

function monthsBefore(date: string, months: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  const day = moved.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return moved.toISOString().slice(0, 10);
}

const fileSchema = z.strictObject({
  words: z.record(z.string(), z.string()).describe('What stands for `{NAME}` in the patterns.'),
  repair: z.string().describe('Repairs, and visits to the dealer, that might have helped.'),
  notMade: z.string().describe('Before the repair: it was not made, or is only spoken of.'),
  asBefore: z.string().describe('After it: the failure is there as before.'),
  notAsBefore: z.string().describe('Before that: it is denied.'),
  counted: z.array(z.string()).describe('Several repairs of one thing.'),
  noParts: z.array(z.string()).describe('Parts are not to be had.'),
});

const patterns = onDemand(() => {
  const { words, ...file } = readDataFile('lexicon/after-repair.json', fileSchema);
  const pattern = (source: string, flags?: string) => patternOf(source, words, flags);
  return {
    repair: pattern(file.repair, 'gi'),
    notMade: pattern(file.notMade),
    asBefore: pattern(file.asBefore, 'gi'),
    notAsBefore: pattern(file.notAsBefore),
    counted: anyOfPatterns(file.counted, words),
    noParts: anyOfPatterns(file.noParts, words),
  };
});

function wasNotHelped(text: string): boolean {
  const { counted, repair, notMade, asBefore, notAsBefore } = patterns();
  if (counted.test(text)) return true;
  if (text.search(asBefore) === -1) return false;
  const sentences = text.split(/(?<=[.!?])\s+/);
  return sentences.some((sentence, at) => {
    if (sentence.search(repair) === -1) return false;
    const repaired = [...sentence.matchAll(repair)].find(
      ({ index }) => !notMade.test(sentence.slice(0, index)),
    );
    if (repaired === undefined) return false;
    const then = `${sentence.slice(repaired.index + repaired[0].length)} ${sentences[at + 1] ?? ''}`;
    return [...then.matchAll(asBefore)].some(({ index }) => !notAsBefore.test(then.slice(0, index)));
  });
}

/** Counts the cited complaints that say that a repair did not help, or that parts are not to be had. */
export function afterRepairOf(cited: readonly PreparedComplaint[]): KnownIssue['afterRepair'] {
  const texts = cited.map(({ complaint }) => complaint.summary);
  const counts = {
    notHelped: texts.filter(wasNotHelped).length,
    partsUnavailable: texts.filter((text) => patterns().noParts.test(text)).length,
  };
  return counts.notHelped + counts.partsUnavailable === 0 ? undefined : counts;
}

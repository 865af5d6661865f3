import { probability } from '../group/describe.ts';
import { kinOf, unlikeOf } from '../lexicon/lexicon.ts';
import type { Recognised } from '../lexicon/recognise.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import type { Citation } from '../synthesizer.ts';
import { allWords, isFiller, stem } from '../text/words.ts';
import type { GroupName, NamedMember } from './name-group.ts';

/** One complaint as it is known when it is decided for what it is cited. */
export interface CitableReport extends NamedMember {
  one: PreparedComplaint;
  hinted: readonly Recognised[];
  /** The group that it is of. */
  group: number | undefined;
  /** The logarithm of the odds that it reports what each group does. */
  odds: Float32Array;
}

/** A title and those whom it was found by; groups of one title are one issue. */
export interface TitledGroup extends GroupName {
  groups: readonly number[];
  founders: readonly NamedMember[];
}

/** The signs that a complaint reports the failure of a title, in the order of their weights. */
export const SIGNS = [
  'constant',
  'likeness',
  'likenessToNoOther',
  'isOfItsGroup',
  'reportsItFirst',
  'reportsItToo',
  'reportsAnother',
  'reportsAnotherTitle',
  'reportsNothing',
  'hintsAtIt',
  'isLikelyIt',
  'isUnlikelyIt',
  'namesThePart',
  'lacksThePart',
  'filedUnderIt',
  'isToldByMost',
  'reportsOnlyKin',
  'sharesItsWords',
] as const;

const MOST_ODDS = 4;
const MOST_LEAD = 3;
const LEAST_LIKELY = 0.03;
/** Below, who reports what belongs with a title's failure does not report that failure itself. */
const LEAST_OWN = 0.2;

/** The signs for each title, undefined for one that is not reported and too far behind the best or contradicted. */
type Weigh = (report: CitableReport) => (number[] | undefined)[];

/** @param mostBehind how much less like the complaint than the best a title may be. */
export function createEvidence(titles: readonly TitledGroup[], mostBehind = Number.POSITIVE_INFINITY): Weigh {
  const words = titles.map(({ title }) => wordsOfTitle(title));
  const kins = titles.map(kinOfTitle);
  // A lamp where the title is what it warns of, or the opposite of the title.
  const contradictions = titles.map(({ modes }) => modes.flatMap((mode) => [...unlikeOf(mode)]));
  const named = new Set(titles.flatMap(({ modes }) => modes));
  const told = titles.map((title, at) => shareTelling(title.founders, title, kins[at]));
  const odds = new Float64Array(titles.length);
  return (report) => {
    const { reported, hinted, likely, one, group } = report;
    titles.forEach((title, at) => {
      odds[at] = oddsOf(report, title);
    });
    const sharesWords = holdsWordsOf(words, one.sentences);
    const { best, second } = twoGreatest(odds);
    return titles.map((title, at) => {
      const kin = kins[at] ?? [];
      const own = odds[at] ?? -MOST_ODDS;
      const first = firstWithin(reported, kin);
      const reportsIt = first !== -1;
      const isContradicted = firstWithin(reported, contradictions[at] ?? []) !== -1;
      if (!reportsIt && (own < best - mostBehind || isContradicted)) return undefined;
      const hasMode = kin.length > 0;
      const onlyKin = reportsIt && !tellsItself(title.modes, report);
      const another = hasMode && reported.length > 0 && !reportsIt;
      let share = 0;
      for (const mode of kin) share += likely.get(mode) ?? 0;
      const part = hasMode ? 0 : shareHeld(title.part, one);
      return [
        1,
        bounded(own, MOST_ODDS),
        bounded(own - (own === best ? second : best), MOST_LEAD),
        Number(group !== undefined && title.groups.includes(group)),
        Number(first === 0),
        Number(first > 0),
        Number(another),
        Number(another && reported.some((mode) => named.has(mode))),
        Number(reported.length === 0),
        Number(!reportsIt && hinted.some(({ mode }) => kin.includes(mode))),
        Math.sqrt(share),
        Number(hasMode && share < LEAST_LIKELY),
        part,
        hasMode ? 0 : 1 - part,
        Number(title.tags.some((tag) => one.tags.includes(tag))),
        told[at] ?? 0,
        Number(onlyKin),
        Number(sharesWords[at]),
      ];
    });
  };
}

/** Reports one of these failures itself, hints at it or likely means it; not only what belongs with it. */
function tellsItself(modes: readonly number[], { reported, hinted, likely }: CitableReport): boolean {
  if (reported.some((mode) => modes.includes(mode)) || hinted.some(({ mode }) => modes.includes(mode)))
    return true;
  return modes.reduce((sum, mode) => sum + (likely.get(mode) ?? 0), 0) >= LEAST_OWN;
}

/** The place of the first of the modes that is among the others, or -1. */
function firstWithin(modes: readonly number[], others: readonly number[]): number {
  for (let at = 0; at < modes.length; at += 1) if (others.includes(modes[at] ?? -1)) return at;
  return -1;
}

function twoGreatest(values: Float64Array): { best: number; second: number } {
  const [best = -MOST_ODDS, second = -MOST_ODDS] = values.toSorted().reverse();
  return { best, second };
}

/** The share of them that reports the title's failure in words that are known, or names its part. */
export function shareTelling(
  members: readonly NamedMember[],
  title: GroupName,
  kin: readonly number[] = kinOfTitle(title),
): number {
  const { modes, part } = title;
  const telling = members.filter(({ reported, one }) =>
    modes.length === 0 ? shareHeld(part, one) === 1 : reported.some((other) => kin.includes(other)),
  );
  return telling.length / Math.max(1, members.length);
}

function kinOfTitle({ modes }: GroupName): number[] {
  return [...new Set(modes.flatMap((mode) => [...kinOf(mode)]))];
}

function shareHeld(part: readonly string[], { sentences }: PreparedComplaint): number {
  const held = part.filter((stem) => sentences.some((words) => words.includes(stem)));
  return part.length === 0 ? 0 : held.length / part.length;
}

function oddsOf({ odds }: CitableReport, { groups }: TitledGroup): number {
  let most = -MOST_ODDS;
  for (const group of groups) most = Math.max(most, odds[group] ?? most);
  return most;
}

function bounded(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value)) / most;
}

/** In titles of nearly anything. */
const PLAIN = new Set(
  'or and by in on at with without will not while when fail fails failure wrong wrongly other early poorly badly itself themselves work works car vehicle'.split(
    ' ',
  ),
);

function wordsOfTitle(title: string): string[] {
  const words = allWords(title.toLowerCase()).filter((word) => !isFiller(word) && !PLAIN.has(word));
  return [...new Set(words.map(stem))];
}

const LEAST_SHARED = 2;

/** Tells of each title whether a complaint holds its thing and its fault, or all of it that is not plain. */
function holdsWordsOf(
  titles: readonly (readonly string[])[],
  sentences: PreparedComplaint['sentences'],
): boolean[] {
  const held = new Set(sentences.flat());
  return titles.map(
    (words) => words.filter((word) => held.has(word)).length >= Math.min(LEAST_SHARED, words.length),
  );
}

/** Less likely than this to report the title's failure, a complaint is not cited for it; of its second failure more is wanted. */
const LEAST_LIKELY_CITED = { first: 0.25, second: 0.35 };
/** And more of who neither reports the failure in words that are known nor names the part, most where another title is reported. */
const LEAST_LIKELY_UNTOLD = { first: 0.4, second: 0.6 };
const LEAST_LIKELY_ELSEWHERE = { first: 0.6, second: 0.6 };
/** In log odds: further behind, a title that is not reported is not weighed. */
const MOST_BEHIND = 3;

export interface CitedReport {
  report: CitableReport;
  citation: Citation;
}

/** For each title those who report its failure, each complaint at most twice, with how likely it does. */
export function cite(
  titles: readonly TitledGroup[],
  reports: readonly CitableReport[],
  weights: readonly number[],
): CitedReport[][] {
  const weigh = createEvidence(titles, MOST_BEHIND);
  const cited = titles.map((): CitedReport[] => []);
  for (const report of reports) {
    const weighed: { title: number; likely: number; least: typeof LEAST_LIKELY_CITED }[] = [];
    let most = 0;
    const signsOf = weigh(report);
    for (let title = 0; title < signsOf.length; title += 1) {
      const signs = signsOf[title];
      if (signs === undefined) continue;
      const likely = likelihood(signs, weights);
      const least = leastLikely(signs);
      // The likeliest takes the first place even where it is not likely enough.
      if (likely < least.first && likely <= most) continue;
      most = Math.max(most, likely);
      weighed.push({ title, likely, least });
    }
    const ranked = weighed
      .sort((a, b) => b.likely - a.likely || a.title - b.title)
      .filter(({ likely, least }, place) => likely >= (place === 0 ? least.first : least.second))
      .slice(0, 2);
    for (const [place, { title, likely }] of ranked.entries())
      cited[title]?.push({
        report,
        citation: {
          odiNumber: report.one.complaint.odiNumber,
          strength: Math.round(100 * likely) / 100,
          main: place === 0,
        },
      });
  }
  return cited;
}

/** A complaint that reports only what belongs with the title's failure is cited for no second one. */
const LEAST_LIKELY_BESIDE = { first: 0.6, second: Number.POSITIVE_INFINITY };
/** And most who shares none of its words. */
const LEAST_LIKELY_UNSHARED = { first: 0.65, second: Number.POSITIVE_INFINITY };

const placeOf = (sign: (typeof SIGNS)[number]) => SIGNS.indexOf(sign);
const TELLING = [placeOf('reportsItFirst'), placeOf('reportsItToo'), placeOf('namesThePart')];
const TELLING_ANOTHER = placeOf('reportsAnotherTitle');
const ONLY_KIN = placeOf('reportsOnlyKin');
const SHARING = placeOf('sharesItsWords');

function leastLikely(signs: readonly number[]): typeof LEAST_LIKELY_CITED {
  if (signs[ONLY_KIN] === 1) return LEAST_LIKELY_BESIDE;
  if (TELLING.some((at) => signs[at] === 1)) return LEAST_LIKELY_CITED;
  if (signs[SHARING] === 0) return LEAST_LIKELY_UNSHARED;
  return signs[TELLING_ANOTHER] === 1 ? LEAST_LIKELY_ELSEWHERE : LEAST_LIKELY_UNTOLD;
}

function likelihood(signs: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < signs.length; at += 1) sum += (signs[at] ?? 0) * (weights[at] ?? 0);
  return probability(sum);
}

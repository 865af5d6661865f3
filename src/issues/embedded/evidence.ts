import type { PreparedComplaint } from '../prepare.ts';
import { kinOf, unlikeOf } from './kin.ts';
import type { GroupName } from './name-group.ts';
import type { NamedMember } from './rank-modes.ts';
import type { Recognised } from './recognise.ts';
import { createWordCounter, wordsOfTitle } from './title-words.ts';

/** One complaint as it is known when it is decided for what it is cited. */
export interface Witness extends NamedMember {
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
export type Weigh = (witness: Witness) => (number[] | undefined)[];

/** @param mostBehind how much less like the complaint than the best a title may be. */
export function createEvidence(titles: readonly TitledGroup[], mostBehind = Number.POSITIVE_INFINITY): Weigh {
  const countWords = createWordCounter(titles.map(({ title }) => wordsOfTitle(title)));
  const kins = titles.map(kinOfTitle);
  // A lamp where the title is what it warns of, or the opposite of the title.
  const contradictions = titles.map(({ modes }) => modes.flatMap((mode) => [...unlikeOf(mode)]));
  const named = new Set(titles.flatMap(({ modes }) => modes));
  const told = titles.map((title, at) => shareTelling(title.founders, title, kins[at]));
  const odds = new Float64Array(titles.length);
  return (witness) => {
    const { reported, hinted, likely, one, group } = witness;
    titles.forEach((title, at) => {
      odds[at] = oddsOf(witness, title);
    });
    const sharesWords = countWords(one.sentences);
    const { best, second } = twoGreatest(odds);
    return titles.map((title, at) => {
      const kin = kins[at] ?? [];
      const own = odds[at] ?? -MOST_ODDS;
      const first = firstWithin(reported, kin);
      const reportsIt = first !== -1;
      const isContradicted = firstWithin(reported, contradictions[at] ?? []) !== -1;
      if (!reportsIt && (own < best - mostBehind || isContradicted)) return undefined;
      const hasMode = kin.length > 0;
      const onlyKin = reportsIt && !tellsItself(title.modes, witness);
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
        Number(sharesWords(at)),
      ];
    });
  };
}

/** Reports one of these failures itself, hints at it or likely means it; not only what belongs with it. */
function tellsItself(modes: readonly number[], { reported, hinted, likely }: Witness): boolean {
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
  let best = -MOST_ODDS;
  let second = -MOST_ODDS;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value > best) {
      second = best;
      best = value;
    } else if (value > second) second = value;
  }
  return { best, second };
}

/** How many of them report the title's failure in words that are known, or name its part. */
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

function oddsOf({ odds }: Witness, { groups }: TitledGroup): number {
  let most = -MOST_ODDS;
  for (const group of groups) most = Math.max(most, odds[group] ?? most);
  return most;
}

function bounded(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value)) / most;
}

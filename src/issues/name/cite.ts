import { sum } from '../../lib/count.ts';
import { probability } from '../group/describe.ts';
import { lexicon, relationsOf } from '../lexicon/lexicon.ts';
import { isHarmed } from '../read/complaint.ts';
import type { Citation } from '../synthesizer.ts';
import { faultsOfPart, type GroupName, type NamedMember, type OwnersPart } from './name-group.ts';

/** One complaint as it is known when it is decided for what it is cited. */
export interface CitableReport extends NamedMember {
  /** How plainly its words say each failure, hints among them. */
  said: ReadonlyMap<number, number>;
  /** The group that it is of. */
  group: number | undefined;
}

/** A title and the groups that it is of; a failure that only strays tell has none. */
export interface TitledGroup extends GroupName {
  groups: readonly number[];
}

export interface CitedTitle extends TitledGroup {
  cited: { report: CitableReport; citation: Citation }[];
}

/**
 * What speaks for it that a complaint reports the title's failure, in the logarithm of the odds: known words, what its other words
 * mean, and its group. Fitted on citations that were read; the group has more, for failures that the network hardly knows.
 */
const ODDS = { always: -3, said: 0.4, meant: 4, grouped: 1.2 };
/** Who says what is kin of a failure half says it. */
const SAID_OF_KIN = 0.5;
/** A part with its fault as owners name them is as plain as known words. */
const SAID_OF_PART = 4;

/** How likely a complaint reports the failure of a title. */
export function createLikelihood(
  titles: readonly TitledGroup[],
): (report: CitableReport, title: number) => number {
  const nears = titles.map(({ modes }) => [...new Set(modes.flatMap((mode) => [...relationsOf(mode).near]))]);
  const kins = titles.map(kinOfTitle);
  return (report, title) => {
    const { modes = [], groups = [], part } = titles[title] ?? {};
    const isOwn = (mode: number) => part === undefined && modes.includes(mode);
    const plain = [...report.said].flatMap(([mode, score]) =>
      isOwn(mode) ? [score] : kins[title]?.has(mode) === true ? [SAID_OF_KIN * score] : [],
    );
    const said = part !== undefined && tellsOfPart(report, part) ? SAID_OF_PART : Math.max(0, ...plain);
    const meant = sum((nears[title] ?? []).map((mode) => report.likely.get(mode) ?? 0));
    const grouped = groups.includes(report.group ?? -1) ? ODDS.grouped : 0;
    return probability(ODDS.always + ODDS.said * said + ODDS.meant * Math.sqrt(Math.min(1, meant)) + grouped);
  };
}

function kinOfTitle({ modes }: GroupName): Set<number> {
  return new Set(modes.flatMap((mode) => [...relationsOf(mode).kin]));
}

const tellsOfPart = (report: CitableReport, part: OwnersPart): boolean =>
  faultsOfPart(report, part).has(part.fault);

/** Reports only a lamp where the title is what it warns of, or the opposite of the title. */
function contradicts({ reported }: CitableReport, { modes }: GroupName): boolean {
  return (
    !reported.some((mode) => modes.includes(mode)) &&
    modes.some((mode) => reported.some((other) => relationsOf(mode).unlike.has(other)))
  );
}

/** It names no failure, only the component. */
export const isWide = ({ modes, part }: GroupName): boolean => modes.length === 0 && part === undefined;

interface Place {
  at: number;
  likelihood: number;
}

/** How likely it must be for the title of one's group, and for any title where it burned or somebody was hurt. */
export const LEAST_LIKELY = 0.35;
/** And for the title of another group: likelier than not. */
const LEAST_ELSEWHERE = 0.6;

/**
 * Finds the titles under which a complaint is cited, at most two: that of its group first, where it is likely enough, then
 * those that its words say, the likeliest first. A group of no known failure keeps who tells no other title.
 */
export function createCiter(titles: readonly TitledGroup[]): (report: CitableReport) => Place[] {
  const likelihoodOf = createLikelihood(titles);
  const kins = titles.map(kinOfTitle);
  const titleOf = new Map(titles.flatMap(({ groups }, at) => groups.map((group) => [group, at] as const)));
  const places = [...titles.keys()];
  const ofMode = lexicon().modes.map((_, mode) => places.filter((at) => titles[at]?.modes.includes(mode)));
  const ofParts = titles.flatMap(({ part }, at) => (part === undefined ? [] : [{ at, part }]));
  return (report) => {
    const place = (at: number): Place => ({ at, likelihood: likelihoodOf(report, at) });
    const isGrave = isHarmed(report.one.complaint);
    const saying = isGrave ? [...report.said.keys()] : report.reported;
    const about = new Set([
      ...saying.flatMap((mode) => ofMode[mode] ?? []),
      ...ofParts.flatMap(({ at, part }) => (tellsOfPart(report, part) ? [at] : [])),
    ]);
    const told = [...about]
      .map(place)
      .filter(({ likelihood }) => likelihood >= (isGrave ? LEAST_LIKELY : LEAST_ELSEWHERE))
      .sort((a, b) => b.likelihood - a.likelihood || a.at - b.at);
    const own = titleOf.get(report.group ?? -1);
    const staying = (): Place[] => {
      const title = titles[own ?? -1];
      if (own === undefined || title === undefined || contradicts(report, title)) return [];
      const stays = place(own);
      return (isWide(title) ? told.length === 0 : stays.likelihood >= LEAST_LIKELY) ? [stays] : [];
    };
    const [first, ...others] = [...staying(), ...told];
    if (first === undefined) return [];
    const isOther = ({ at }: Place) =>
      at !== first.at && titles[at]?.modes.every((mode) => kins[first.at]?.has(mode) === false) === true;
    return [first, ...others.filter(isOther).slice(0, 1)];
  };
}

export function cite(titles: readonly TitledGroup[], reports: readonly CitableReport[]): CitedTitle[] {
  const placesOf = createCiter(titles);
  const citing = titles.map((title): CitedTitle => ({ ...title, cited: [] }));
  for (const report of reports)
    for (const [place, { at, likelihood }] of placesOf(report).entries()) {
      const { odiNumber } = report.one.complaint;
      citing[at]?.cited.push({ report, citation: { odiNumber, strength: likelihood, main: place === 0 } });
    }
  return citing;
}

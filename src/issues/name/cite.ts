import { sum } from '../../lib/count.ts';
import { lexicon, relationsOf } from '../lexicon/lexicon.ts';
import type { Recognised } from '../lexicon/recognise.ts';
import { isHarmed } from '../read/complaint.ts';
import type { Citation } from '../synthesizer.ts';
import { faultsOfPart, type GroupName, type NamedMember } from './name-group.ts';

/** One complaint as it is known when it is decided for what it is cited. */
export interface CitableReport extends NamedMember {
  hinted: readonly Recognised[];
  /** The group that it is of. */
  group: number | undefined;
}

/** A title and the groups that it is of; a failure that only strays tell has none. */
export interface TitledGroup extends GroupName {
  groups: readonly number[];
}

interface CitedReport {
  report: CitableReport;
  citation: Citation;
}

export interface CitedTitle extends TitledGroup {
  cited: CitedReport[];
}

/** How plainly a complaint tells the failure of a title; one of several failures less than the only one. */
const PLAINNESS = { first: 1, beside: 0.9, kin: 0.6, hint: 0.4, group: 0.2 };
type Telling = keyof typeof PLAINNESS;
type TellingOf = (report: CitableReport, title: number) => Telling | undefined;

export function createTelling(titles: readonly GroupName[]): TellingOf {
  const kins = titles.map(kinOfTitle);
  return (report, title) => {
    const { reported, hinted } = report;
    const { modes = [], part } = titles[title] ?? {};
    const kin = kins[title];
    if (part !== undefined && faultsOfPart(report, part).has(part.fault)) return 'first';
    const place = reported.findIndex((mode) => modes.includes(mode));
    if (place !== -1)
      return part !== undefined ? 'kin' : place === 0 && modes.length === 1 ? 'first' : 'beside';
    if (reported.some((mode) => kin?.has(mode))) return 'kin';
    return hinted.some(({ mode }) => modes.includes(mode)) ? 'hint' : undefined;
  };
}

function kinOfTitle({ modes }: GroupName): Set<number> {
  return new Set(modes.flatMap((mode) => [...relationsOf(mode).kin]));
}

/** The likelihood from which the other words of a complaint mean a failure. */
const LEAST_LIKELY = 0.2;

/** Whether the other words of a complaint mean the title; a title of no known failure is left to its group. */
function createMeaning(titles: readonly GroupName[]): (report: CitableReport, title: number) => boolean {
  const nears = titles.map(({ modes }) => [...new Set(modes.flatMap((mode) => [...relationsOf(mode).near]))]);
  return ({ likely }, title) => {
    const near = nears[title] ?? [];
    return near.length === 0 || sum(near.map((mode) => likely.get(mode) ?? 0)) >= LEAST_LIKELY;
  };
}

/** Reports only a lamp where the title is what it warns of, or the opposite of the title. */
function contradicts({ reported }: CitableReport, title: GroupName | undefined): boolean {
  return reported.some((mode) => title?.modes.some((other) => relationsOf(other).unlike.has(mode)) === true);
}

interface Place {
  at: number;
  how: Telling;
}

/** The share of the strength that remains where the other words mean something else. */
const DOUBTED = 0.8;

/**
 * Finds the titles under which a complaint is cited, at most two. Who is of a group stays under its title where they tell
 * it, or where their other words mean it and they tell no other title, a lamp or the opposite; who only hints at it, unless
 * they tell two others. Who tells a second title's failure beside it is cited there too.
 */
export function createCiter(titles: readonly TitledGroup[]): (report: CitableReport) => Place[] {
  const telling = createTelling(titles);
  const means = createMeaning(titles);
  const kins = titles.map(kinOfTitle);
  const titleOf = new Map(titles.flatMap(({ groups }, at) => groups.map((group) => [group, at] as const)));
  const places = [...titles.keys()];
  const ofParts = places.filter((at) => titles[at]?.part !== undefined);
  const ofMode = lexicon().modes.map((_, mode) => places.filter((at) => titles[at]?.modes.includes(mode)));
  return (report) => {
    const own = titleOf.get(report.group ?? -1);
    const about = new Set([...report.reported.flatMap((mode) => ofMode[mode] ?? []), ...ofParts]);
    const told = [...about].flatMap((at): Place[] => {
      const how = telling(report, at);
      return how === 'first' || how === 'beside' ? [{ at, how }] : [];
    });
    told.sort(
      (a, b) =>
        PLAINNESS[b.how] - PLAINNESS[a.how] || Number(b.at === own) - Number(a.at === own) || a.at - b.at,
    );
    const staying = (): Place | undefined => {
      if (own === undefined) return undefined;
      const how = telling(report, own);
      const isMeant = means(report, own);
      if (how === undefined)
        return isMeant && told.length === 0 && !contradicts(report, titles[own])
          ? { at: own, how: 'group' }
          : undefined;
      const isPlain = told.length === 0 || told.some(({ at }) => at === own);
      return isPlain || (isMeant && told.length < 2) ? { at: own, how } : undefined;
    };
    // Where it burned or somebody was hurt a hint is enough.
    const hints = isHarmed(report.one.complaint) ? report.hinted : [];
    const [hint] = hints.flatMap(({ mode }) => ofMode[mode] ?? []).map((at): Place => ({ at, how: 'hint' }));
    const first = staying() ?? told[0] ?? hint;
    if (first === undefined) return [];
    const isOther = ({ at }: Place) =>
      at !== first.at && titles[at]?.modes.every((mode) => kins[first.at]?.has(mode) === false) === true;
    return [first, ...told.filter(isOther).slice(0, 1)];
  };
}

export function cite(titles: readonly TitledGroup[], reports: readonly CitableReport[]): CitedTitle[] {
  const [placesOf, means] = [createCiter(titles), createMeaning(titles)];
  const citing = titles.map((title): CitedTitle => ({ ...title, cited: [] }));
  for (const report of reports)
    for (const [place, { at, how }] of placesOf(report).entries()) {
      const strength = PLAINNESS[how] * (means(report, at) ? 1 : DOUBTED);
      const { odiNumber } = report.one.complaint;
      citing[at]?.cited.push({ report, citation: { odiNumber, strength, main: place === 0 } });
    }
  return citing;
}

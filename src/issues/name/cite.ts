import { kinOf, unlikeOf } from '../lexicon/lexicon.ts';
import type { Recognised } from '../lexicon/recognise.ts';
import type { Citation } from '../synthesizer.ts';
import { type GroupName, type NamedMember, tellsOfPart } from './name-group.ts';

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

export interface CitedReport {
  report: CitableReport;
  citation: Citation;
}

/** How plainly a complaint tells the failure of a title; one of several failures less than the only one. */
const PLAINNESS = { first: 1, beside: 0.9, kin: 0.6, hint: 0.4, group: 0.2 };
type Telling = keyof typeof PLAINNESS;
type TellingOf = (report: CitableReport, title: number) => Telling | undefined;

export function createTelling(titles: readonly GroupName[]): TellingOf {
  const kins = titles.map(kinOfTitle);
  return ({ one, reported, hinted }, title) => {
    const { modes = [], part } = titles[title] ?? {};
    const kin = kins[title];
    if (part !== undefined && tellsOfPart(one, part)) return 'first';
    const place = reported.findIndex((mode) => modes.includes(mode));
    if (place !== -1)
      return part !== undefined ? 'kin' : place === 0 && modes.length === 1 ? 'first' : 'beside';
    if (reported.some((mode) => kin?.has(mode))) return 'kin';
    return hinted.some(({ mode }) => modes.includes(mode)) ? 'hint' : undefined;
  };
}

function kinOfTitle({ modes }: GroupName): Set<number> {
  return new Set(modes.flatMap((mode) => [...kinOf(mode)]));
}

/** Reports only a lamp where the title is what it warns of, or the opposite of the title. */
function contradicts({ reported }: CitableReport, title: GroupName | undefined): boolean {
  return reported.some((mode) => title?.modes.some((other) => unlikeOf(other).has(mode)) === true);
}

/**
 * Who is of a group is cited under its title, unless they tell another title's failure, a lamp or the opposite, and not
 * this one. Who tells a second title's failure beside it is cited there too.
 */
export function cite(titles: readonly TitledGroup[], reports: readonly CitableReport[]): CitedReport[][] {
  const telling = createTelling(titles);
  const kins = titles.map(kinOfTitle);
  const cited = titles.map((): CitedReport[] => []);
  const titleOf = new Map(titles.flatMap(({ groups }, at) => groups.map((group) => [group, at] as const)));
  for (const report of reports) {
    const own = titleOf.get(report.group ?? -1);
    const told = titles.flatMap((_, at) => {
      const how = telling(report, at);
      return how === 'first' || how === 'beside' ? [{ at, how }] : [];
    });
    told.sort((a, b) => PLAINNESS[b.how] - PLAINNESS[a.how] || Number(b.at === own) - Number(a.at === own));
    const how = own === undefined ? undefined : telling(report, own);
    const isElse = told.length > 0 || contradicts(report, titles[own ?? -1]);
    const stays = own !== undefined && (how !== undefined || !isElse);
    const first: { at: number; how: Telling } | undefined = stays
      ? { at: own, how: how ?? 'group' }
      : told[0];
    if (first === undefined) continue;
    const isOther = ({ at }: { at: number }) =>
      at !== first.at && titles[at]?.modes.every((mode) => kins[first.at]?.has(mode) === false) === true;
    const places = [first, ...told.filter(isOther).slice(0, 1)];
    for (const [place, { at, how }] of places.entries())
      cited[at]?.push({
        report,
        citation: { odiNumber: report.one.complaint.odiNumber, strength: PLAINNESS[how], main: place === 0 },
      });
  }
  return cited;
}

import { commonestFirst, countEach, sum } from '../../lib/count.ts';
import { onDemand } from '../../lib/on-demand.ts';
import {
  type ComponentTag,
  faultPhrases,
  indexOfMode,
  lexicon,
  type Mode,
  relationsOf,
} from '../lexicon/lexicon.ts';
import { createPhraseBook } from '../lexicon/phrases.ts';
import { titleFits, titleFor, type VehicleTraits } from '../lexicon/traits.ts';
import { isHarmed } from '../read/complaint.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import type { ProposedIssue } from '../synthesizer.ts';
import { isSafeTitle, stem } from '../text/words.ts';
import { type ComparedParts, type PartHolder, sharedPhrases } from './part-phrases.ts';

/** One complaint of a group as naming needs it. */
export interface NamedMember extends PartHolder {
  /** Modes that it reports plainly, the plainest first. */
  reported: readonly number[];
  /** Likelihood of each mode, by the words that the lexicon does not know. */
  likely: ReadonlyMap<number, number>;
}

export interface NamingContext {
  compared: ComparedParts;
  traits: VehicleTraits;
  /** The title of each failure of the lexicon on this car; undefined where the car cannot have it. */
  titles: readonly (string | undefined)[];
}

export function titlesOn(traits: VehicleTraits): NamingContext['titles'] {
  return lexicon().modes.map((mode) => titleFor(traits, mode));
}

/** Everything that a group is named after. */
export interface GroupName {
  title: string;
  tags: ProposedIssue['tags'];
  hazard: ProposedIssue['hazard'];
  /** The failures of the lexicon that the title is. */
  modes: readonly number[];
  /** Else what its owners name: the two stems of the part, and which of `otherFaults` happened to it. */
  part?: OwnersPart;
}

export interface OwnersPart {
  /** Its place among the parts that are compared. */
  part: number;
  stems: readonly string[];
  fault: number;
}

/** A fault that a third of the owners name themselves is the title. */
const NAMED_BY_OWNERS = 1 / 3;
/** The share of a group that must report a failure of the lexicon before its title stands for the group. */
const REPORTED_BY_MOST = 0.5;
/** The weight of what is reported in known words, against what the other words make likely. */
const REPORTED_WEIGHT = 0.6;
const LEAST_WITHOUT_A_NAME = 4;
/** The most general of the faults: alone it is no diagnosis. */
const ANYTHING = 'fails';

/**
 * The part and what happened to it, where a third of the owners name both; else the failure, or the several that owners
 * tell of together, that most report; else the component alone, so that four owners, or
 * one who was harmed, are not left out for want of a name. Undefined too where the car cannot have what they report.
 */
export function nameGroup(members: readonly NamedMember[], context: NamingContext): GroupName | undefined {
  const { traits, titles } = context;
  const absent = new Set(titles.flatMap((title, mode) => (title === undefined ? [mode] : [])));
  if (shareReporting(members, absent) > REPORTED_BY_MOST) return undefined;
  const ranked = rankModes(members, context);
  const shareOf = ({ mode, told }: RankedMode) =>
    shareReporting(members, new Set([...relationsOf(mode).parts, ...told]));
  const best = ranked.find((one) => shareOf(one) > REPORTED_BY_MOST);
  const mode = modeAt((best ?? ranked[0])?.mode);
  const tags = mode?.tags ?? commonTags(members);
  const hazard = mode?.hazard ?? 'medium';
  const modes = best === undefined ? [] : [...new Set([best.mode, ...best.told])];
  const fixed = best === undefined ? undefined : titles[best.mode];
  const share = best === undefined ? 0 : shareOf(best);
  const owners = titleOfOwners(members, context, { title: fixed ?? '', share });
  if (owners !== undefined) return { title: owners.text, tags, hazard, modes, part: owners.part };
  if (fixed !== undefined) return { title: fixed, tags, hazard, modes };
  const family = familyOf(members, ranked[0]?.mode, traits);
  if (family !== undefined) return { ...family, tags, hazard };
  const isKept = members.length >= LEAST_WITHOUT_A_NAME || members.some(({ one }) => isHarmed(one.complaint));
  return isKept ? { title: wideTitle(tags, traits), tags, hazard, modes: [] } : undefined;
}

interface RankedMode {
  mode: number;
  /** Itself, or what it is the cause of. */
  told: readonly number[];
  /** How many report it. */
  reported: number;
  score: number;
}

function modeAt(index: number | undefined): Mode | undefined {
  return index === undefined ? undefined : lexicon().modes[index];
}

/** The failures that any of them reports or is likely to mean, the best first. */
function rankModes(members: readonly NamedMember[], { titles }: NamingContext): RankedMode[] {
  const reported = countEach(members.flatMap((member) => member.reported));
  const likely = new Map<number, number>();
  for (const member of members)
    for (const [mode, share] of member.likely) likely.set(mode, (likely.get(mode) ?? 0) + share);
  const present = [...new Set([...reported.keys(), ...likely.keys()])];
  const causes = new Map(present.map((mode) => [mode, yieldsTo(mode, members) ?? mode]));
  return [...new Set(causes.values())]
    .filter((mode) => titles[mode] !== undefined)
    .map((mode) => {
      const told = present.filter((one) => causes.get(one) === mode);
      const own = sum(told.map((one) => reported.get(one) ?? 0));
      const meant = sum(told.map((one) => likely.get(one) ?? 0));
      const score = REPORTED_WEIGHT * own + (1 - REPORTED_WEIGHT) * meant;
      return { mode, reported: own, told, score: score / members.length };
    })
    .sort((a, b) => b.score - a.score || a.mode - b.mode);
}

/** The failure whose part most of the group name, as with a car that loses power for its gearbox. */
function yieldsTo(mode: number, members: readonly NamedMember[]): number | undefined {
  const { elsewhere } = books();
  const other = modeAt(mode)?.yieldsTo?.mode;
  if (other === undefined) return undefined;
  const naming = members.filter(({ one }) =>
    one.sentences.some((words) => elsewhere.find(words).some(({ slot }) => slot === mode)),
  );
  const doMost = naming.length > REPORTED_BY_MOST * members.length;
  return doMost ? indexOfMode().get(other) : undefined;
}

/** Counts those of the group who report any of these failures. */
function shareReporting(members: readonly NamedMember[], modes: ReadonlySet<number>): number {
  return members.filter(({ reported }) => reported.some((mode) => modes.has(mode))).length / members.length;
}

const books = onDemand(() => {
  const [faults, elsewhere, plain] = [createPhraseBook(), createPhraseBook(), createPhraseBook()];
  for (const [index, { fault }] of lexicon().otherFaults.entries()) faults.add(index, faultPhrases(fault));
  const plainTitles: { title: string; fixed: string }[] = [];
  for (const [index, { title: fixed, yieldsTo, plainer = [] }] of lexicon().modes.entries()) {
    if (yieldsTo !== undefined) elsewhere.add(index, yieldsTo.parts);
    for (const { title, said } of plainer) plain.add(plainTitles.push({ title, fixed }) - 1, said);
  }
  return { faults, elsewhere, plain, plainTitles };
});

const MOST_PHRASES = 6;

/**
 * The part that a third of the owners name beside one fault, and half as many as report the fixed title; half of the
 * owners, where the fixed title names the part already.
 */
function titleOfOwners(
  members: readonly NamedMember[],
  context: NamingContext,
  fixed: { title: string; share: number },
): { text: string; part: OwnersPart } | undefined {
  const { otherFaults } = lexicon();
  const known = new Set(stemsOf(fixed.title));
  for (const { text, part, stems } of phrasesOf(members, context).slice(0, MOST_PHRASES)) {
    const isKnown = stems.every((stem) => known.has(stem));
    const least = isKnown ? REPORTED_BY_MOST : Math.max(NAMED_BY_OWNERS, fixed.share / 2);
    const faults = members.map((member) => faultsOfPart(member, { part, stems }));
    const fault = otherFaults.findIndex(({ fault }, at) => {
      const telling = faults.filter((told) => told.has(at)).length;
      return fault !== ANYTHING && telling >= Math.max(2, least * members.length);
    });
    const name = singular(text);
    const title = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${otherFaults[fault]?.words}`;
    if (fault !== -1 && isSafeTitle(title) && titleFits(context.traits, title))
      return { text: title, part: { part, stems, fault } };
  }
  return undefined;
}

function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).map(stem);
}

const FAULT_REACH_WORDS = 5;

/** Which of `otherFaults` stand beside the part where a sentence names it first. */
export function faultsOfPart(
  { one, parts }: PartHolder,
  { part, stems }: Pick<OwnersPart, 'part' | 'stems'>,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const words of parts.includes(part) ? one.sentences : []) {
    const at = words.findIndex((word, from) => word === stems[0] && words[from + 1] === stems[1]);
    if (at === -1) continue;
    const after = at + stems.length;
    const before = words.slice(Math.max(0, at - FAULT_REACH_WORDS), at);
    for (const near of [before, words.slice(after, after + FAULT_REACH_WORDS)])
      for (const { slot } of books().faults.find(near)) found.add(slot);
  }
  return found;
}

/** "Switches", "batteries" and "tires" as one of them; "glass" and "lens" are one already. */
function singular(text: string): string {
  return text
    .replace(/(?<=[a-z]{2}(?:ch|sh|x|ss))es$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=[a-z]{2}[^siu])(?<!\blen)s$/, '');
}

/** The fewest failures, the best of this group among them, of which most of it reports one. */
function familyOf(
  members: readonly NamedMember[],
  best: number | undefined,
  traits: VehicleTraits,
): Pick<GroupName, 'title' | 'modes'> | undefined {
  const fitting = families().flatMap(({ modes, ...named }) => {
    const title = best !== undefined && modes.has(best) ? titleFor(traits, named) : undefined;
    const isMeant = title !== undefined && shareReporting(members, modes) >= REPORTED_BY_MOST;
    return isMeant ? [{ title, modes: [...modes] }] : [];
  });
  return fitting.sort((a, b) => a.modes.length - b.modes.length)[0];
}

const families = onDemand(() =>
  lexicon().families.map(({ modes, ...named }) => ({
    ...named,
    modes: new Set(modes.flatMap((id) => indexOfMode().get(id) ?? [])),
  })),
);

/** The component under which most of them were filed. */
function commonTags(members: readonly NamedMember[]): ComponentTag[] {
  const [most] = commonestFirst(countEach(members.flatMap(({ one }) => one.tags)));
  return [most?.[0] ?? 'equipment'];
}

/** Honest where no failure prevails. */
function wideTitle([tag]: readonly ComponentTag[], traits: VehicleTraits): string {
  const title = `Several unlike failures of the ${tag ?? 'car'}`;
  return titleFits(traits, title) ? title : 'Several unlike failures of the car';
}

/** The share of those cited who say which of the things in a title it was, who say only another, and who say it too. */
const SAYING_WHICH = 0.7;
const SAYING_ANOTHER = 0.05;
const SAYING_BOTH = 0.5;

/** What a failure of several titles is called. */
export function plainerTitle(title: string, cited: readonly PreparedComplaint[]): string {
  const { plain, plainTitles } = books();
  const slots = [...plainTitles.keys()].filter((slot) => plainTitles[slot]?.fixed === title);
  if (slots.length === 0) return title;
  const said = cited.map(({ sentences }) => {
    const found = sentences.flatMap((words) => plain.find(words).map(({ slot }) => slot));
    return new Set(found.filter((slot) => slots.includes(slot)));
  });
  const share = (fits: (all: ReadonlySet<number>) => boolean) => said.filter(fits).length / said.length;
  const most = slots.find(
    (slot) =>
      share((all) => all.has(slot)) >= SAYING_WHICH &&
      share((all) => all.size > 0 && !all.has(slot)) <= SAYING_ANOTHER &&
      slots.every((other) => other === slot || share((all) => all.has(other)) <= SAYING_BOTH),
  );
  return plainTitles[most ?? -1]?.title ?? title;
}

const MOST_SYMPTOMS = 5;

/** Says what the cited complaints report beside the title. */
export function summariseGroup(
  { title }: GroupName,
  members: readonly NamedMember[],
  context: NamingContext,
): Pick<ProposedIssue, 'parts' | 'symptoms'> {
  const modes = rankModes(members, context);
  return {
    parts: phrasesOf(members, context).map(({ text }) => text),
    symptoms: symptomsOf(modes, title, context.titles),
  };
}

function phrasesOf(members: readonly NamedMember[], { compared, traits }: NamingContext) {
  return sharedPhrases(members, compared).filter(({ text }) => titleFits(traits, text));
}

function symptomsOf(
  modes: readonly RankedMode[],
  title: string,
  titles: NamingContext['titles'],
): { title: string; count: number }[] {
  return modes
    .map(({ mode, reported }) => ({ title: titles[mode] ?? '', count: reported }))
    .filter((symptom) => symptom.count >= 2 && symptom.title !== title)
    .sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1))
    .slice(0, MOST_SYMPTOMS);
}

import { onDemand } from '../../lib/on-demand.ts';
import { faultPhrases, kinOf, type Lexicon, lexicon, type Mode } from '../lexicon/lexicon.ts';
import { createPhraseBook } from '../lexicon/phrases.ts';
import { titleFits, titleFor, type VehicleTraits } from '../lexicon/traits.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import type { ProposedIssue } from '../synthesizer.ts';
import { isSafeTitle, stem } from '../text/words.ts';
import { type KnownPhrases, type PartPhrase, sharedPhrases } from './part-phrases.ts';

/** One complaint of a group as naming needs it. */
export interface NamedMember {
  one: PreparedComplaint;
  /** Modes that it reports plainly, the plainest first. */
  reported: readonly number[];
  /** Likelihood of each mode, by the words that the lexicon does not know. */
  likely: ReadonlyMap<number, number>;
}

export interface NamingContext {
  known: KnownPhrases;
  total: number;
  traits: VehicleTraits;
  /** The title of each failure of the lexicon on this car; undefined where the car cannot have it. */
  titles: readonly (string | undefined)[];
}

export function titlesOn(traits: VehicleTraits): NamingContext['titles'] {
  return lexicon().modes.map((mode) => titleFor(traits, mode));
}

const REPORTED_WEIGHT = 0.6;
/** A phrase that this share holds is the thing that failed, whatever the lexicon calls it. */
const CLEARLY_SHARED = 0.7;

/** A failure of the lexicon, and how much of a group reports it. */
interface RankedMode {
  mode: number;
  reported: number;
  score: number;
}

function modeAt(index: number | undefined): Mode | undefined {
  return index === undefined ? undefined : lexicon().modes[index];
}

function rankModes(members: readonly NamedMember[], titles: NamingContext['titles']): RankedMode[] {
  const reported = new Map<number, number>();
  const likely = new Map<number, number>();
  for (const member of members) {
    for (const mode of member.reported) reported.set(mode, (reported.get(mode) ?? 0) + 1);
    for (const [mode, share] of member.likely) likely.set(mode, (likely.get(mode) ?? 0) + share);
  }
  return [...new Set([...reported.keys(), ...likely.keys()])]
    .filter((mode) => titles[mode] !== undefined)
    .map((mode) => ({
      mode,
      reported: (reported.get(mode) ?? 0) / members.length,
      score:
        (REPORTED_WEIGHT * (reported.get(mode) ?? 0) + (1 - REPORTED_WEIGHT) * (likely.get(mode) ?? 0)) /
        members.length,
    }))
    .sort((a, b) => b.score - a.score || a.mode - b.mode);
}

/** A group of which some report the particular failure and others the one that it is part of is about the latter. */
function generalised(modes: readonly RankedMode[]): RankedMode | undefined {
  const [best] = modes;
  const parent = modeAt(best?.mode)?.partOf;
  const general = modes.find(({ mode }) => modeAt(mode)?.id === parent);
  if (
    best === undefined ||
    general === undefined ||
    general.reported === 0 ||
    best.reported >= CLEARLY_SHARED
  )
    return best;
  return { ...general, reported: Math.min(1, general.reported + best.reported) };
}

/** The share of a group that must report the lexicon's failure before its title stands for the group. */
const LEAST_REPORTED = 0.5;
/** The lexicon's failure names the group where this share reports it and nothing is named more plainly. */
const LEAST_LIKELY = 1 / 3;
/** Fewer are enough where the title holds the very words that the group shares. */
const LEAST_NAMED = 0.3;
/** The share that must have a phrase before it leads the title. */
const LEAST_PHRASE = 0.4;
const LEAST_FAULT = 0.35;
/** The most general of the faults. */
const ANYTHING = 'fails';

const books = onDemand(() => {
  const [faults, parts] = [createPhraseBook(), createPhraseBook()];
  for (const [index, { fault }] of lexicon().otherFaults.entries()) faults.add(index, faultPhrases(fault));
  for (const [index, { phrases }] of lexicon().otherParts.entries()) parts.add(index, phrases);
  return { faults, parts };
});

interface Title {
  text: string;
  /** Undefined: those of the mode that fits best. */
  tags?: ProposedIssue['tags'];
  part?: readonly string[];
  /** The share of the group that names the part. */
  share?: number;
}

/** The failure that most of a group report, or the part that they name and what happens to it. */
function chooseTitle(
  members: readonly NamedMember[],
  best: RankedMode | undefined,
  phrases: readonly PartPhrase[],
  { traits, titles }: NamingContext,
): Title | undefined {
  const modeTitle = best === undefined ? undefined : titles[best.mode];
  const [phrase] = phrases;
  const phraseShare = (phrase?.holders.size ?? 0) / members.length;
  const reported = best?.reported ?? 0;
  if (
    modeTitle !== undefined &&
    reported >= LEAST_REPORTED &&
    (reported >= phraseShare || phraseShare < CLEARLY_SHARED)
  )
    return { text: modeTitle };
  if (
    modeTitle !== undefined &&
    reported >= LEAST_NAMED &&
    phrase !== undefined &&
    holdsPhrase(modeTitle, phrase)
  )
    return { text: modeTitle };
  if (phrase !== undefined && phraseShare >= LEAST_PHRASE) {
    const text = titleOfPart(phrase, phraseShare, members);
    if (text !== undefined && isSafeTitle(text) && titleFits(traits, text))
      return { text, part: phrase.stems, share: phraseShare };
  }
  if (modeTitle !== undefined && reported >= LEAST_LIKELY) return { text: modeTitle };
  const listed = titleOfListedPart(members);
  if (listed !== undefined && titleFits(traits, listed.text)) return listed;
  return modeTitle !== undefined && reported > 0 ? { text: modeTitle } : undefined;
}

function holdsPhrase(title: string, phrase: PartPhrase): boolean {
  const words = new Set(stemsOf(title));
  return phrase.stems.every((word) => words.has(word));
}

function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).map(stem);
}

/** Nothing where the owners do not agree on what happened to it: then it may be no part at all. */
function titleOfPart(phrase: PartPhrase, share: number, members: readonly NamedMember[]): string | undefined {
  const fault = faultOf(members);
  if (fault === undefined || (fault.fault === ANYTHING && share < CLEARLY_SHARED)) return undefined;
  const name = singular(phrase.text);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${fault.words}`;
}

/** "Switches", "batteries" and "tires" as one of them; "glass" and "lens" are one already. */
function singular(text: string): string {
  return text
    .replace(/(?<=[a-z]{2}(?:ch|sh|x|ss))es$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=[a-z]{2}[^siu])(?<!\blen)s$/, '');
}

function faultOf(members: readonly NamedMember[]): Lexicon['otherFaults'][number] | undefined {
  const { otherFaults } = lexicon();
  return otherFaults[mostReported(members, books().faults, otherFaults.length, LEAST_FAULT) ?? -1];
}

/** A part and a fault of the short lists, where most of the group share both. */
function titleOfListedPart(members: readonly NamedMember[]): Title | undefined {
  const { otherParts } = lexicon();
  const thing = otherParts[mostReported(members, books().parts, otherParts.length, LEAST_REPORTED) ?? -1];
  const happens = faultOf(members);
  // A part that is named, and anything at all that fails, is no failure of that part.
  return thing === undefined || happens === undefined || happens.fault === ANYTHING
    ? undefined
    : { text: `${thing.name} ${happens.words}`, tags: [thing.tag], part: stemsOf(thing.name) };
}

/** The slot that most members hold; lists run from particular to general, so that the earlier wins a tie. */
function mostReported(
  members: readonly NamedMember[],
  book: { find(words: readonly string[]): { slot: number }[] },
  slots: number,
  least: number,
): number | undefined {
  const counts = new Array<number>(slots).fill(0);
  for (const { one } of members) {
    const found = new Set(one.sentences.flatMap((words) => book.find(words).map(({ slot }) => slot)));
    for (const slot of found) counts[slot] = (counts[slot] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  return most >= least * members.length && most > 0 ? counts.indexOf(most) : undefined;
}

/** All of them are the title where fewer report its own failure, and that many more one that belongs with it. */
const LEAST_ALONE = 0.65;
const LEAST_GAINED_BY_FAMILY = 0.2;
const LEAST_GAINED_BY_LARGER = 0.05;
const MOST_SYMPTOMS = 5;

/** Everything that a group is named after. */
export interface GroupName {
  title: string;
  tags: ProposedIssue['tags'];
  hazard: ProposedIssue['hazard'];
  /** The failures of the lexicon that the title is, where it is one or several that belong together. */
  modes: readonly number[];
  /** Those of several that the title itself names. */
  says: readonly number[];
  /** Else the stems of the part that it names. */
  part: readonly string[];
}

/** @param mayBeSeveral whether the title may be that of several failures that belong together. */
function nameGroup(
  members: readonly NamedMember[],
  context: NamingContext,
  mayBeSeveral = true,
): GroupName | undefined {
  const best = generalised(rankModes(members, context.titles));
  const title = chooseTitle(members, best, phrasesOf(members, context), context);
  if (title === undefined) return undefined;
  const mode = modeAt(best?.mode);
  const tags = title.tags ?? mode?.tags;
  if (tags === undefined) return undefined;
  const name = { tags, hazard: mode?.hazard ?? ('medium' as const), says: [] };
  const isMode = best !== undefined && title.text === context.titles[best.mode];
  const isCertain = isMode ? best.reported >= LEAST_ALONE : (title.share ?? 0) >= CLEARLY_SHARED;
  const family =
    best === undefined || isCertain || !mayBeSeveral
      ? undefined
      : familyOf(members, best.mode, context.traits);
  if (isMode) return { ...name, title: title.text, modes: [best.mode], part: [], ...family };
  // Failures that are known say more than a part and what happens to it in the most general words.
  if (family !== undefined && family.share >= LEAST_REPORTED) return { ...name, ...family, part: [] };
  return { ...name, title: title.text, modes: [], part: title.part ?? [] };
}

interface Family extends Pick<GroupName, 'title' | 'modes' | 'says'> {
  share: number;
}

/** The failures among which that of the group is, where far more of it report one of them than that failure itself. */
function familyOf(members: readonly NamedMember[], best: number, traits: VehicleTraits): Family | undefined {
  const shareOf = (modes: ReadonlySet<number>) => shareReporting(members, modes);
  let most = shareOf(kinOf(best)) + LEAST_GAINED_BY_FAMILY;
  let found: Family | undefined;
  for (const { modes, says, ...named } of families()) {
    const title = modes.has(best) ? titleFor(traits, named) : undefined;
    if (title === undefined) continue;
    const share = shareOf(modes);
    if (share >= most) {
      most = share + LEAST_GAINED_BY_LARGER;
      found = { title, modes: [...modes], says, share };
    }
  }
  return found;
}

/** Counts those of the group who report any of these failures. */
function shareReporting(members: readonly NamedMember[], modes: ReadonlySet<number>): number {
  return members.filter(({ reported }) => reported.some((mode) => modes.has(mode))).length / members.length;
}

const families = onDemand(() => {
  const { modes, families } = lexicon();
  const indexOf = new Map(modes.map(({ id }, index) => [id, index]));
  const indicesOf = (ids: readonly string[]) => ids.flatMap((id) => indexOf.get(id) ?? []);
  return families.map(({ modes, says = modes, ...named }) => ({
    ...named,
    modes: new Set(indicesOf(modes)),
    says: indicesOf(says),
  }));
});

/** Says what the cited complaints report beside the title. */
export function summariseGroup(
  { title }: GroupName,
  members: readonly NamedMember[],
  context: NamingContext,
): Pick<ProposedIssue, 'parts' | 'symptoms'> {
  const modes = rankModes(members, context.titles);
  return {
    parts: phrasesOf(members, context).map(({ text }) => text),
    symptoms: symptomsOf(members, modes, title, context.titles),
  };
}

function phrasesOf(members: readonly NamedMember[], { known, total, traits }: NamingContext) {
  return sharedPhrases(
    members.map(({ one }) => one),
    known,
    total,
  ).filter(({ text }) => titleFits(traits, text));
}

function symptomsOf(
  members: readonly NamedMember[],
  modes: readonly RankedMode[],
  title: string,
  titles: NamingContext['titles'],
): { title: string; count: number }[] {
  return modes
    .map(({ mode, reported }) => ({
      title: titles[mode] ?? '',
      count: Math.round(reported * members.length),
    }))
    .filter((symptom) => symptom.count >= 2 && symptom.title !== title)
    .sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1))
    .slice(0, MOST_SYMPTOMS);
}

/**
 * A title for each group, and no title of several failures beside one of them alone: such a group is named after what else
 * it reports, or belongs to the other.
 */
export function nameGroups(
  groups: readonly (readonly NamedMember[])[],
  context: NamingContext,
): (GroupName | undefined)[] {
  const names = groups.map((members) => nameGroup(members, context));
  const alone = new Set(names.flatMap((name) => (name?.modes.length === 1 ? name.modes : [])));
  const others = {
    ...context,
    titles: context.titles.map((title, at) => (alone.has(at) ? undefined : title)),
  };
  return names.map((name, at) => {
    const members = groups[at];
    if (members === undefined || name?.says.some((mode) => alone.has(mode)) !== true) return name;
    const other = nameGroup(members, others, false);
    const isPlain = other?.modes.some((mode) => shareReporting(members, kinOf(mode)) >= LEAST_REPORTED);
    return isPlain ? other : nameGroup(members, context, false);
  });
}

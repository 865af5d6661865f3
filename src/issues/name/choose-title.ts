import { onDemand } from '../../lib/on-demand.ts';
import { faultPhrases, type Lexicon, lexicon } from '../lexicon/lexicon.ts';
import { createPhraseBook } from '../lexicon/phrases.ts';
import { titleFits } from '../lexicon/traits.ts';
import type { ProposedIssue } from '../synthesizer.ts';
import { isSafeTitle, stem } from '../text/words.ts';
import type { PartPhrase } from './part-phrases.ts';
import { CLEARLY_SHARED, type NamedMember, type NamingContext, type RankedMode } from './rank-modes.ts';

/** So many must report the lexicon's failure before its title stands for the group. */
export const LEAST_REPORTED = 0.5;
/** The lexicon's failure names the group where this share reports it and nothing is named more plainly. */
const LEAST_LIKELY = 1 / 3;
/** Fewer are enough where the title holds the very words that the group shares. */
const LEAST_NAMED = 0.3;
/** So many must share a phrase before it leads the title. */
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
  /** How many of the group name the part. */
  share?: number;
}

/** The failure that most of a group report, or the part that they name and what happens to it. */
export function chooseTitle(
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

import { onDemand } from '../../lib/on-demand.ts';
import { kinOf, lexicon } from '../lexicon/lexicon.ts';
import { titleFits, titleFor, type VehicleTraits } from '../lexicon/traits.ts';
import type { ProposedIssue } from '../synthesizer.ts';
import { chooseTitle, LEAST_REPORTED } from './choose-title.ts';
import { sharedPhrases } from './part-phrases.ts';
import {
  CLEARLY_SHARED,
  generalised,
  modeAt,
  type NamedMember,
  type NamingContext,
  type RankedMode,
  rankModes,
} from './rank-modes.ts';

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
export function summarise(
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

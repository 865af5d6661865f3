import { lexicon, type Mode } from '../lexicon/lexicon.ts';
import { titleFor, type VehicleTraits } from '../lexicon/traits.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import type { KnownPhrases } from './part-phrases.ts';

/** One complaint of a group as naming needs it. */
export interface NamedMember {
  one: PreparedComplaint;
  /** Modes that it reports plainly, the plainest first. */
  reported: readonly number[];
  /** How likely each mode is by the words that the lexicon does not know. */
  likely: ReadonlyMap<number, number>;
}

export interface NamingContext {
  known: KnownPhrases;
  total: number;
  traits: VehicleTraits;
  /** What each failure of the lexicon is called on this car; undefined where the car cannot have it. */
  titles: readonly (string | undefined)[];
}

export function titlesOn(traits: VehicleTraits): NamingContext['titles'] {
  return lexicon().modes.map((mode) => titleFor(traits, mode));
}

const REPORTED_WEIGHT = 0.6;
/** A phrase that this share holds is the thing that failed, whatever the lexicon calls it. */
export const CLEARLY_SHARED = 0.7;

/** A failure of the lexicon, and how much of a group reports it. */
export interface RankedMode {
  mode: number;
  reported: number;
  score: number;
}

export function modeAt(index: number | undefined): Mode | undefined {
  return index === undefined ? undefined : lexicon().modes[index];
}

export function rankModes(members: readonly NamedMember[], titles: NamingContext['titles']): RankedMode[] {
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
export function generalised(modes: readonly RankedMode[]): RankedMode | undefined {
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

import { getOrInsert, onDemand } from '../../lib/on-demand.ts';
import { inTurns } from '../../lib/turns.ts';
import { sentencesOfStems, stem, wordLists } from '../text/words.ts';
import { type ComponentTag, faultPhrases, lexicon, type Mode } from './lexicon.ts';
import { createPhraseBook, type Hit } from './phrases.ts';

/** A failure that a complaint reports, and how strongly; `mode` is an index into the modes given. */
interface Recognised {
  mode: number;
  score: number;
}

export interface Reading {
  /** Failures reported plainly: at most two, the plainest first. */
  reported: readonly Recognised[];
  /** Failures hinted at: enough only where other complaints of the same car report them plainly. */
  hinted: readonly Recognised[];
}

export type Recognise = (sentences: readonly (readonly string[])[], tags: readonly ComponentTag[]) => Reading;

type Role = 'says' | 'mentions' | 'parts' | 'faults' | 'unless';

interface Owner {
  mode: number;
  role: Role;
}

/** The least score that counts as reporting a failure. */
const LEAST_SCORE = 2.2;
const LEAST_HINT = 1.5;
/** A second failure is kept beside the first when it is reported nearly as strongly. */
const SECOND_SHARE = 0.8;
const MOST_PER_COMPLAINT = 2;
/** A part that is only named reports its failure when any of these stands near it. */
const ANY_FAULT = ['@fails', '@cracks', '@leak', '@sticks', '@loose', '@burns', '@noise'];
const MENTION_STRENGTH = 1.9;
const PAIR_DISTANCE_WORDS = 8;
const UNLESS_REACH_WORDS = 12;
const SUPPOSED_REACH_WORDS = 5;
const suppositions = onDemand(() => new Set(wordLists().suppositions.map(stem)));

export function createRecogniser(modes: readonly Mode[]): Recognise {
  const building = buildRecogniser(modes);
  for (;;) {
    const step = building.next();
    if (step.done) return step.value;
  }
}

/** Stops after each mode, so that others may have their turn. */
function* buildRecogniser(modes: readonly Mode[]): Generator<void, Recognise> {
  const book = createPhraseBook();
  const roles: Owner[][] = [];
  /** For each mode its lists of faults: many modes share one, so they are looked up only where a part was found. */
  const faultSlots: number[][] = modes.map(() => []);
  const slotOfShared = new Map<string, number>();

  function slotFor(owner: Owner): number {
    const slot = roles.push([]) - 1;
    own(slot, owner);
    return slot;
  }
  function own(slot: number, { mode, role }: Owner): void {
    if (role === 'faults') faultSlots[mode]?.push(slot);
    else roles[slot]?.push({ mode, role });
  }
  function register(mode: number, role: Role, phrases: readonly string[] = []): void {
    const plain: string[] = [];
    for (const phrase of phrases) {
      if (!phrase.startsWith('@')) plain.push(phrase);
      else shareFault(phrase.slice(1), { mode, role });
    }
    if (plain.length > 0) book.add(slotFor({ mode, role }), plain);
  }
  function shareFault(name: string, owner: Owner): void {
    const known = slotOfShared.get(name);
    if (known !== undefined) {
      own(known, owner);
      return;
    }
    const phrases = faultPhrases(name);
    const slot = slotFor(owner);
    slotOfShared.set(name, slot);
    book.add(slot, phrases);
  }

  for (const [index, mode] of modes.entries()) {
    register(index, 'says', mode.says);
    register(index, 'mentions', mode.mentions);
    register(index, 'parts', mode.parts ?? mode.mentions);
    register(index, 'faults', mode.faults ?? (mode.mentions === undefined ? undefined : ANY_FAULT));
    register(index, 'unless', mode.unless);
    yield;
  }
  const indexOf = new Map(modes.map((mode, index) => [mode.id, index]));
  const explained = modes.map((mode) =>
    mode.explains.map((id) => indexOf.get(id)).filter((index) => index !== undefined),
  );

  const feared = modes.map((mode) => mode.feared === true);

  return (sentences, tags) => {
    const evidence = new Map<number, number[]>();
    sentences.forEach((words, position) => {
      const hits = book.find(words);
      if (hits.length === 0) return;
      for (const [mode, strength] of readSentence(words, hits, roles, faultSlots, feared)) {
        // Owners lead with what failed and end with what they want done about it.
        const placed = strength * (position < 3 ? 1.15 : 1);
        getOrInsert(evidence, mode, () => []).push(placed);
      }
    });
    const scores = new Map<number, number>();
    for (const [index, strengths] of evidence) {
      const mode = modes[index];
      if (mode !== undefined) scores.set(index, total(strengths, mode, tags));
    }
    return choose(scores, explained);
  };
}

function readSentence(
  words: readonly string[],
  hits: readonly Hit[],
  roles: readonly (readonly Owner[])[],
  faultSlots: readonly (readonly number[])[],
  feared: readonly boolean[],
): ReadonlyMap<number, number> {
  const voiding: { mode: number; hit: Hit }[] = [];
  const said: { mode: number; hit: Hit; strength: number }[] = [];
  const parts: { mode: number; hit: Hit }[] = [];
  const faults: Hit[] = [];
  for (const hit of hits) {
    const owners = roles[hit.slot] ?? [];
    if (owners.length === 0) faults.push(hit);
    for (const { mode, role } of owners) {
      if (role === 'unless') voiding.push({ mode, hit });
      else if (role === 'says') said.push({ mode, hit, strength: Math.min(3, 2.1 + 0.3 * hit.words) });
      else if (role === 'mentions') said.push({ mode, hit, strength: MENTION_STRENGTH });
      else parts.push({ mode, hit });
    }
  }
  if (said.length === 0 && (parts.length === 0 || faults.length === 0)) return NOTHING;
  const strengths = new Map<number, number>();
  const supposed = said.length === 0 ? [] : supposedPositions(words);
  for (const { mode, hit, strength } of said) {
    if (voiding.some((other) => other.mode === mode && near(other.hit, hit))) continue;
    raise(
      strengths,
      mode,
      feared[mode] !== true && supposed.some((at) => at < hit.to && hit.from - at <= SUPPOSED_REACH_WORDS)
        ? strength * 0.45
        : strength,
    );
  }
  for (const { mode, hit } of parts) {
    const slots = faultSlots[mode] ?? [];
    if (!faults.some((fault) => slots.includes(fault.slot) && standBeside(fault, hit))) continue;
    if (!voiding.some((other) => other.mode === mode && near(other.hit, hit))) raise(strengths, mode, 2.5);
  }
  return strengths;
}

const NOTHING: ReadonlyMap<number, number> = new Map();

/** A fault says something of a part that it stands beside. */
function standBeside(fault: Hit, part: Hit): boolean {
  const overlap = fault.from < part.to && part.from < fault.to;
  const distance = fault.from >= part.to ? fault.from - part.to : part.from - fault.to;
  return !overlap && distance <= PAIR_DISTANCE_WORDS;
}

/** Finds where the sentence turns to what might happen: "it could have stalled" is a fear, not a failure. */
function supposedPositions(words: readonly string[]): number[] {
  const supposing = suppositions();
  const positions: number[] = [];
  for (let at = 0; at < words.length; at += 1)
    if (supposing.has(words[at] ?? '') && words[at + 1] !== 'not') positions.push(at);
  return positions;
}

function near(a: Hit, b: Hit): boolean {
  return a.from - b.to <= UNLESS_REACH_WORDS && b.from - a.to <= UNLESS_REACH_WORDS;
}

function total(strengths: readonly number[], mode: Mode, tags: readonly ComponentTag[]): number {
  const sorted = [...strengths].sort((a, b) => b - a);
  const repeated = (sorted[0] ?? 0) + 0.4 * (sorted[1] ?? 0) + 0.2 * (sorted[2] ?? 0);
  const agrees = mode.tags.some((tag) => tags.includes(tag));
  const filed = agrees ? repeated + 0.8 : tags.length > 0 ? repeated * 0.92 : repeated;
  return filed * mode.weight;
}

function choose(scores: Map<number, number>, explained: readonly (readonly number[])[]): Reading {
  const given = new Map(scores);
  for (const [mode, score] of given) {
    for (const consequence of explained[mode] ?? []) {
      const other = given.get(consequence);
      if (other !== undefined && score >= 0.65 * other) {
        scores.set(consequence, Math.min(scores.get(consequence) ?? other, other * 0.4));
      }
    }
  }
  const ranked = [...scores]
    .map(([mode, score]) => ({ mode, score: Math.round(score * 1000) / 1000 }))
    .filter(({ score }) => score >= LEAST_HINT)
    .sort((a, b) => b.score - a.score || a.mode - b.mode);
  const least = Math.max(LEAST_SCORE, SECOND_SHARE * (ranked[0]?.score ?? 0));
  const reported = ranked.filter(({ score }) => score >= least).slice(0, MOST_PER_COMPLAINT);
  return { reported, hinted: ranked.filter((one) => !reported.includes(one)) };
}

function raise(map: Map<number, number>, key: number, value: number): void {
  map.set(key, Math.max(map.get(key) ?? 0, value));
}

let made: Recognise | undefined;

/** Makes ready what reads failures in a few words; whoever asks before waits for all of it at once. */
export const readyToExplain = onDemand(async () => {
  made = await inTurns(buildRecogniser(lexicon().modes));
});

/** The failures that the lexicon reads in a few words. */
export function modesRead(text: string): Set<number> {
  made ??= createRecogniser(lexicon().modes);
  const { reported, hinted } = made(sentencesOfStems(text), []);
  return new Set([...reported, ...hinted].map(({ mode }) => mode));
}

import type { PreparedComplaint } from '../prepare.ts';
import type { Citation, ProposedIssue } from '../synthesizer.ts';
import { FAULTS } from './lexicon/faults.ts';
import { OTHER_FAULTS, OTHER_PARTS } from './lexicon/parts.ts';
import { createPhraseBook } from './phrases.ts';
import { clusterByLikeness, type Vector } from './statistics.ts';

const LEAST_LIKENESS = 0.3;
const LEAST_MEMBERS = 3;
/** Clustering compares every pair; beyond this the newest are enough to show what is left. */
const MOST_COMPARED = 200;
const LEAST_SHARE_NAMING = 0.6;

const parts = createPhraseBook();
const faults = createPhraseBook();
for (const [index, part] of OTHER_PARTS.entries()) parts.add(index, part.phrases);
for (const [index, { fault }] of OTHER_FAULTS.entries()) faults.add(index, FAULTS[fault]);

/** Clusters what no listed failure explains and names each cluster after the part and the fault its members share. */
export function nameTheRest(rest: readonly { one: PreparedComplaint; vector: Vector }[]): ProposedIssue[] {
  const compared = rest.slice(-MOST_COMPARED);
  return clusterByLikeness(
    compared.map(({ vector }) => vector),
    LEAST_LIKENESS,
  )
    .filter((members) => members.length >= LEAST_MEMBERS)
    .map((members) =>
      nameCluster(members.map((index) => compared[index]?.one).filter((one) => one !== undefined)),
    )
    .filter((issue) => issue !== undefined);
}

function nameCluster(members: readonly PreparedComplaint[]): ProposedIssue | undefined {
  const inPart = members.map((one) => slotsIn(one, parts));
  const inFault = members.map((one) => slotsIn(one, faults));
  const part = mostShared(inPart, OTHER_PARTS.length);
  const fault = mostShared(inFault, OTHER_FAULTS.length);
  if (part === undefined || fault === undefined) return undefined;
  const citations: Citation[] = members
    .filter((_, index) => inPart[index]?.has(part) === true && inFault[index]?.has(fault) === true)
    .map((one) => ({ odiNumber: one.complaint.odiNumber, strength: 0.4, main: true }));
  const [thing, happens] = [OTHER_PARTS[part], OTHER_FAULTS[fault]];
  if (thing === undefined || happens === undefined) return undefined;
  return {
    title: `${thing.name} ${happens.words}`,
    summary: `Several owners tell in similar words of this part: ${thing.name.toLowerCase()} ${happens.words}.`,
    tags: [thing.tag],
    hazard: 'medium',
    citations,
  };
}

function slotsIn(
  one: PreparedComplaint,
  book: { find(words: readonly string[]): { slot: number }[] },
): Set<number> {
  return new Set(one.sentences.flatMap((words) => book.find(words).map(({ slot }) => slot)));
}

/** The slot that most members share; undefined where too few agree. Lists run from particular to general. */
function mostShared(sets: readonly ReadonlySet<number>[], slots: number): number | undefined {
  let best: { slot: number; members: number } | undefined;
  for (let slot = 0; slot < slots; slot += 1) {
    const members = sets.filter((set) => set.has(slot)).length;
    if (members >= LEAST_SHARE_NAMING * sets.length && (best === undefined || members > best.members)) {
      best = { slot, members };
    }
  }
  return best?.slot;
}

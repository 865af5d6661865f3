import { type LanguageModel, ModelError } from '../../sources/language-model/question.ts';
import { explainWithLexicon, modesRead } from '../embedded/explain.ts';
import { isMeaningful } from '../embedded/likeness/terms.ts';
import { centroid, clusterByLikeness, cosine, type Vector, weighWords } from '../embedded/statistics.ts';
import type { PreparedComplaint } from '../prepare.ts';
import type { Citation, IssueSynthesizer, ProposedIssue } from '../synthesizer.ts';
import { sentencesOfStems } from '../text/words.ts';
import { isSafeTitle } from '../title.ts';
import { type Keyed, keyedBatches } from './keys.ts';
import { loadPrompts, type StagePrompts } from './prompts.ts';
import { askFacets, askNames, askSupport, type Facet, type NamedGroup, type TitleSupport } from './stages.ts';

interface ModelSynthesizerOptions {
  model: LanguageModel;
  prompts?: StagePrompts;
  /** For all stages together: shorter than the lease under which one instance works for all. */
  deadlineMs?: number;
}

const PIPELINE = 1;
const MOST_COMPLAINTS = 160;
const BATCH = 20;
const DEADLINE_MS = 42_000;
/** So many of the batches must come back, or what is common is not known. */
const LEAST_BATCHES = 0.7;
const LEAST_LIKENESS = 0.18;
const MOST_GROUPS = 16;
const MEMBERS_SHOWN = 8;
const OUTSIDERS_SHOWN = 3;

/**
 * Facets per complaint, groups by likeness, one call that names the groups, then each complaint is asked again which
 * named failures it supports. The model sees keys, never complaint numbers; code keeps only what it can check.
 */
export function createModelSynthesizer({ model, ...options }: ModelSynthesizerOptions): IssueSynthesizer {
  const prompts = options.prompts ?? loadPrompts();
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  return {
    engine: 'llm',
    fingerprint: `llm-${PIPELINE}-${model.name}-${prompts.version}`,
    mostComplaints: MOST_COMPLAINTS,
    async synthesize(complaints, { signal }) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const asking = { model, prompts, signal: AbortSignal.any([signal, deadline]) };
      try {
        const { proposals, read } = await propose(asking, complaints);
        return { proposals, read, engine: 'llm', model: model.name, promptVersion: prompts.version };
      } catch (error) {
        if (deadline.aborted && !signal.aborted) throw new ModelError('timeout');
        throw error;
      }
    },
  };
}

type Asking = Parameters<typeof askFacets>[0];

interface Proposed {
  proposals: ProposedIssue[];
  /** What the model was shown and answered on. */
  read: PreparedComplaint[];
}

async function propose(asking: Asking, complaints: readonly PreparedComplaint[]): Promise<Proposed> {
  // Text that spoke to software is not sent on; what is left of it is read by the lexicon alone.
  const sent = complaints.filter((one) => !one.suspicious && one.text.length > 0);
  const facets = await mostBatches(keyedBatches(sent, BATCH, 'facets'), (batch) => askFacets(asking, batch));
  const groups = groupFacets(facets.answers);
  if (groups.length === 0) return { proposals: [], read: facets.read };
  const named = mergeSame(await askNames(asking, groups.map(shown)));
  const support = await mostBatches(keyedBatches(sent, BATCH, 'assign'), (batch) =>
    askSupport(asking, named, batch),
  );
  const proposals = named.map((group) => proposal(group, support.answers));
  return { proposals: proposals.filter((issue) => issue !== undefined), read: support.read };
}

async function mostBatches<T>(batches: readonly Keyed[][], ask: (batch: readonly Keyed[]) => Promise<T[]>) {
  const settled = await Promise.allSettled(
    batches.map(async (batch) => ({ answers: await ask(batch), read: batch.map(({ one }) => one) })),
  );
  const failed = settled.find((one) => one.status === 'rejected');
  const done = settled.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  if (failed !== undefined && done.length < LEAST_BATCHES * batches.length) throw failed.reason;
  return { answers: done.flatMap(({ answers }) => answers), read: done.flatMap(({ read }) => read) };
}

interface Group {
  key: string;
  members: Facet[];
  outsiders: Facet[];
}

function groupFacets(facets: readonly Facet[]): Group[] {
  const ordered = [...facets].sort((a, b) => a.of.one.complaint.odiNumber - b.of.one.complaint.odiNumber);
  const vectors = weighWords(
    ordered.map(({ part, failure }) => sentencesOfStems(`${part} ${part} ${failure}`).flat()),
    ordered.map(() => false),
  );
  const clusters = clusterByLikeness(vectors, LEAST_LIKENESS)
    .filter((members) => members.length >= 2)
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
    .slice(0, MOST_GROUPS);
  return clusters.map((members, index) => {
    const centre = centroid(members.map((at) => vectors[at] ?? NOTHING));
    const byLikeness = ordered
      .map((facet, at) => ({ facet, at, likeness: cosine(vectors[at] ?? NOTHING, centre) }))
      .sort((a, b) => b.likeness - a.likeness || a.at - b.at);
    const inside = new Set(members);
    return {
      key: `g${String(index + 1).padStart(2, '0')}`,
      members: byLikeness
        .filter(({ at }) => inside.has(at))
        .slice(0, MEMBERS_SHOWN)
        .map(({ facet }) => facet),
      outsiders: byLikeness
        .filter(({ at }) => !inside.has(at))
        .slice(0, OUTSIDERS_SHOWN)
        .map(({ facet }) => facet),
    };
  });
}

const NOTHING: Vector = new Map();

function shown({ key, members, outsiders }: Group) {
  const describe = ({ part, failure }: Facet) => `${part}: ${failure}`;
  return { key, members: members.map(describe), outsiders: outsiders.map(describe) };
}

/** The model's merges are accepted when the titles share a meaningful word; equal titles merge in any case. */
function mergeSame(groups: readonly NamedGroup[]): NamedGroup[] {
  const kept: NamedGroup[] = [];
  for (const group of groups) {
    const same = kept.some(
      (other) =>
        other.title.toLowerCase() === group.title.toLowerCase() ||
        ((group.sameAs === other.key || other.sameAs === group.key) && shareWord(group.title, other.title)),
    );
    if (!same) kept.push(group);
  }
  return kept;
}

function shareWord(a: string, b: string): boolean {
  const words = new Set(tellingStems(b));
  return tellingStems(a).some((word) => words.has(word));
}

/** Short stems count as well: axle, fire, tire. */
function tellingStems(text: string): string[] {
  return sentencesOfStems(text).flat().filter(isMeaningful);
}

/** Whether texts bear a title: a meaningful word of it, or the failure by which the lexicon knows it in other words. */
function bearingOf(title: string): (texts: readonly string[]) => boolean {
  const words = new Set(tellingStems(title));
  const named = modesRead(title);
  return (texts) =>
    texts.some(
      (text) =>
        tellingStems(text).some((word) => words.has(word)) ||
        [...modesRead(text)].some((mode) => named.has(mode)),
    );
}

function proposal(group: NamedGroup, support: readonly TitleSupport[]): ProposedIssue | undefined {
  const bears = bearingOf(group.title);
  const cited = support.filter(
    ({ of, supports, quote }) =>
      supports.includes(group.key) &&
      // The quote shows the first failure; the complaint itself must report the second.
      bears(supports[0] === group.key ? [quote] : of.one.sentences.map((words) => words.join(' '))),
  );
  if (cited.length === 0) return undefined;
  const lexicon = explainWithLexicon(cited.map(({ of }) => of.one));
  const title = isSupported(group.title, cited) ? group.title : lexicon?.title;
  if (title === undefined) return undefined;
  const citations: Citation[] = cited.map(({ of, supports }) => ({
    odiNumber: of.one.complaint.odiNumber,
    strength: supports[0] === group.key ? 0.9 : 0.6,
    main: supports[0] === group.key,
  }));
  return {
    title,
    summary: lexicon?.summary ?? `Several complaints report the same failure: ${lowerFirst(title)}.`,
    tags: group.tags,
    hazard: group.hazard,
    citations,
  };
}

/** A title is ours to show only if it is safe and most of its words are reported by at least two of the cited complaints. */
function isSupported(title: string, cited: readonly TitleSupport[]): boolean {
  if (!isSafeTitle(title)) return false;
  const words = tellingStems(title);
  const reported = words.filter(
    (word) =>
      cited.filter(({ of }) => of.one.sentences.some((sentence) => sentence.includes(word))).length >= 2,
  );
  return reported.length * 2 >= words.length;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

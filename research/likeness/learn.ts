import {
  countTerms,
  createDescriber,
  sparseOf,
  studentWeights,
  weighed,
} from '../../src/issues/group/describe.ts';
import type { LikenessModel } from '../../src/issues/group/likeness-model.ts';
import { lexicon } from '../../src/issues/lexicon/lexicon.ts';
import { createRecogniser } from '../../src/issues/lexicon/recognise.ts';
import type { PreparedComplaint } from '../../src/issues/read/prepare.ts';
import { indexTerms } from '../../src/issues/text/terms.ts';
import { countEach } from '../../src/lib/count.ts';
import { lotOf } from './random.ts';
import { isKept, type Read, UNNAMED } from './read.ts';
import { type Lesson, type Student, teach } from './student.ts';
import { learnVocabulary } from './vocabulary.ts';

const HIDDEN = 64;
/** So many texts must tell a failure for it to be taught: by the lexicon's reading, or by a reader. */
const LEAST_TEXTS_OF_MODE = 20;
const LEAST_READ = 30;
/** What the lexicon reads is one lesson; what a reader read is several, the more the rarer its failure. */
const LESSONS_OF_READ = 3;
const MOST_LESSONS = 8;
const RARE = 60;
/** How much of what is told falls to the first, second and third failure; half a share to one beside them without a name. */
const SHARES = [1, 0.6, 0.4];
const NO_WEIGHTS = {
  constant: 0,
  words: 0,
  lead: 0,
  meaning: 0,
  leadMeaning: 0,
  modes: 0,
  reading: 0,
  components: 0,
};

/**
 * Everything but the weights of pairs: those need labels of cars. With a network to go on from, its terms and what it knows are kept,
 * and the lexicon's readings are only there to remind it.
 */
export function learnModel(
  texts: readonly PreparedComplaint[],
  read: Read,
  start?: LikenessModel,
): LikenessModel {
  const vocabulary = start ?? learnVocabulary(texts);
  const indexOf = indexTerms(vocabulary.terms);
  const recognise = createRecogniser(lexicon().modes);
  const readings = texts.map((one) => recognise(one.sentences, one.tags));
  const toldBy = countEach(readings.flatMap(({ reported }) => reported.map(({ mode }) => mode)));
  const readOf = countEach([...read.values()].flat());
  const taught = lexicon().modes.flatMap(({ id }, mode) => {
    const known =
      start === undefined ? (toldBy.get(mode) ?? 0) >= LEAST_TEXTS_OF_MODE : start.modes.includes(id);
    return known || (readOf.get(id) ?? 0) >= LEAST_READ ? [id] : [];
  });
  const modes = [...taught, ...UNNAMED];
  const placeOf = new Map(modes.map((id, place) => [id, place]));
  const components = [...new Set(texts.flatMap(({ tags }) => tags))].sort();
  const shown = studentWeights(vocabulary);
  const lessons = texts.flatMap((one, index): Lesson[] => {
    const { odiNumber } = one.complaint;
    const failures = read.get(odiNumber);
    if (failures !== undefined && isKept(odiNumber)) return [];
    const reading = readings[index];
    const told =
      failures?.map((id, at) => ({ id, share: id === 'other' && at > 0 ? 0.5 : (SHARES[at] ?? 0.4) })) ??
      [...(reading?.reported ?? []), ...(reading?.hinted ?? []).map(halved)].map(({ mode, score }) => ({
        id: lexicon().modes[mode]?.id ?? '',
        share: score,
      }));
    const scores = new Map(
      told.flatMap(({ id, share }) => {
        const place = placeOf.get(id);
        return place === undefined ? [] : [[place, share] as const];
      }),
    );
    if (failures === undefined && start !== undefined && (scores.size === 0 || !reminds(odiNumber)))
      return [];
    const lesson = {
      input: weighed(countTerms(one.compared, indexOf), shown),
      modes: sparseOf(shares(scores)),
      components: sparseOf(shares(new Map(one.tags.map((tag) => [components.indexOf(tag), 1])))),
    };
    return Array.from({ length: timesOf(failures, readOf) }, () => lesson);
  });
  const size = {
    terms: vocabulary.terms.length,
    modes: modes.length,
    components: components.length,
    hidden: HIDDEN,
  };
  const student = teach(lessons, size, start && { ...start, ...rowsOf(start, modes) });
  return { ...vocabulary, ...student, modes, pair: start?.pair ?? NO_WEIGHTS, version: '' };
}

function halved({ mode, score }: { mode: number; score: number }) {
  return { mode, score: score / 2 };
}

function shares(scores: ReadonlyMap<number, number>): Map<number, number> {
  const total = [...scores.values()].reduce((sum, score) => sum + score, 0);
  return new Map([...scores].map(([at, score]) => [at, score / total]));
}

/** Three in ten of the texts that nobody read remind the network. */
const reminds = (odiNumber: number) => lotOf(odiNumber, 0x85ebca6b) < 0.3;

function timesOf(failures: readonly string[] | undefined, readOf: ReadonlyMap<string, number>): number {
  if (failures === undefined) return 1;
  const known = failures.filter((id) => !UNNAMED.includes(id));
  if (known.length === 0) return LESSONS_OF_READ;
  const rarest = Math.min(...known.map((id) => readOf.get(id) ?? 1));
  return Math.max(1, Math.min(MOST_LESSONS, Math.round(LESSONS_OF_READ * Math.sqrt(RARE / rarest))));
}

/** The second layer for other failures than it was taught; what is new begins as unlikely. */
const UNLIKELY = -3;

function rowsOf(start: LikenessModel, modes: readonly string[]): Pick<Student, 'modeWeights' | 'modeBias'> {
  const { hidden } = start;
  const modeWeights = new Float32Array(modes.length * hidden);
  const modeBias = new Float32Array(modes.length).fill(UNLIKELY);
  modes.forEach((id, place) => {
    const old = start.modes.indexOf(id);
    if (old === -1) return;
    modeWeights.set(start.modeWeights.subarray(old * hidden, (old + 1) * hidden), place * hidden);
    modeBias[place] = start.modeBias[old] ?? 0;
  });
  return { modeWeights, modeBias };
}

/** Of the complaints that were kept and report a failure, the share whose likeliest failure is one that the reader named. */
export function shareRight(texts: readonly PreparedComplaint[], read: Read, model: LikenessModel): number {
  const describe = createDescriber(model);
  const kept = texts.flatMap((one) => {
    const failures = read.get(one.complaint.odiNumber) ?? [];
    const isOne = isKept(one.complaint.odiNumber) && failures.some((id) => !UNNAMED.includes(id));
    return isOne ? [{ one, failures }] : [];
  });
  const right = kept.filter(({ one, failures }) => {
    const { at, value } = describe(one, undefined).modes;
    const likeliest = at[value.indexOf(Math.max(...value))];
    return failures.includes(model.modes[likeliest ?? -1] ?? '');
  });
  return right.length / Math.max(1, kept.length);
}

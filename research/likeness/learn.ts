import { countTerms, sparseOf, studentWeights, weighed } from '../../src/issues/group/describe.ts';
import type { LikenessModel } from '../../src/issues/group/likeness-model.ts';
import { lexicon } from '../../src/issues/lexicon/lexicon.ts';
import { createRecogniser } from '../../src/issues/lexicon/recognise.ts';
import type { PreparedComplaint } from '../../src/issues/read/prepare.ts';
import { indexTerms } from '../../src/issues/text/terms.ts';
import { type Lesson, teach } from './student.ts';
import { learnVocabulary } from './vocabulary.ts';

const HIDDEN = 64;
const LEAST_TEXTS_OF_MODE = 20;
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

/** Everything but the weights of pairs: those need labels. */
export function learnModel(texts: readonly PreparedComplaint[]): Omit<LikenessModel, 'version'> {
  const vocabulary = learnVocabulary(texts);
  const indexOf = indexTerms(vocabulary.terms);
  const recognise = createRecogniser(lexicon().modes);
  const readings = texts.map((one) => recognise(one.sentences, one.tags));
  const holders = lexicon().modes.map(() => 0);
  for (const { reported } of readings)
    for (const { mode } of reported) holders[mode] = (holders[mode] ?? 0) + 1;
  const taught = holders.flatMap((count, mode) => (count >= LEAST_TEXTS_OF_MODE ? [mode] : []));
  const positionOf = new Map(taught.map((mode, position) => [mode, position]));
  const components = [...new Set(texts.flatMap(({ tags }) => tags))].sort();
  const shown = studentWeights(vocabulary);
  const lessons: Lesson[] = texts.map((one, index) => {
    const scores = new Map<number, number>();
    const reading = readings[index];
    for (const { mode, score } of [...(reading?.reported ?? []), ...(reading?.hinted ?? []).map(halved)]) {
      const position = positionOf.get(mode);
      if (position !== undefined) scores.set(position, score);
    }
    return {
      input: weighed(countTerms(one.compared, indexOf), shown),
      modes: sparseOf(shares(scores)),
      components: sparseOf(shares(new Map(one.tags.map((tag) => [components.indexOf(tag), 1])))),
    };
  });
  const student = teach(lessons, {
    terms: vocabulary.terms.length,
    modes: taught.length,
    components: components.length,
    hidden: HIDDEN,
  });
  return {
    ...vocabulary,
    ...student,
    modes: taught.flatMap((mode) => lexicon().modes[mode]?.id ?? []),
    pair: NO_WEIGHTS,
  };
}

function halved({ mode, score }: { mode: number; score: number }) {
  return { mode, score: score / 2 };
}

function shares(scores: ReadonlyMap<number, number>): Map<number, number> {
  const total = [...scores.values()].reduce((sum, score) => sum + score, 0);
  return new Map([...scores].map(([at, score]) => [at, score / total]));
}

import type { PreparedComplaint } from '../../src/issues/read/prepare.ts';
import { forEachTerm } from '../../src/issues/text/terms.ts';

export interface Vocabulary {
  terms: string[];
  rarity: Float32Array;
  componentSignal: Float32Array;
}

const LEAST_HOLDERS = 8;
const LEAST_HOLDERS_OF_PAIR = 12;
/** A term seen in few complaints says little of its components: it is drawn towards what all complaints have. */
const PRIOR_WEIGHT = 50;

/** Learns which terms to keep, how rare each is and how much it tells of the component (Kullback-Leibler against all). */
export function learnVocabulary(texts: readonly PreparedComplaint[]): Vocabulary {
  const holders = new Map<string, number[]>();
  texts.forEach((one, index) => {
    const seen = new Set<string>();
    forEachTerm(one.compared, (word, before) => seen.add(before === undefined ? word : `${before} ${word}`));
    for (const term of seen) {
      const known = holders.get(term);
      if (known === undefined) holders.set(term, [index]);
      else known.push(index);
    }
  });
  const terms = [...holders]
    .filter(([term, of]) => of.length >= (term.includes(' ') ? LEAST_HOLDERS_OF_PAIR : LEAST_HOLDERS))
    .map(([term]) => term)
    .sort();
  const prior = new Map<string, number>();
  let tagged = 0;
  for (const { tags } of texts) {
    for (const tag of tags) prior.set(tag, (prior.get(tag) ?? 0) + 1 / tags.length);
    if (tags.length > 0) tagged += 1;
  }
  for (const [tag, count] of prior) prior.set(tag, count / tagged);
  return {
    terms,
    rarity: Float32Array.from(terms, (term) => Math.log(texts.length / (holders.get(term)?.length ?? 1))),
    componentSignal: Float32Array.from(terms, (term) => {
      const counts = new Map<string, number>();
      let total = 0;
      for (const index of holders.get(term) ?? []) {
        const tags = texts[index]?.tags ?? [];
        for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1 / tags.length);
        if (tags.length > 0) total += 1;
      }
      let divergence = 0;
      for (const [tag, share] of prior) {
        const p = ((counts.get(tag) ?? 0) + PRIOR_WEIGHT * share) / (total + PRIOR_WEIGHT);
        if (p > 0) divergence += p * Math.log(p / share);
      }
      return 0.25 + Math.min(2, divergence);
    }),
  };
}

import type { Description } from './describe.ts';
import type { PairWeights } from './model.ts';
import { dotDense, dotSparse } from './sparse.ts';

/** The likenesses of two complaints, in the order of the weights. */
export function likenesses(
  a: Description,
  b: Description,
): Record<Exclude<keyof PairWeights, 'constant'>, number> {
  return {
    words: dotSparse(a.words, b.words),
    lead: dotSparse(a.lead, b.lead),
    meaning: dotDense(a.meaning, b.meaning),
    leadMeaning: dotDense(a.leadMeaning, b.leadMeaning),
    modes: dotSparse(a.modes, b.modes),
    reading: dotSparse(a.reading, b.reading),
    components: dotSparse(a.components, b.components),
  };
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

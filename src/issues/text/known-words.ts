import { onDemand } from '../../lib/on-demand.ts';
import { shippedModel } from '../embedded/likeness/model.ts';
import { isMeaningful } from '../embedded/likeness/terms.ts';
import { stem } from './words.ts';

/** Complaints are full of the same few thousand words. */
const stems = onDemand(() => new Set(shippedModel().terms.filter((term) => !term.includes(' '))));

/** Whether many complaints hold the word, or it says nothing by itself. */
export function isKnownWord(word: string): boolean {
  return isKnownStem(stem(word.toLowerCase()));
}

export function isKnownStem(bare: string): boolean {
  return !isMeaningful(bare) || stems().has(bare);
}

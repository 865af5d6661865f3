import { onDemand } from '../../lib/on-demand.ts';
import { sentencesOfStems } from '../text/words.ts';
import { lexicon } from './lexicon.ts';
import { createRecogniser } from './recognise.ts';

const recogniser = onDemand(() => createRecogniser(lexicon().modes));

/** The failures that the lexicon reads in a few words. */
export function modesRead(text: string): Set<number> {
  const { reported, hinted } = recogniser()(sentencesOfStems(text), []);
  return new Set([...reported, ...hinted].map(({ mode }) => mode));
}

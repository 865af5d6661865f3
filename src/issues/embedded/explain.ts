import { inTurns } from '../../lib/in-turns.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { sentencesOfStems } from '../text/words.ts';
import { lexicon } from './lexicon.ts';
import { buildRecogniser, createRecogniser, type Recognise } from './recognise.ts';

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

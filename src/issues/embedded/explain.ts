import { onDemand } from '../../lib/on-demand.ts';
import type { PreparedComplaint } from '../prepare.ts';
import { sentencesOfStems } from '../text/words.ts';
import { lexicon } from './lexicon.ts';
import { createRecogniser } from './recognise.ts';

const recogniser = onDemand(() => createRecogniser(lexicon().modes));

/** The lexicon's own words for what most of these complaints report; undefined where they report different things. */
export function explainWithLexicon(
  complaints: readonly PreparedComplaint[],
): { title: string; summary: string } | undefined {
  const recognise = recogniser();
  const counts = new Map<number, number>();
  for (const one of complaints) {
    for (const { mode } of recognise(one.sentences, one.tags).reported)
      counts.set(mode, (counts.get(mode) ?? 0) + 1);
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  if (first === undefined || first[1] * 2 < complaints.length) return undefined;
  const mode = lexicon().modes[first[0]];
  return mode === undefined ? undefined : { title: mode.title, summary: mode.summary };
}

/** The failures that the lexicon reads in a few words. */
export function modesRead(text: string): Set<number> {
  const { reported, hinted } = recogniser()(sentencesOfStems(text), []);
  return new Set([...reported, ...hinted].map(({ mode }) => mode));
}

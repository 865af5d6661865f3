import type { PreparedComplaint } from '../prepare.ts';
import { MODES } from './lexicon/modes.ts';
import { createRecogniser, type Recognise } from './recognise.ts';

let recognise: Recognise | undefined;

/** The lexicon's own words for what most of these complaints tell of; undefined where they tell of different things. */
export function explainWithLexicon(
  complaints: readonly PreparedComplaint[],
): { title: string; summary: string } | undefined {
  recognise ??= createRecogniser(MODES);
  const counts = new Map<number, number>();
  for (const one of complaints) {
    for (const { mode } of recognise(one.sentences, one.tags).told)
      counts.set(mode, (counts.get(mode) ?? 0) + 1);
  }
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  if (first === undefined || first[1] * 2 < complaints.length) return undefined;
  const mode = MODES[first[0]];
  return mode === undefined ? undefined : { title: mode.title, summary: mode.summary };
}

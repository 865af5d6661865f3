import type { ComponentTag } from '../../component-tags.ts';

/**
 * A way a car fails, as a mechanic would name it. The words that tell it are lists of phrases separated by commas:
 * `a|b` is either word, `a_b` one alternative of two words, `a?` may be missing, `~` stands for up to three words.
 * @NOTE In `a|b c` only `a|b` are alternatives. Words match by stem.
 * `@name` in `parts`, `faults` and `unless` is a shared list of faults.
 */
export interface Mode {
  id: string;
  /** Three to eight words, sentence case. */
  title: string;
  tags: readonly [ComponentTag, ...ComponentTag[]];
  /** One sentence in our words: what owners meet. */
  summary: string;
  hazard: 'high' | 'medium' | 'low';
  /** Phrases that tell the failure on their own. */
  says?: string;
  /** Names of parts that tell little alone: they count where the component agrees or where they come again. */
  mentions?: string;
  /** A part and a fault near each other tell it too. */
  parts?: string;
  faults?: string;
  /** In the same sentence these words mean something else. */
  unless?: string;
  /** Failures that this one explains: they are not counted beside it. */
  explains?: readonly string[];
  /** Where few complaints tell of it, they are counted under this more general failure. */
  partOf?: string;
  /** What might happen is the complaint itself here, as with a car that could be stolen. */
  feared?: true;
  /** Below 1 for a general failure that should give way to a particular one. */
  weight?: number;
}

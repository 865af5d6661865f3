import type { Html } from './html.ts';

type Style = 'small' | 'soft' | 'tag' | 'quote';

/**
 * A piece of a section in the order in which people read it. Words stand on a page and in a terminal; HTML only on a
 * page, where `null` is an empty line of its source; `terminal` only there.
 */
export type Part =
  | string
  | Html
  | null
  | { words: string; as: Style }
  | { words: string; url: string }
  | { terminal: string };

/** One recall, one failure: what a section lists. */
export interface Item {
  title: string;
  /** The line below the title on a page. */
  about: Html | string;
  /** The title in a terminal. */
  heading: string;
  parts: readonly Part[];
}

/** One section of a report, as a page and a terminal show it. */
export interface Section {
  facts: readonly Part[];
  items: readonly Item[];
  notes: readonly Part[];
  /** The name of one item, and the number that a page shows unfolded. */
  one: string;
  shownAtOnce: number;
}

/** Words in a style of their own; without words nothing. */
export function styled(as: Style, words: string | false | null | undefined): Part {
  return words ? { words, as } : null;
}

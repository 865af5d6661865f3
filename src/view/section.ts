import { counted } from '../lib/wording.ts';
import { Html, html, link } from './html.ts';

/** A `quote` and a `source` are the words of a source, in its language; of some there are French ones too. */
type Style = 'small' | 'soft' | 'tag' | 'quote' | 'source';

/**
 * A piece of a section in the order in which people read it. Words stand on a page and in a terminal; HTML only on a
 * page, where `null` is an empty line of its source; `terminal` only there.
 */
export type Part =
  | string
  | Html
  | null
  | { words: string; as: Style; french?: string }
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

export interface Section {
  facts: readonly Part[];
  items: readonly Item[];
  notes: readonly Part[];
  /** The name of one item, and the number that a page shows unfolded. */
  one: string;
  shownAtOnce: number;
}

/** Words in a style of their own; without words nothing. */
export function styled(as: Style, words: string | false | null | undefined, french?: string | null): Part {
  return words ? { words, as, ...(french && { french }) } : null;
}

/** Draws a section: its facts, the first items in columns, the others folded, its notes. */
export function sectionHtml({ facts, items, notes, one, shownAtOnce }: Section): Html {
  const more = items.slice(shownAtOnce);
  return html`${partsHtml(facts)}
<div class="columns">${items.slice(0, shownAtOnce).map(itemHtml)}</div>
${more.length > 0 && html`<details><summary>${counted(more.length, `more ${one}`)}</summary>${more.map(itemHtml)}</details>`}
${partsHtml(notes)}`;
}

function itemHtml({ title, about, parts }: Item): Html {
  return html`<article>
<h3>${title}</h3>
<p class="soft">${about}</p>
${partsHtml(parts)}
</article>
`;
}

function partsHtml(parts: readonly Part[]): Html {
  const shown = parts.filter((part) => part === null || typeof part === 'string' || !('terminal' in part));
  return new Html(shown.map((part) => partHtml(part).text).join('\n'));
}

function partHtml(part: Part): Html {
  if (part === null) return html``;
  if (part instanceof Html) return part;
  if (typeof part === 'string') return html`<p>${part}</p>`;
  if ('url' in part) return html`<p><small>${link(part.url, part.words)}</small></p>`;
  if ('terminal' in part) return html``;
  const { words, as, french } = part;
  if (as === 'small') return html`<p><small>${words}</small></p>`;
  if (as === 'source') return html`<p${inEnglish(french)}>${words}</p>`;
  return as === 'quote'
    ? html`<p${inEnglish(french && `« ${french} »`)}>“${words}”</p>`
    : html`<p class="${as}">${words}</p>`;
}

/** Words that stand in English, and the same in French for a page that is read in French. */
export function inEnglish(french: string | null | undefined): Html {
  return html` lang="en"${french ? html` data-fr="${french}"` : null}`;
}

import { counted } from '../lib/wording.ts';
import type { Item, Part, Section } from './section.ts';

/** Text that is HTML already; anything else is escaped where it is put in. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | false | readonly Html[];

/** A template whose values are escaped, in text and in quoted attributes alike. Null and false leave nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += valueText(value) + (strings[index + 1] ?? '');
  return new Html(text);
}

function valueText(value: Value): string {
  if (value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escaped(String(value));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** @NOTE addresses come from sources: only web addresses become links, never `javascript:`. */
export function link(url: string, words: string): Html {
  return /^https?:\/\//i.test(url) ? html`<a href="${url}">${words}</a>` : html`${words}`;
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
  const { words, as } = part;
  if (as === 'small') return html`<p><small>${words}</small></p>`;
  return as === 'quote' ? html`<p>“${words}”</p>` : html`<p class="${as}">${words}</p>`;
}

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

interface Table {
  label: string;
  /** Titles of the columns; those of amounts as a list of one. */
  columns: readonly (string | readonly [string])[];
  rows: Html;
}

/** A table that scrolls by itself where the screen is narrower. */
export function wideTable({ label, columns, rows }: Table): Html {
  return html`<div class="wide" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${columns.map((title) => (typeof title === 'string' ? html`<th scope="col">${title}</th>` : html`<th scope="col" class="amount">${title[0]}</th>`))}</tr></thead>
<tbody>${withColumns(
    rows,
    columns.map((title) => (typeof title === 'string' ? title : title[0])),
  )}</tbody>
</table></div>`;
}

/** Writes the title of its column into each cell, for a telephone, on which a row stands as lines below each other. */
function withColumns({ text }: Html, titles: readonly string[]): Html {
  const rows = text.split(/(?=<tr\b)/).map((row) => {
    let column = 0;
    return row.replace(/<(t[hd])\b/g, (tag, kind: string) => {
      const title = titles[column] ?? '';
      column += 1;
      return kind === 'td' && title !== '' ? `${tag} data-in="${escaped(title)}"` : tag;
    });
  });
  return new Html(rows.join(''));
}

/** Writes every day and month for people, "Nov 21, 2026"; addresses keep theirs. */
export function withDays({ text }: Html): Html {
  return new Html(text.replace(/>[^<]+</g, (part) => part.replace(/\b\d{4}-\d\d-\d\d\b/g, dayWords)));
}

/** "Nov 21, 2026" of 2026-11-21, "Nov 2026" of 2026-11. */
export function dayWords(day: string): string {
  const ofDay = day.length > '2026-11'.length && { day: 'numeric' as const };
  const words = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    ...ofDay,
    timeZone: 'UTC',
  });
  return words.format(Date.parse(day));
}

import { Html, html, wideTable } from '../view/html.ts';

/** Finds the page of an address that a document names; whatever is no page of ours is shown without a link. */
type AddressOf = (address: string) => string | undefined;

/** A heading, a list, a table, a piece of code or a paragraph each; whatever else Markdown knows is shown as it is written. */
const BLOCK = /^```(\w*)\n([\s\S]*?)^```$|^#{1,4} .*$|^(?!```|#{1,4} )(?:.+\n?(?!```|#{1,4} ))+/gm;

/** Shows a document of the project, such as CHANGELOG.md, by as much of Markdown as those documents use. */
export function markdownView(markdown: string, addressOf: AddressOf): Html[] {
  let pieces = 0;
  return [...markdown.matchAll(BLOCK)].map(([block, , code]) => {
    if (code !== undefined) {
      pieces += 1;
      const name = `Code ${pieces}`;
      return html`<div class="code" data-name="${name}"><pre tabindex="0" role="region" aria-label="${name}">${code}</pre></div>\n`;
    }
    return textBlock(block.trim(), (text) => inline(text, addressOf));
  });
}

/** The words alone, for who searches. */
export const plainWords = (markdown: string): string =>
  markdown.replaceAll(/[`*|]|\]\([^)\s]+\)|\[|^\d+\. /gm, '').replaceAll(/\s+/g, ' ');

/** The anchor of a heading, as hosts of documents make it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

function textBlock(block: string, show: (text: string) => Html): Html {
  const [, marks, heading = ''] = /^(#+) (.*)/.exec(block) ?? [];
  if (marks === '#') return html`<h1>${show(heading)}</h1>\n`;
  if (marks !== undefined)
    return new Html(`<h${marks.length} id="${anchorOf(heading)}">${show(heading).text}</h${marks.length}>\n`);
  if (/^[-*] /.test(block))
    return html`<ul>${block.split(/\n(?=[-*] )/).map((item) => html`<li>${show(item.slice(2))}</li>`)}</ul>\n`;
  const [, first] = /^(\d+)\. /.exec(block) ?? [];
  if (first !== undefined)
    return html`<ol start="${first}">${block.split(/\n(?=\d+\. )/).map((item) => html`<li>${show(item.replace(/^\d+\. /, ''))}</li>`)}</ol>\n`;
  return block.startsWith('|') ? tableView(block, show) : html`<p>${show(block)}</p>\n`;
}

function tableView(block: string, show: (text: string) => Html): Html {
  const [names = [], , ...rows] = block.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return wideTable({
    label: names.join(', '),
    columns: names,
    rows: html`${rows.map(
      ([first = '', ...cells]) =>
        html`<tr><th scope="row">${show(first)}</th>${cells.map((cell) => html`<td>${show(cell)}</td>`)}</tr>`,
    )}`,
  });
}

/** Shows code, bold and slanted text, and links. */
function inline(text: string, addressOf: AddressOf): Html {
  return html`${text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s]+\*|\[[^\]]+\]\([^)\s]+\))/).map((part) => {
    const [, words, address = ''] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? [];
    if (words !== undefined) {
      const to = /^(https:\/\/|\/)/.test(address) ? address : addressOf(address);
      return to === undefined
        ? inline(words, addressOf)
        : html`<a href="${to}">${inline(words, addressOf)}</a>`;
    }
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**')) return html`<strong>${inline(part.slice(2, -2), addressOf)}</strong>`;
    return part.startsWith('*') ? html`<em>${part.slice(1, -1)}</em>` : html`${part}`;
  })}`;
}

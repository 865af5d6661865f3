import { pagePaths, paths } from '../documents/links.ts';
import { readChangelog } from '../documents/site-files.ts';
import { termsSectionsOf, termsUpdatedOn } from '../documents/terms.ts';
import type { Network } from '../payments/evm/networks.ts';
import { dayWords, Html, html, wideTable } from '../view/html.ts';
import type { Page, Site } from './page.ts';

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

export function termsPage(network: Network): Page {
  return {
    path: pagePaths.terms,
    title: 'Terms of service · Forecourt',
    description: 'What you buy, what it is good for, and when nothing is charged.',
    content: html`<div class="prose">
<h1>Terms of service</h1>
<p class="soft">Last changed on ${dayWords(termsUpdatedOn)}. <a href="${paths.terms}">As plain text</a>, <a href="${paths.termsData}">as data</a>.</p>
${termsSectionsOf(network).map(({ title, text }) => html`<h2>${title}</h2><p>${text}</p>`)}
</div>`,
  };
}

/** Shows the terms on privacy, and what the pages themselves leave in a browser. */
export function privacyPage({ operator, contact }: Site['behind'], network: Network): Page {
  const terms = termsSectionsOf(network).find(({ title }) => title === 'Privacy');
  return {
    path: pagePaths.privacy,
    title: 'Privacy · Forecourt',
    description:
      'No account, no cookies, no tracking. What happens to a VIN, and what stays in your browser.',
    content: html`<div class="prose">
<h1>Privacy</h1>
<p class="lead">No account, no cookies, no tracking, nothing loaded from anybody else.</p>
<h2>In your browser</h2>
<p>A report that you paid for is kept in the browser that bought it, and in every browser that opened its private link. “My reports” lists and deletes them. While a payment is under way, the signed payment is kept for at most ten minutes, so that what you paid for can be fetched after a reload. For the bill of a place your browser asks us for the figures of that place; price, city and postal code stay in it.</p>
<h2>The first look</h2>
<p>A VIN that you look up is part of the address of its page, in your own history. It is not logged by us, and the page is not found by search engines.</p>
<h2>Your payment</h2>
<p>A payment is a transfer on a public chain. Anybody can see there, for ever, the address of your wallet, ours, the amount and the time; not which car it was for. Whoever knows that an address is yours knows that you bought from us. Use an address of its own where that matters. The payment service that checks and sends the transfer gets what you signed and what was sold for it, such as “Pre-purchase report”; never the VIN.</p>
<h2>With us</h2>
<p>Your browser seals the report before we keep it, for 90 days or until you delete it everywhere. Its key stands only in the private link, behind the “#”, and is never sent to us: we cannot read it, and what we keep says neither which car nor which wallet. Whoever has the link can read the report, so send it as you would the report; it does not tell the transaction.</p>
<p>${terms?.text ?? ''}</p>
<p><a href="${pagePaths.terms}">All terms</a></p>
<h2 id="who">Who stands behind it</h2>
<p>${operator === undefined ? 'Whoever runs this instance has not given a name.' : html`<span translate="no">${operator}</span>`} <a href="${contact}" translate="no">${contact.replace('mailto:', '')}</a></p>
</div>`,
  };
}

/** Shows the project's own CHANGELOG.md: its headings, lists and emphasis. */
export function changelogPage(): Page {
  const text = readChangelog();
  return {
    path: paths.changelog,
    title: 'Changelog · Forecourt',
    description: 'What changed, version by version.',
    content: html`<div class="prose" lang="en">${markdownView(text, () => undefined)}</div>`,
  };
}

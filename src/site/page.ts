import { pagePaths, paths } from '../api/documents/links.ts';
import { type Html, html } from '../report/html/html.ts';
import { assetPaths } from './assets.ts';

export interface Page {
  path: string;
  title: string;
  description: string;
  /** What stands in `main`. */
  content: Html;
  scripts?: readonly string[];
  /** What the scripts import, so that it need not be found one file after the other. */
  modules?: readonly string[];
}

/** What all pages of one service share. */
export interface Site {
  products: readonly SitedProduct[];
  /** What people are offered: the product whose answer is a page. */
  offered: SitedProduct;
  publicUrl: string;
  /** Said on every page where payments are not real. */
  notice: string | undefined;
}

interface SitedProduct {
  slug: string;
  name: string;
  path: string;
  priceUsd: string;
  summary: string;
  sample: { path: string };
}

const MENU = [
  [pagePaths.sample, 'Sample report'],
  [pagePaths.coverage, 'Coverage'],
  [pagePaths.quote, 'Check a quote'],
  [paths.reference, 'API'],
  [pagePaths.buy, 'Buy a report'],
] as const;

const ENDS = [
  [paths.openapi, 'OpenAPI'],
  [paths.llms, 'llms.txt'],
  [paths.health, 'Status'],
  [paths.terms, 'Terms'],
  [paths.changelog, 'Changelog'],
  [paths.discovery, 'All documents'],
] as const;

/**
 * Nothing is loaded from anybody else. Scripts, where there are any, are files of ours.
 *
 * @NOTE `form-action` also covers where a form is sent on to, so it stays with this service.
 */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; " +
    "form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

export const HTML = 'text/html; charset=utf-8';

/** The frame that every page stands in. */
export function writePage(
  { path, title, description, content, scripts = [], modules = [] }: Page,
  { notice }: Site,
): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="stylesheet" href="${assetPaths.style}">
<link rel="icon" href="${assetPaths.icon}" type="image/svg+xml">
${modules.map((path) => html`<link rel="modulepreload" href="${path}">`)}
${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>${notice !== undefined && html`<p class="test">${notice}</p>`}
<nav class="bar" aria-label="Pages"><a class="name" href="${pagePaths.home}">Forecourt</a>${MENU.map(
    ([to, words]) => html`<a href="${to}"${to === path && html` aria-current="page"`}>${words}</a>`,
  )}</nav></header>
<main id="main">
${content}
</main>
<footer class="end">
<ul>${ENDS.map(([to, words]) => html`<li><a href="${to}">${words}</a></li>`)}</ul>
<p>For information only: not professional, legal or purchase advice, and not a vehicle-history report.</p>
</footer>
</body>
</html>
`;
  return page.text;
}

import type { SoldProduct } from '../documents/document.ts';
import { documentLinks, pagePaths, paths } from '../documents/links.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { Html, html } from '../view/html.ts';
import { mark, siteFiles } from './assets.ts';
import { frenchWords } from './in-locale.ts';
import { locales } from './locale.ts';
import { frenchValue } from './words/french-values.ts';

export interface Page {
  path: string;
  title: string;
  description: string;
  content: Html;
  scripts?: readonly string[];
  /** About one car or one visitor: not for search engines. Its title is shown with a link to it, so it has no VIN. */
  isPrivate?: boolean;
  /** Words of its picture where a link to it is shown; else it has that of all pages. */
  pictured?: string;
  /** Data for search engines, besides the words. */
  data?: object;
}

export interface Site {
  products: readonly SoldProduct[];
  /** The product that people are offered: its answer is a page. */
  offered: SoldProduct;
  publicUrl: string;
  /** Finds the picture with some words. */
  pictureOf(words: string): string;
  /** Said on every page where payments are not real. */
  notice: string | undefined;
  /** Who runs the service, in their own words, and where they are reached: an address of the web or of mail. */
  behind: { operator: string | undefined; contact: string };
  /** Whether a wallet for trying things out is offered. */
  hasTestWallet: boolean;
}

const MENU = [
  [pagePaths.sample, 'Sample'],
  [pagePaths.quote, 'Check a quote'],
  [pagePaths.coverage, 'Coverage'],
  [pagePaths.prices, 'Prices'],
  [paths.reference, 'API'],
] as const;

const ENDS = [
  [pagePaths.report, 'My reports'],
  [paths.health, 'Status'],
  [pagePaths.terms, 'Terms'],
  [pagePaths.privacy, 'Privacy'],
  [`${pagePaths.privacy}#who`, 'Contact'],
  [paths.changelog, 'Changelog'],
  [`${paths.reference}/documents`, 'All documents'],
] as const;

/**
 * Nothing is loaded from anybody else. Scripts, where there are any, are files of ours.
 *
 * @NOTE `form-action` also covers where a form is sent on to, so it stays with this service.
 */
export const safetyHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'self'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Programs are led to documents. */
export const pageHeaders = {
  ...safetyHeaders,
  Link: `${documentLinks}, <${paths.llms}>; rel="describedby", <${paths.serverCard}>; rel="service-meta"`,
};

/** Headers of a page about one visitor: kept by nobody, found by nobody. */
export const privateHeaders = { ...pageHeaders, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

export const HTML = 'text/html; charset=utf-8';

export function writePage(page: Page, site: Site): string {
  const { path, content, scripts = [] } = page;
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headOf(page, site)}
<link rel="stylesheet" href="${(path === pagePaths.report ? siteFiles.keptStyle : siteFiles.style).path}">
${path.startsWith(paths.reference) && html`<link rel="stylesheet" href="${siteFiles.referenceStyle.path}">`}
<link rel="icon" href="${siteFiles.icon.path}" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0e1412" media="(prefers-color-scheme: dark)">
${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>${site.notice !== undefined && html`<p class="test">${site.notice}</p>`}
<nav class="bar" aria-label="Pages"><a class="name" href="${pagePaths.home}">${mark}Forecourt</a><div class="links">${MENU.map(
    ([to, words]) => html`<a href="${to}"${to === path && html` aria-current="page"`}>${words}</a>`,
  )}</div><a class="cta" href="${pagePaths.buy}"${path === pagePaths.buy && html` aria-current="page"`}>Get a report</a></nav></header>
<main id="main">
${content}
</main>
<footer class="end">
<ul>${ENDS.map(([to, words]) => html`<li><a href="${to}">${words}</a></li>`)}</ul>
${!path.startsWith(paths.reference) && html`<p translate="no">${Object.entries(locales).map(([lang, { name }], at) => html`${at > 0 && ' · '}<a href="?lang=${lang}" hreflang="${lang}" lang="${lang.slice(0, 2)}">${name}</a>`)}</p>`}
<p>${disclaimer}</p>
</footer>
</body>
</html>
`;
  return text.text;
}

function headOf({ path, title, description, isPrivate, pictured, data }: Page, site: Site): Html {
  const { publicUrl } = site;
  const address = `${publicUrl}${path}`;
  const words = pictured ?? 'Know the car before you pay for it.';
  const french = frenchWords().pages?.[words] ?? frenchValue(words);
  // Who sends a private page to somebody shows what it is about, and never its address, which may hold a VIN.
  return html`<title>${title}</title>
<meta name="description" content="${description}">
${
  isPrivate === true
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${address}">
<meta property="og:url" content="${address}">`
}
<meta property="og:type" content="website">
<meta property="og:site_name" content="Forecourt">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:image" content="${publicUrl}${pictured === undefined ? '/share.jpg' : site.pictureOf(pictured)}" data-fr="${publicUrl}${site.pictureOf(french)}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
${data !== undefined && dataPart(data)}`;
}

/** @NOTE A data block never runs, so the policy on scripts lets it stand; "<" could end it. */
function dataPart(data: object): Html {
  return new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  );
}

/** Shows as code what stands between backticks. */
export function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

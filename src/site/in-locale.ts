import { z } from 'zod';
import { pagePaths, paths } from '../documents/links.ts';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand, rememberNewest, rememberShort } from '../lib/on-demand.ts';
import { asset } from './assets.ts';
import { browserScript } from './browser-script.ts';
import { chosenLocale, DEFAULT_LOCALE, localeOfBrowser, locales } from './locale.ts';
import { frenchValue } from './words/french-values.ts';
import { createTranslator } from './words/translate.ts';

const words = z.record(z.string(), z.string());
const parts = z.enum(['scripts', 'bills', 'costs', 'pages', 'report']);
/** The table of French sentences, in parts: a browser loads that of its scripts, and those of bills with the figures. */
export const frenchWords = onDemand(() => readDataFile('words/fr-CA.json', z.record(parts, words)));
const french = onDemand(() => ({
  table: asset('fr-CA.json', 'application/json', JSON.stringify(frenchWords().scripts)),
  script: browserScript('site/browser/french.js'),
  later: browserScript('site/browser/french-later.js'),
}));

/** Made when the first page is wanted in French: a start need not wait for its patterns. */
export const frenchTranslator = onDemand(() =>
  createTranslator(Object.assign({}, ...Object.values(frenchWords())), frenchValue, rememberShort),
);
export const localeAssets = () => Object.values(french());

/** What a reader says of the words that a page is wanted in: by the address, else by the browser. */
export interface Reader {
  url: string;
  acceptLanguage: string | undefined;
}

const MOST_KEPT = 50;
const translated = rememberNewest<string>(MOST_KEPT);

/** Writes a page of ours for its reader: in French where French is wanted, with links that keep what a link has chosen. */
export function writeInLocale(page: string, { url, acceptLanguage }: Reader): string {
  const { pathname, searchParams } = new URL(url, 'http://forecourt.invalid');
  const ofBrowser = localeOfBrowser(acceptLanguage);
  const chosen = chosenLocale(searchParams.get('lang'));
  const locale = chosen ?? ofBrowser;
  const written = locale === 'fr-CA' ? inFrench(page) : page.replace(/ data-fr="[^"]*"/g, '');
  const named = written
    .replace(/<a href="\?lang=([\w-]+)"/g, (_, lang: string) => {
      const search = new URLSearchParams(searchParams);
      search.set('lang', lang);
      const isCurrent = lang === locale ? ' aria-current="true"' : '';
      return `<a href="?${search.toString().replaceAll('&', '&amp;')}"${isCurrent}`;
    })
    .replace(/<link rel="canonical" href="([^"]*)">/, (_, address: string) => {
      const own = locale === DEFAULT_LOCALE ? address : `${address}?lang=${locale}`;
      const others = Object.keys(locales).map(
        (lang) => `<link rel="alternate" hreflang="${lang}" href="${address}?lang=${lang}">`,
      );
      return [`<link rel="canonical" href="${own}">`, ...others].join('\n');
    });
  return chosen === undefined || chosen === ofBrowser || !isOurPage(pathname)
    ? named
    : withLang(named, chosen);
}

function inFrench(page: string): string {
  return translated(page, () => {
    const { table, script, later } = french();
    const text = frenchTranslator()
      .page(page)
      .text.replace(
        '<html lang="en">',
        `<html lang="fr-CA" data-words="${table.path}" data-french="${script.path}">`,
      )
      .replace(/(href="https:\/\/wwwapps\.tc\.gc\.ca\/[^"]*lang=)eng/g, '$1fra')
      .replace(/( data-figures="[^"]*)\.json"/, '$1.fr-CA.json"');
    return text.includes('<script type="module"')
      ? text.replace('</head>', () => scriptTag(text.includes('id="look"') ? later.path : script.path))
      : text;
  });
}

const scriptTag = (path: string) => `<script type="module" src="${path}"></script>\n</head>`;

const PAGES: readonly string[] = [...Object.values(pagePaths), paths.health, paths.changelog];
const isOurPage = (path: string) => PAGES.includes(path);

/** Remembers a choice without a cookie: every link and form of the page carries it on. */
function withLang(page: string, lang: string): string {
  return page
    .replace(/(<a [^>]*?href=")(\/[^"?#]*)(\?[^"#]*)?/g, (whole, start: string, path: string, search = '') =>
      isOurPage(path) ? `${start}${path}${search === '' ? '?' : `${search}&amp;`}lang=${lang}` : whole,
    )
    .replace(/<form [^>]*action="(\/[^"]*)"[^>]*>/g, (whole, path: string) =>
      isOurPage(path) ? `${whole}<input type="hidden" name="lang" value="${lang}">` : whole,
    );
}

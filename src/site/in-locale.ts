import { z } from 'zod';
import { pagePaths, paths } from '../documents/links.ts';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand, rememberNewest, rememberShort } from '../lib/on-demand.ts';
import { asset } from './assets.ts';
import { browserModules } from './browser-modules.ts';
import { chosenLocale, DEFAULT_LOCALE, localeOfBrowser, locales } from './locale.ts';
import { frenchValue } from './words/french-values.ts';
import { createTranslator, type Words } from './words/translate.ts';

const part = z.record(z.string(), z.string());
/** The table of French sentences, in parts: a browser loads that of its scripts, and that of the costs with the figures. */
const frenchWords = onDemand(() =>
  readDataFile('words/fr-CA.json', z.object({ scripts: part, costs: part, pages: part, report: part })),
);
const french = onDemand(() => {
  const { scripts, costs } = frenchWords();
  const tableOf = (words: Words) => asset('fr-CA.json', 'application/json', JSON.stringify(words));
  return {
    table: tableOf(scripts),
    ofCosts: tableOf(costs),
    script: browserModules('site/browser/french.js'),
    later: browserModules('site/browser/french-later.js'),
  };
});

/** Made when the first page is wanted in French: a start need not wait for its patterns. */
export const frenchTranslator = onDemand(() =>
  createTranslator(Object.assign({}, ...Object.values(frenchWords())), frenchValue, rememberShort),
);
export const localeAssets = () => {
  const { table, ofCosts, script, later } = french();
  return [table, ofCosts, ...script.assets, ...later.assets];
};

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
    const { table, ofCosts, script, later } = french();
    const text = frenchTranslator()
      .page(page)
      .text.replace(
        '<html lang="en">',
        `<html lang="fr-CA" data-words="${table.path}" data-french="${script.entry}">`,
      )
      .replace(/(href="https:\/\/wwwapps\.tc\.gc\.ca\/[^"]*lang=)eng/g, '$1fra')
      .replace(' data-figures="', (figures) => ` data-words="${ofCosts.path}"${figures}`);
    return text.includes('<script type="module"')
      ? text.replace('</head>', () => scriptTag(text.includes('id="look"') ? later.entry : script.entry))
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

import { z } from 'zod';
import { pagePaths, paths } from '../documents/links.ts';
import { readDataFile } from '../lib/data-file.ts';
import { etagOf } from '../lib/etag.ts';
import { onDemand, rememberNewest, rememberShort } from '../lib/on-demand.ts';
import { type Asset, JAVASCRIPT } from './assets.ts';
import { browserScript } from './browser-script.ts';
import { chosenLocale, DEFAULT_LOCALE, localeOfBrowser, locales } from './locale.ts';
import { frenchValue } from './words/french-values.ts';
import { createTranslator, type Words } from './words/translate.ts';

const words = z.record(z.string(), z.string());
const parts = z.enum(['scripts', 'replies', 'costs', 'pages', 'report']);
/** The table of French sentences, in parts: a browser gets those of each script with it, and those of costs with the figures. */
export const frenchWords = onDemand(() => readDataFile('words/fr-CA.json', z.record(parts, words)));
const french = onDemand(() => ({
  script: browserScript('site/browser/french.js'),
  later: browserScript('site/browser/french-later.js'),
  /** Names the scripts that bring words along, by a digest of all words. */
  ending: `.fr-CA-${etagOf(JSON.stringify(frenchWords())).slice(1, 9)}.js`,
}));

/** A script, and the same with the French of what it says, and of what the service replies where it pays. */
export function inBothLanguages(asset: Asset): Asset[] {
  if (asset.contentType !== JAVASCRIPT) return [asset];
  const text = () => {
    const { scripts, replies } = frenchWords();
    const script = asset.text();
    const words = {
      ...wordsSaidIn(script, scripts ?? {}),
      ...(script.includes('ForecourtError') && replies),
    };
    return `(globalThis.frenchWords ??= []).push(${JSON.stringify(words)});\n${script}`;
  };
  return [asset, { ...asset, path: asset.path.replace('.js', french().ending), text }];
}

/** Finds the sentences whose words stand in a script, or in the figures of a place, whatever these join them to. */
export function wordsSaidIn(said: string, words: Words): Words {
  const longWords = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const known = new Set(longWords(said));
  return Object.fromEntries(
    Object.entries(words).filter(([sentence]) => longWords(sentence).every((word) => known.has(word))),
  );
}

/** Made when the first page is wanted in French: a start need not wait for its patterns. */
export const frenchTranslator = onDemand(() =>
  createTranslator(Object.assign({}, ...Object.values(frenchWords())), frenchValue, rememberShort),
);
export const localeAssets = () => [french().script, french().later];

/** The reader's choice of words for a page: by the address, else by the browser. */
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
    const { script, later, ending } = french();
    const text = frenchTranslator()
      .page(page)
      .text.replace('<html lang="en">', `<html lang="fr-CA" data-french="${script.path}">`)
      .replace(/"[^"]*" data-fr=/, '')
      .replace(/( (?:src|data-script)="[^"]*)\.js"/g, `$1${ending}"`)
      .replace(/(href="https:\/\/wwwapps\.tc\.gc\.ca\/[^"]*lang=)eng/g, '$1fra')
      .replace(/( data-figures="[^"]*)\.json"/, '$1.fr-CA.json"');
    // It comes first: nothing that the others say is seen before it is in French.
    const { path } = text.includes('id="look"') ? later : script;
    return text.replace('<script type="module"', (tag) => `${tag} src="${path}"></script>\n${tag}`);
  });
}

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

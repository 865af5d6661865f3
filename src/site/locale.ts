import type { Country } from '../costs/places.ts';

/** In whose words and for whose country a page is written. */
export const locales = {
  'en-CA': { country: 'CA', name: 'Canada' },
  'fr-CA': { country: 'CA', name: 'Canada, en français' },
  'en-US': { country: 'US', name: 'United States' },
} as const satisfies Readonly<Record<string, { country: Country; name: string }>>;

export type Locale = keyof typeof locales;

export const DEFAULT_LOCALE: Locale = 'en-CA';

const isLocale = (text: string): text is Locale => text in locales;

/** Reads what a link chose, such as `fr-CA` or `fr`. */
export function chosenLocale(lang: string | null | undefined): Locale | undefined {
  if (!lang) return undefined;
  if (isLocale(lang)) return lang;
  return lang === 'fr' ? 'fr-CA' : lang === 'en' ? 'en-CA' : undefined;
}

/** Reads the languages of a browser: French in any country, "en-US" for the United States, else English of Canada. */
export function localeOfBrowser(acceptLanguage = ''): Locale {
  const [first = ''] = acceptLanguage.split(',');
  if (/^\s*fr\b/i.test(first)) return 'fr-CA';
  const [region] = acceptLanguage.match(/-(US|CA)\b/i) ?? [];
  return region?.toUpperCase() === '-US' ? 'en-US' : DEFAULT_LOCALE;
}

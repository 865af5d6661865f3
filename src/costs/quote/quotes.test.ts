import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadJurisdiction } from '../load-jurisdictions.ts';
import { countryFacts, findPlace } from '../places.ts';
import { costsQuery } from '../query.ts';
import { checkQuoteText } from './check-quote.ts';
import type { QuoteFinding } from './finding.ts';

// Runs the quotes of test/costs/quotes, whose README.md says how they are written.

const FOLDER = new URL('../../../test/costs/quotes/', import.meta.url);

interface Judged {
  title: string;
  mark: string;
  line: string;
  found: QuoteFinding | undefined;
}

function judgedQuotes(file: string): Judged[] {
  const quotes = readFileSync(new URL(file, FOLDER), 'utf8').trim().split('\n\n');
  return quotes.flatMap((quote) => {
    const [title = '', ...rows] = quote.split('\n');
    const [place = '', price = '', ...more] = title.split(' ');
    const [country = '', code = ''] = place.toUpperCase().split('-');
    const key = findPlace(country, code);
    if (key === undefined) throw new Error(`${file}: ${title} names no place`);
    const query = costsQuery.parse({
      country,
      [countryFacts[key.country].placeParameter]: code,
      price,
      sale_type: 'dealer',
      model_year: '2019',
      fuel: 'gasoline',
      ...Object.fromEntries(more.map((part) => part.split('='))),
    });
    const written = rows.map((row) => {
      const [mark = '', ...words] = row.split(' ');
      return { mark, line: words.join(' ').replaceAll('<TAB>', '\t').replaceAll('<NL>', '\n') };
    });
    const text = written.map(({ line }) => line).join('\n');
    const { findings } = checkQuoteText(text, loadJurisdiction(key), { ...query, on: '2026-11-24' });
    const left = findings.filter(({ verdict }) => verdict !== 'missing');
    return written.map(({ mark, line }) => {
      const at = left.findIndex((finding) => finding.text?.split(' + ').some((part) => line.includes(part)));
      // A finding is that of the first line that has its name, but for one that stands there twice.
      const found = at < 0 ? undefined : left[at];
      if (found !== undefined && !found.text?.includes(' + ')) left.splice(at, 1);
      return { title, mark, line, found };
    });
  });
}

/** Tells whether a line is said to be more than is due. */
function isAccused({ mark, found }: Judged): boolean {
  if (found === undefined) return false;
  const { verdict, difference } = found;
  return (
    verdict === 'higher than the law says' ||
    verdict === 'on the quote twice' ||
    (verdict === 'not a government charge' && (mark !== '-' || difference !== null))
  );
}

it('accuses at most one honest line in a hundred, and finds 95 in a hundred of what is too high', () => {
  const lines = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.txt'))
    .flatMap(judgedQuotes);
  const honest = lines.filter(({ mark }) => !mark.startsWith('+'));
  const planted = lines.filter(({ mark }) => mark.startsWith('+'));
  const accused = honest.filter(isAccused).map(shown);
  const missed = planted.filter((judged) => !isAccused(judged)).map(shown);
  const unnamed = honest.filter(({ mark, found }) => mark === '=' && found?.verdict !== 'as the law says');
  expect(honest.length).toBeGreaterThan(200);
  expect(accused.length / honest.length, accused.join('\n')).toBeLessThanOrEqual(0.01);
  expect(missed.length / planted.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
  expect(unnamed.length / honest.length, unnamed.map(shown).join('\n')).toBeLessThanOrEqual(0.05);
});

function shown({ title, line, found }: Judged): string {
  return `${title}: ${line} -> ${found?.sentence}`;
}

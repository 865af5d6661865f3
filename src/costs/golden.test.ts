import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCostsService } from './costs-service.ts';
import { loadJurisdiction, loadJurisdictions } from './load-jurisdictions.ts';
import { countryFacts, findPlace, placeKeys } from './places.ts';
import type { Bill } from './published.ts';
import { costsQuery } from './query.ts';
import { checkQuoteText } from './quote/check-quote.ts';

// Runs the cases of test/costs/golden, whose README.md says how they are written.

const FOLDER = new URL('../../test/costs/golden/', import.meta.url);
/** The day that the cases are worked out for. */
const DAY = '2026-11-24';

/** One line of a file with the lines below it that are indented further. */
interface Entry {
  /** File and line, for whoever looks for what failed. */
  at: string;
  text: string;
  /** The derivation: the comments above and behind it. */
  notes: string[];
}

interface Group {
  title: string;
  entries: Entry[];
}

function readGroups(file: string): Group[] {
  const groups: Group[] = [];
  let notes: string[] = [];
  for (const [index, raw] of readFileSync(new URL(file, FOLDER), 'utf8').split('\n').entries()) {
    const [text = '', ...behind] = raw.split(/(?:^|\s)\s*# /);
    const entries = groups.at(-1)?.entries;
    const last = entries?.at(-1);
    if (text === '') {
      notes.push(...behind);
    } else if (text.startsWith('    ') && last !== undefined) {
      last.text += ` ${text.trim()}`;
      last.notes.push(...behind);
    } else if (text.startsWith('  ') && entries !== undefined) {
      entries.push({ at: `${file}:${index + 1}`, text: text.trim(), notes: [...notes, ...behind] });
      notes = [];
    } else if (/^\S/.test(text)) {
      groups.push({ title: text, entries: [] });
      notes = [];
    } else {
      throw new Error(`${file}:${index + 1} is indented below no title`);
    }
  }
  return groups;
}

/** `25000 dealer trade_in=5000 family_gift` as the parameters that a caller would send. */
function parametersOf(text: string): Record<string, string> {
  // The name of a city may have blanks; its words are capitalised.
  const [price = '', saleType = '', ...others] = text.split(/ (?=[a-z])/);
  const pairs = others.map((part) => {
    const [name = '', value = 'true'] = part.split('=');
    return [name, value] as const;
  });
  return { price, sale_type: saleType, ...Object.fromEntries(pairs) };
}

type Amounts = Record<string, number | [number, number] | null>;

/** A bill cut down to figures: its lines by their ids, `known` and `range` the totals. */
function figuresOf({ lines, known, range }: Bill): Amounts {
  const amounts: Amounts = {};
  for (const { id, amount, range: bounds } of lines) {
    if (id in amounts) throw new Error(`two lines are called ${id}`);
    if ((amount === undefined) === (bounds === undefined))
      throw new Error(`${id} needs an amount or a range`);
    amounts[id] = amount ?? (bounds === undefined ? null : [bounds.low, bounds.high]);
  }
  return { ...amounts, known, range: [range.low, range.high] };
}

/** The other lawful amounts that stand beside lines. */
function alternativesOf({ lines }: Bill): Amounts {
  return Object.fromEntries(
    lines.flatMap(({ id, alternative }) =>
      alternative === undefined ? [] : [[id, alternative.amount ?? null]],
    ),
  );
}

const ITEM =
  /^(?<kind>or |no )?(?<id>[a-z][a-z0-9-]*)(?: (?<low>\d+(?:\.\d+)?)(?:\.\.(?<high>\d+(?:\.\d+)?))?)?$/;

interface Expected {
  /** The bill has no other lines. */
  only: boolean;
  figures: Amounts;
  alternatives: Amounts | undefined;
}

function readExpected(at: string, text: string): Expected {
  const only = text.startsWith('only ');
  const figures: Amounts = {};
  let alternatives: Amounts | undefined;
  for (const item of text.replace(/^only /, '').split(', ')) {
    const { kind, id = '', low, high } = ITEM.exec(item)?.groups ?? {};
    const isAbsent = kind === 'no ';
    if (isAbsent && id === 'alternatives') {
      alternatives = {};
      continue;
    }
    if (!ids.has(id)) throw new Error(`${at} names a line that no place has: ${item}`);
    if ((low === undefined) !== isAbsent)
      throw new Error(`${at} needs an amount, or "no" before the line: ${item}`);
    if (kind === 'or ') alternatives ??= {};
    const target = kind === 'or ' && alternatives ? alternatives : figures;
    target[id] = low === undefined ? null : high === undefined ? Number(low) : [Number(low), Number(high)];
  }
  return { only, figures, alternatives };
}

const jurisdictions = loadJurisdictions();
const costs = createCostsService({ jurisdictions });
const ids = new Set([
  'known',
  'range',
  'documentation-tax',
  ...jurisdictions.flatMap(({ privateSaleTaxes, dealerSaleTaxes, fees }) =>
    [...privateSaleTaxes, ...dealerSaleTaxes, ...fees].map(({ id }) => id),
  ),
]);
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.txt'));

it('there are cases for every place', () => {
  const named = placeKeys.map(({ country, code }) => `${country}-${code}.txt`.toLowerCase());
  expect(files.toSorted()).toEqual(named.toSorted());
});

describe.each(files)('%s', (file) => {
  const [country = '', code = ''] = file.replace('.txt', '').toUpperCase().split('-');
  const place = findPlace(country, code);
  if (place === undefined) throw new Error(`${file} is named after no place`);
  const data = loadJurisdiction(place);
  const given = { country, [countryFacts[place.country].placeParameter]: code };
  const queryOf = (text: string) => ({
    ...costsQuery.parse({ ...given, ...parametersOf(text) }),
    on: DAY,
  });
  const billOf = (text: string) => costs.compute(queryOf(text));

  describe.each(readGroups(file))('$title', ({ title, entries }) => {
    if (title.startsWith('quote:')) {
      const [sale, ...rows] = entries;
      const lines = rows.map(({ text }) => text.split(' | ')[0] ?? '');
      it.each(rows)('$at $text', ({ text, notes }) => {
        const [line = '', judged] = text.split(' | ');
        const { findings, notRead } = checkQuoteText(lines.join('\n'), data, queryOf(sale?.text ?? ''));
        expect(notRead).not.toContain(line.trim());
        const about = findings.find((finding) =>
          finding.text?.split(' + ').some((part) => line.startsWith(part)),
        );
        const found = about === undefined ? 'left out' : about.verdict;
        expect(about?.difference ? `${found} by ${about.difference}` : found, notes.join('\n')).toBe(judged);
      });
      return;
    }
    it.each(entries)('$at $text', ({ at, text, notes }) => {
      const [query = '', expected = ''] = text.split(' -> ');
      const bill = billOf(query);
      const why = notes.join('\n');
      if (expected.startsWith('same as ')) {
        expect(figuresOf(bill), why).toEqual(figuresOf(billOf(expected.replace('same as ', ''))));
        return;
      }
      const wanted = readExpected(at, expected);
      const all = figuresOf(bill);
      const named = Object.fromEntries(Object.keys(wanted.figures).map((id) => [id, all[id] ?? null]));
      expect(wanted.only ? all : named, why).toEqual(wanted.figures);
      if (wanted.alternatives) expect(alternativesOf(bill), why).toEqual(wanted.alternatives);
    });
  });
});

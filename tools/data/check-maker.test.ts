import { describe, expect, it } from 'vitest';
import type { Entry, Maker } from '../../src/warranty/makers.ts';
import { checkMaker } from './check-maker.ts';
import { checkWarrantyData } from './check-warranty.ts';

function entry(first: number, last: number, changes: Partial<Entry> = {}): Entry {
  return {
    years: [first, last],
    markets: ['US'],
    basic: { months: 36, miles: 36000, transferable: true },
    powertrain: { within: 'basic' },
    corrosion: 'unknown',
    roadside: 'none',
    evBattery: 'unknown',
    source: 'booklet',
    basis: 'read',
    confidence: 'high',
    checkedOn: '2026-01-31',
    ...changes,
  };
}

type Source = Maker['sources'][string];

const booklet: Source = {
  url: 'https://example.com/booklet',
  title: 'Booklet',
  publisher: 'Example',
  kind: 'maker',
  page: 'page 3',
};
const maker = (entries: Entry[], changes: Partial<Maker> = {}): Maker => ({
  make: 'Example',
  sources: { booklet },
  entries,
  ...changes,
});
/** One entry for 2000 that has these. */
const having = (changes: Partial<Entry>) => maker([entry(2000, 2000, changes)]);
/** One entry that believes a source of this kind so much. */
const believing = (confidence: Entry['confidence'], kind: Source['kind'], title = 'Booklet') => {
  const { page: _, ...unpaged } = booklet;
  return maker([entry(2000, 2000, { confidence })], { sources: { booklet: { ...unpaged, title, kind } } });
};

describe('the check of the warranty data', () => {
  it('finds nothing wrong with the data that ship', () => {
    expect(checkWarrantyData()).toEqual([]);
  });

  it('accepts years in a row, models of their own, and gaps that say why', () => {
    const good = maker([entry(2000, 2004), entry(2002, 2003, { models: ['Sport'] }), entry(2008, 2009)], {
      notEstablished: [{ years: [2005, 2005], markets: ['US'], why: 'It changed then.' }],
      notSold: [{ years: [2006, 2007], markets: ['US'], why: 'Nothing was sold.' }],
    });

    expect(checkMaker(good)).toEqual([]);
  });

  const sport = entry(2000, 2004, { models: ['Sport'] });
  const ended = { within: 'basic', months: 60 } as const;
  const unnamed = { months: 60, miles: 60000, exceptions: [{ months: 60, miles: 100000 }] };

  it.each<[string, Maker, string]>([
    [
      'overlapping years',
      maker([entry(2000, 2004), entry(2004, 2006)]),
      '2000-2004 US and 2004-2006 US overlap in US',
    ],
    [
      'two entries for one model',
      maker([entry(2000, 2004), sport, entry(2003, 2003, { models: ['SPORT XL'] })]),
      '2000-2004 US Sport and 2003-2003 US SPORT XL overlap in US',
    ],
    ['a year that says nothing', maker([entry(2000, 2004), entry(2006, 2006)]), '2005 is neither in entries'],
    ['years in the wrong order', maker([entry(2004, 2000)]), 'the first year is after the last'],
    ['a source that is not listed', having({ source: 'forum' }), 'source "forum" is not listed'],
    ['a source that is not used', maker([]), 'source "booklet" is used nowhere'],
    ['no distance at all', having({ corrosion: { months: 60 } }), 'corrosion: give either miles, km or both'],
    [
      'both a distance and unlimited distance',
      having({ corrosion: { months: 60, miles: 1, unlimitedDistance: true } }),
      'corrosion: give either miles, km or both',
    ],
    [
      'neither months nor lifetime',
      having({ roadside: { unlimitedDistance: true } }),
      'roadside: give either months or lifetime',
    ],
    [
      'a confidence that a table in a newspaper does not bear',
      believing('high', 'press'),
      'confidence cannot be high by the source "booklet", at most medium',
    ],
    [
      'an article about another year',
      believing('medium', 'press', 'Warranties of 2015'),
      'confidence cannot be medium by the source "booklet", at most low',
    ],
    [
      'an article about another maker',
      believing('medium', 'press', 'Mazda Takes a Shot at Example and Kia'),
      'confidence cannot be medium by the source "booklet", at most low',
    ],
    [
      'a booklet without the page',
      believing('high', 'maker'),
      'confidence cannot be high by the source "booklet", at most medium',
    ],
    [
      'a forum that is believed',
      believing('medium', 'other'),
      'confidence cannot be medium by the source "booklet", at most low',
    ],
    [
      'an exception that holds for no vehicle in particular',
      having({ powertrain: unnamed }),
      'exception 1: say for which vehicles it holds',
    ],
    [
      'a term beside "within basic"',
      having({ powertrain: ended }),
      'powertrain: within basic leaves no room for a term',
    ],
    [
      'a powertrain within a basic coverage that is unknown',
      having({ basic: 'unknown' }),
      'powertrain cannot be within a basic coverage',
    ],
  ])('finds %s', (_, wrong, problem) => {
    expect(checkMaker(wrong).join('\n')).toContain(problem);
  });
});

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

function maker(entries: Entry[], changes: Partial<Maker> = {}): Maker {
  return {
    make: 'Example',
    sources: {
      booklet: {
        url: 'https://example.com/booklet',
        title: 'Booklet',
        publisher: 'Example',
        kind: 'maker',
        page: 'page 3',
      },
    },
    entries,
    ...changes,
  };
}

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

  it.each<[string, Maker, string]>([
    [
      'overlapping years',
      maker([entry(2000, 2004), entry(2004, 2006)]),
      '2000-2004 US and 2004-2006 US overlap in US',
    ],
    [
      'two entries for one model',
      maker([
        entry(2000, 2004),
        entry(2000, 2004, { models: ['Sport'] }),
        entry(2003, 2003, { models: ['SPORT XL'] }),
      ]),
      '2000-2004 US Sport and 2003-2003 US SPORT XL overlap in US',
    ],
    ['a year that says nothing', maker([entry(2000, 2004), entry(2006, 2006)]), '2005 is neither in entries'],
    ['years in the wrong order', maker([entry(2004, 2000)]), 'the first year is after the last'],
    [
      'a source that is not listed',
      maker([entry(2000, 2000, { source: 'forum' })]),
      'source "forum" is not listed',
    ],
    ['a source that is not used', maker([]), 'source "booklet" is used nowhere'],
    [
      'neither distance nor unlimited distance',
      maker([entry(2000, 2000, { corrosion: { months: 60 } })]),
      'corrosion: give either miles, km or both',
    ],
    [
      'both a distance and unlimited distance',
      maker([entry(2000, 2000, { corrosion: { months: 60, miles: 1, unlimitedDistance: true } })]),
      'corrosion: give either miles, km or both',
    ],
    [
      'neither months nor lifetime',
      maker([entry(2000, 2000, { roadside: { unlimitedDistance: true } })]),
      'roadside: give either months or lifetime',
    ],
    [
      'a confidence that a table in a newspaper does not bear',
      maker([entry(2000, 2000)], {
        sources: {
          booklet: { url: 'https://example.com/', title: 'Survey', publisher: 'Gazette', kind: 'press' },
        },
      }),
      'confidence cannot be high by the source "booklet", at most medium',
    ],
    [
      'a booklet without the page',
      maker([entry(2000, 2000)], {
        sources: {
          booklet: { url: 'https://example.com/', title: 'Booklet', publisher: 'Example', kind: 'maker' },
        },
      }),
      'confidence cannot be high by the source "booklet", at most medium',
    ],
    [
      'a forum that is believed',
      maker([entry(2000, 2000, { confidence: 'medium' })], {
        sources: {
          booklet: { url: 'https://example.com/', title: 'Thread', publisher: 'Forum', kind: 'other' },
        },
      }),
      'confidence cannot be medium by the source "booklet", at most low',
    ],
    [
      'an exception that holds for no vehicle in particular',
      maker([
        entry(2000, 2000, {
          powertrain: { months: 60, miles: 60000, exceptions: [{ months: 60, miles: 100000 }] },
        }),
      ]),
      'exception 1: say for which vehicles it holds',
    ],
    [
      'a term beside "within basic"',
      maker([entry(2000, 2000, { powertrain: { within: 'basic', months: 60 } })]),
      'powertrain: within basic leaves no room for a term',
    ],
    [
      'a powertrain within a basic coverage that is unknown',
      maker([entry(2000, 2000, { basic: 'unknown' })]),
      'powertrain cannot be within a basic coverage',
    ],
  ])('finds %s', (_, wrong, problem) => {
    expect(checkMaker(wrong).join('\n')).toContain(problem);
  });
});

import { describe, expect, it } from 'vitest';
import { createCostsService } from './costs-service.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { localAreas } from './local-areas.ts';
import type { Bill } from './published.ts';
import { costsQuery } from './query.ts';

const service = createCostsService({ jurisdictions: loadJurisdictions() });
const sale = { country: 'US', price: '20000', sale_type: 'private', on: '2026-11-24' };

const bill = (given: Record<string, string>): Bill =>
  service.compute(costsQuery.parse({ ...sale, ...given }));
const notes = (given: Record<string, string>) => bill(given).notes.join(' ');
const line = (given: Record<string, string>, wanted: string | RegExp) =>
  bill(given).lines.find(({ id }) => (typeof wanted === 'string' ? id === wanted : wanted.test(id)));
const tax = (given: Record<string, string>) => line(given, /^(sales|use)-tax$/);

describe('the county of a buyer', () => {
  it.each([
    [{ state: 'TX', postal_code: '75201' }, 'lives in Dallas County.'],
    [{ state: 'TX', city: 'Dallas' }, 'in one of the counties Dallas, Collin, Denton, Kaufman, Rockwall.'],
    [{ state: 'LA', city: 'New Orleans' }, 'in Orleans Parish.'],
    [{ state: 'MD', city: 'Baltimore' }, 'in Baltimore city.'],
    [{ state: 'AK', city: 'Anchorage' }, 'in Anchorage.'],
    [{ state: 'TX', postal_code: '79735' }, 'lives there.'],
    [{ state: 'NJ' }, 'lives there.'],
  ])('is named, as far as %j says it', (given, words) => {
    expect(bill(given).assumptions[0]).toContain(words);
  });

  it('decides its fee where that is known', () => {
    const fee = (postal_code: string) => line({ state: 'TX', postal_code }, 'county-fees')?.range;
    expect(fee('75201')).toEqual({ low: 1.5, high: 11.5, typical: 11.5 });
    expect(fee('77002')).toEqual({ low: 0, high: 11.5, typical: 10 });
  });
});

describe('the local tax of a city', () => {
  it('is exact where a table has it', () => {
    expect(tax({ state: 'NY', city: 'Brooklyn' })).toMatchObject({ known: true, confidence: 'medium' });
  });

  it('is a range where it is less sure, and a note says so', () => {
    expect(tax({ state: 'CO', city: 'Denver' })).toMatchObject({ known: false, confidence: 'low' });
    expect(notes({ state: 'CO', city: 'Denver' })).toContain('low confidence');
  });

  it('is said to have no source where it has none', () => {
    expect(notes({ state: 'AL', city: 'Birmingham' })).toMatch(/Birmingham is between .* without a source/);
  });

  it.each(['saint louis', 'ST. LOUIS', ' St Louis '])('is found however the city is spelled: %j', (city) => {
    expect(tax({ state: 'MO', city })).toEqual(tax({ state: 'MO', city: 'St. Louis' }));
    expect(tax({ state: 'MO', city })?.range).not.toEqual(tax({ state: 'MO' })?.range);
  });

  it('stays a range for a city that is not known, and a note says so', () => {
    expect(tax({ state: 'CO', city: 'Nowhere' })).toEqual(tax({ state: 'CO' }));
    expect(notes({ state: 'CO', city: 'Nowhere' })).toContain('The city Nowhere is not among those');
  });

  it('is not that of the buyer where the dealer charges the tax of its own place', () => {
    const dealer = { state: 'WA', city: 'Seattle', sale_type: 'dealer' };
    expect(tax(dealer)).toEqual(tax({ state: 'WA', sale_type: 'dealer' }));
    expect(notes(dealer)).toContain('A dealer charges the local tax of its own place');
    expect(tax({ state: 'CO', city: 'Denver', sale_type: 'dealer' })).toMatchObject({ confidence: 'low' });
  });

  it('is the one that the caller gives, where one is given', () => {
    const given = { state: 'CO', city: 'Denver', local_rate: '5' };
    expect(tax(given)).toMatchObject({ amount: 1580, known: true });
    expect(notes(given)).not.toContain('local tax of Denver');
  });

  it('contradicts a postal code of another county', () => {
    const given = { ...sale, state: 'CO', city: 'Denver', postal_code: '80903' };
    expect(costsQuery.safeParse(given).error?.issues).toMatchObject([
      {
        path: ['city'],
        message: expect.stringContaining('is in the county of Denver, where 80903 does not lie'),
      },
    ]);
  });
});

describe('the local tax of a postal code', () => {
  it('is the range over the places in which it lies', () => {
    // 80014 is of Denver (6.25 %) and Aurora (4.85 to 6.1 %), with the state 2.9 %.
    expect(tax({ postal_code: '80014' })).toMatchObject({ range: { low: 1550, high: 1830 } });
    // 10705 is of Yonkers: 8.875 %, in the rest of Westchester 8.375 %.
    expect(tax({ postal_code: '10705' })?.range).toMatchObject({ low: 1675, high: 1775 });
  });

  it('is told as it is counted: no wider than the state knows', () => {
    expect(tax({ postal_code: '98101' })?.rateRange?.high).toBe(7 + 4.2);
    expect(notes({ postal_code: '98101' })).toContain('is between 3.8% and 4.2%');
  });

  it('stays a range where nothing is known, and a note says so', () => {
    expect(tax({ postal_code: '81401' })).toEqual(tax({ state: 'CO' }));
    expect(notes({ postal_code: '81401' })).toContain('The postal code 81401 does not narrow the local tax');
  });
});

describe('what a county decides', () => {
  it('says what would narrow it where it is open', () => {
    const { narrowing } = bill({ state: 'TX' });
    expect(narrowing).toContainEqual({ parameter: 'postal_code', line: 'title', byUpTo: 5 });
    expect(narrowing).toContainEqual({ parameter: 'postal_code', line: 'emissions-test', byUpTo: 18.5 });
    const each = narrowing.map(({ parameter, line }) => `${parameter} ${line}`);
    expect(each).toEqual([...new Set(each)]);
  });

  it('is not said to narrow more than it does: what no county settles stays', () => {
    const take = { parameter: 'postal_code', line: 'county-fees' };
    const dallas = { state: 'TX', city: 'Dallas' };
    expect(line(dallas, 'county-fees')?.range).toMatchObject({ low: 0, high: 11.5 });
    expect(line({ postal_code: '75201' }, 'county-fees')?.range).toMatchObject({ low: 1.5, high: 11.5 });
    expect(bill(dallas).narrowing).toContainEqual({ ...take, byUpTo: 1.5 });
    expect(bill({ state: 'TX' }).narrowing).toContainEqual({ ...take, byUpTo: 21.5 });
  });
});

describe('a fact that narrows nothing', () => {
  it.each([
    [{ state: 'DC', postal_code: '20500' }, 'postal_code narrows nothing here'],
    [{ state: 'TX', msrp: '30000', weight_lb: '3000' }, 'weight_lb and msrp narrow nothing here'],
    [{ state: 'IL', city: 'Chicago' }, 'city narrows nothing here'],
  ])('is said so: %j', (given, note) => {
    expect(notes(given)).toContain(note);
  });

  it('is not said of one that narrows something', () => {
    const given = { state: 'CO', city: 'Denver', model_year: '2013', fuel: 'gasoline' };
    expect(notes(given)).not.toContain('nothing here');
  });
});

it('every rate of the file lies within what its state says of any place', () => {
  for (const [state, { cities }] of Object.entries(localAreas().states)) {
    for (const city of Object.keys(cities)) {
      const [open, told] = [tax({ state }), tax({ state, city })];
      const bounds = (one: typeof open) => one?.range ?? { low: one?.amount ?? 0, high: one?.amount ?? 0 };
      const [wide, own] = [bounds(open), bounds(told)];
      expect([state, city, own.low >= wide.low, own.high <= wide.high]).toEqual([state, city, true, true]);
    }
  }
});

import { describe, expect, it } from 'vitest';
import { createCostsService } from './costs-service.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { costsQuery } from './query.ts';

const service = createCostsService({ jurisdictions: loadJurisdictions() });
const compute = (parameters: Record<string, string>) => service.compute(costsQuery.parse(parameters));
const lineOf = (parameters: Record<string, string>, id: string) =>
  compute(parameters).lines.find((line) => line.id === id);

const dealer = { country: 'US', price: '25000', sale_type: 'dealer' };

describe('a line', () => {
  it('says its rate, what it is taken of, how it was computed and where it comes from', () => {
    expect(
      lineOf(
        { country: 'CA', province: 'BC', price: '130000', sale_type: 'private', book_value: '130000' },
        'pst',
      ),
    ).toMatchObject({
      category: 'tax',
      amount: 19_500,
      rate: 15,
      taxableAmount: 130_000,
      known: true,
      mandatory: true,
      note: expect.stringContaining('15% of the taxable amount, the rule from $125,000.'),
      source: {
        url: expect.stringMatching(/^https:/),
        publisher: expect.any(String),
        title: expect.any(String),
      },
      confidence: 'high',
      asOf: expect.stringMatching(/^\d{4}/),
    });
  });

  it('that is a share of the price says so of fees, too', () => {
    // California takes 0.65 % of the price as its license fee: 162.50 of 25,000.
    const fee = { amount: 162.5, rate: 0.65, taxableAmount: 25_000 };
    expect(lineOf({ ...dealer, state: 'CA' }, 'vlf')).toMatchObject(fee);
    expect(lineOf({ ...dealer, state: 'CA' }, 'transfer')).not.toHaveProperty('taxableAmount');
  });

  it('of tiers says where each begins and ends', () => {
    const excise = lineOf({ ...dealer, state: 'OK' }, 'excise-tax');
    expect(excise?.note).toMatch(/^\$20 on the first \$1,500 and 3\.25% on the part above \$1,500\. /);
    const luxury = lineOf({ ...dealer, state: 'WA', price: '200000' }, 'luxury-tax');
    expect(luxury?.note).toMatch(/^8% on the part above \$102,000\. /);
  });

  it('of a state with local tax is a range with its rates, and exact with the local rate', () => {
    expect(lineOf({ ...dealer, state: 'CA' }, 'sales-tax')).toMatchObject({
      range: { low: 1812.5, high: 2812.5 },
      rateRange: { low: 7.25, high: 11.25 },
      known: false,
    });
    const exact = lineOf({ ...dealer, state: 'CA', local_rate: '1' }, 'sales-tax');
    expect(exact).toMatchObject({ amount: 2062.5, rate: 8.25 });
  });

  it('lists the cases when the query does not say which one holds', () => {
    expect(lineOf({ ...dealer, state: 'DC' }, 'registration')).toMatchObject({
      range: { low: 72, high: 500, typical: 175 },
      cases: [
        { when: 'up to 3,499 lb', amount: 72 },
        { when: '3,500 to 4,499 lb and battery electric', amount: 72 },
        { when: '3,500 to 4,499 lb', amount: 175 },
        { when: '4,500 to 4,999 lb', amount: 175 },
        { when: '5,000 to 5,999 lb', amount: 250 },
        { when: '6,000 lb or more', amount: 500 },
      ],
    });
  });

  it('that holds for some cars only begins at nothing and says what it costs for them', () => {
    expect(lineOf({ ...dealer, state: 'TN' }, 'ev-fee')).toMatchObject({
      range: { low: 0, high: 200 },
      cases: [
        { when: 'for electric cars', amount: 200 },
        { when: 'otherwise', amount: 0 },
      ],
      known: false,
    });
  });
});

describe('the typical total', () => {
  const total = (more: Record<string, string>) =>
    compute({ ...dealer, fuel: 'gasoline', model_year: '2013', on: '2026-11-25', ...more }).range;

  it('is the exact lines and of each range what most buyers pay', () => {
    // 6.25 % of 9,500, 33 + 50.75 + 1 + 4.75 + 7.50 + 18.50, and of the county 11.50.
    const sale = { state: 'TX', postal_code: '75201', price: '9500', sale_type: 'private' };
    expect(total(sale).typical).toBe(593.75 + 115.5 + 11.5);
    // The dealer asks 225 for papers, which Texas does not tax.
    expect(total({ ...sale, sale_type: 'dealer' }).typical).toBe(593.75 + 115.5 + 11.5 + 225);
  });

  it('stands nowhere where nobody knows what most pay of one line, or whether it is due', () => {
    expect(total({ state: 'CO', city: 'Denver' })).not.toHaveProperty('typical');
    expect(total({ state: 'TX', postal_code: '75201', fuel: 'electric' })).toHaveProperty('typical');
    const { fuel: _, ...openFuel } = { ...dealer, fuel: '', state: 'TX', postal_code: '75201' };
    expect(compute(openFuel).range).not.toHaveProperty('typical');
  });

  it('is none where all is exact', () => {
    const exact = total({ state: 'TX', postal_code: '79735', price: '9500', sale_type: 'private' });
    expect(exact.low < exact.high).toBe('typical' in exact);
  });
});

describe('what narrows a line', () => {
  const narrowing = (state: string, car: Record<string, string> = {}) =>
    compute({ ...dealer, state, ...car })
      .narrowing.filter(({ line }) => ['registration-county', 'motor-vehicle-tax'].includes(line))
      .map(({ parameter }) => parameter)
      .sort();

  it.each(['WY', 'NE'])('is what decides an amount of the car in %s, until it is known', (state) => {
    expect(narrowing(state)).toEqual(['model_year', 'msrp']);
    expect(narrowing(state, { msrp: '30000' })).toEqual(['model_year']);
    expect(narrowing(state, { msrp: '30000', model_year: '2012' })).toEqual([]);
  });
});

describe('an alternative', () => {
  const sale = { country: 'CA', province: 'BC', sale_type: 'dealer' };

  it('stands beside the line where it is another amount', () => {
    // 10 % of 60,000 is 6,000; a zero-emission car bears 7 %, which is 4,200: without the fuel it may be either.
    expect(lineOf({ ...sale, price: '60000' }, 'pst')).toMatchObject({
      range: { low: 4200, high: 6000, typical: 6000 },
      alternative: { amount: 4200, why: expect.stringContaining('zero-emission') },
    });
  });
});

describe('a trade-in', () => {
  it('of nothing is no trade-in', () => {
    for (const state of ['GA', 'MI', 'CA', 'AK']) {
      for (const sale_type of ['dealer', 'private']) {
        const without = { ...dealer, state, sale_type };
        expect(compute({ ...without, trade_in: '0' })).toEqual(compute(without));
      }
    }
  });

  it('is deducted where the state grants full credit', () => {
    expect(lineOf({ ...dealer, state: 'GA', trade_in: '5000' }, 'title-ad-valorem-tax')).toMatchObject({
      taxableAmount: 20_000,
      amount: 1400,
      note: expect.stringContaining('The trade-in of $5,000 is taken off the price of $25,000.'),
    });
  });

  it('is not deducted in a private sale, even where the law would', () => {
    // South Dakota takes a traded car off in a private sale, too; its notes say so. 4 % of 25,000 is 1,000.
    const sale = { ...dealer, state: 'SD', sale_type: 'private', trade_in: '5000' };
    expect(lineOf(sale, 'excise-tax')).toMatchObject({
      amount: 1000,
      note: expect.stringContaining('A trade-in is not deducted in a private sale.'),
    });
    expect(compute(sale).notes).toContainEqual(expect.stringContaining('32-5B-4'));
  });

  it('is said not to count where the state taxes the whole price', () => {
    expect(lineOf({ ...dealer, state: 'CA', trade_in: '5000', local_rate: '0' }, 'sales-tax')).toMatchObject({
      taxableAmount: 25_000,
      amount: 1812.5,
      note: expect.stringContaining('does not lower this tax'),
    });
  });
});

describe('the notes of a result', () => {
  it('say when a parameter changes nothing', () => {
    expect(compute({ ...dealer, state: 'SC', local_rate: '1' }).notes).toContain(
      'local_rate changes nothing: no local tax falls on this sale in South Carolina.',
    );
    expect(compute({ ...dealer, state: 'GA', sale_type: 'private', trade_in: '1' }).notes[0]).toContain(
      'is not deducted',
    );
    const sale = { country: 'CA', price: '1', sale_type: 'private' };
    const plates = compute({ ...sale, province: 'QC', buyer_has_plates: 'true' });
    expect(plates.notes[0]).toBe('buyer_has_plates changes nothing: no fee in Quebec depends on it.');
    const gift = compute({ ...sale, province: 'AB', family_gift: 'true' });
    expect(gift.notes[0]).toContain('family_gift changes nothing');
  });

  it('warn of a local rate that no place there is known to have', () => {
    // 8.875 % is the whole tax of New York City; its local part is 4.875 %.
    expect(compute({ ...dealer, state: 'NY', local_rate: '8.875' }).notes[0]).toBe(
      'The local_rate of 8.875% is outside the 3% to 4.875% known for New York. It is the local part alone: leave the rate of the state out of it.',
    );
    for (const local_rate of ['3', '4.875']) {
      expect(compute({ ...dealer, state: 'NY', local_rate }).notes.join()).not.toContain('local_rate');
    }
  });

  it('come with what was assumed', () => {
    const sale = { country: 'CA', province: 'ON', price: '1', sale_type: 'private' };
    expect(compute(sale).assumptions).toContain('The buyer needs new plates.');
    expect(compute({ ...sale, buyer_has_plates: 'true' }).assumptions).toContain(
      'The buyer has valid plates to move to the car.',
    );
  });

  it.each([
    [{ country: 'CA', province: 'ON' }, 'Ontario'],
    [{ country: 'US', state: 'DC' }, 'the District of Columbia'],
    [{ country: 'CA', province: 'NT' }, 'the Northwest Territories'],
  ])('name %j as a sentence does: %s', (place, name) => {
    const { assumptions } = compute({ ...place, price: '1', sale_type: 'private' });
    expect(assumptions[0]).toContain(`A used passenger car for private use, registered in ${name}`);
  });
});

describe('what is not due at the counter', () => {
  const at = (state: string, more: Record<string, string> = {}) =>
    compute({ ...dealer, state, on: '2026-11-24', model_year: '2019', fuel: 'gasoline', ...more });

  it('is billed later by a town, never known, and comes again', () => {
    // Massachusetts: 2.5 % of a tenth of 28,000 a year; registration 60 for two years, inspection 35.
    const bill = at('MA', { msrp: '28000' });
    expect(bill.lines.at(-1)).toMatchObject({ id: 'municipal-excise', amount: 70, known: false });
    expect(bill.dueLater).toEqual({ known: 0, low: 70, high: 70 });
    expect(bill.laterYears).toEqual({ low: 135, high: 135 });
  });

  it('is due before a private buyer of South Carolina registers, and after a sale by a dealer', () => {
    expect(at('SC').dueLater).toEqual({ known: 0, low: 200, high: 1000 });
    expect(at('SC', { sale_type: 'private' }).dueLater.high).toBe(0);
    // 40 for two years and the property tax.
    expect(at('SC').laterYears).toEqual({ low: 220, high: 1020 });
  });
});

describe('the tax on the documentation fee', () => {
  const taxAt = (state: string, more: Record<string, string> = {}) =>
    lineOf({ ...dealer, state, ...more }, 'documentation-tax');

  it('follows from what the place taxes and from the local rate', () => {
    // Colorado: 2.9 and 5 % of at most 999, mostly of 699.
    expect(taxAt('CO', { local_rate: '5' })?.range).toEqual({ low: 0, high: 78.92, typical: 55.22 });
    expect(taxAt('CO', { local_rate: '5' })?.known).toBe(false);
    expect(taxAt('TX')).toBeUndefined();
    expect(taxAt('OR')).toBeUndefined();
  });

  it('says where it is not known whether it is due', () => {
    expect(taxAt('RI')).toMatchObject({ confidence: 'low', range: { low: 0, high: 48.93 } });
  });
});

it('leaves a tax open whose trade-in the law credits in part, by the limit of the year', () => {
  // Michigan: 6 % of 25,000 less 12,000 in 2026, and less 13,000 in 2027.
  const sale = (on: string) => ({ ...dealer, state: 'MI', trade_in: '15000', on });
  const tax = (on: string) => lineOf(sale(on), 'sales-tax');
  expect(tax('2026-12-31')).toMatchObject({ amount: 1500, known: false, alternative: { amount: 780 } });
  expect(tax('2027-01-01')).toMatchObject({ amount: 1500, known: false, alternative: { amount: 720 } });
});

it('says what tax paid elsewhere counts, where any is due', () => {
  expect(compute({ ...dealer, state: 'AR' }).notes.join()).toContain(
    'in another state does not lower the tax',
  );
  expect(compute({ ...dealer, state: 'KS' }).notes.join()).toContain('counts up to the tax that is due here');
  expect(compute({ ...dealer, state: 'OR' }).notes.join()).not.toContain('Bought elsewhere');
});

it('takes the figures of the day, past or to come', () => {
  const fees = (sale: Record<string, string>, on: string, id: string) =>
    lineOf({ price: '25000', sale_type: 'dealer', fuel: 'electric', ...sale, on }, id);
  const novaScotia = { country: 'CA', province: 'NS' };
  expect(fees(novaScotia, '2026-09-30', 'electric-levy')).toBeUndefined();
  expect(fees(novaScotia, '2026-10-01', 'electric-levy')).toMatchObject({ amount: 500 });
  const newJersey = ['2027-06-30', '2027-07-01', '2028-07-01'].map(
    (on) => fees({ country: 'US', state: 'NJ' }, on, 'ev-fee')?.amount,
  );
  expect(newJersey).toEqual([270, 280, 290]);
  // British Columbia: 8 % of 75,500 for an electric car until February 2027, 10 % as for others after it.
  const pst = (on: string) =>
    lineOf(
      { country: 'CA', province: 'BC', price: '75500', sale_type: 'dealer', fuel: 'electric', on },
      'pst',
    )?.amount;
  expect([pst('2027-02-22'), pst('2027-02-23')]).toEqual([6040, 7550]);
});

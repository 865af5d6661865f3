import { describe, expect, it } from 'vitest';
import { costsQuery } from './query.ts';

function problems(parameters: Record<string, string>): string[] {
  const parsed = costsQuery.safeParse(parameters);
  return parsed.success
    ? []
    : parsed.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.map(String).join('.')],
      );
}

const ontario = { country: 'CA', province: 'ON', price: '25000', sale_type: 'private' };
const texas = { country: 'US', state: 'TX', price: '25000', sale_type: 'dealer' };

const read = { price: 2_500_000, familyGift: false, buyerHasPlates: false };

describe('the query of purchase costs', () => {
  it('reads a Canadian sale, with the flags off unless given', () => {
    const place = { country: 'CA', code: 'ON' };
    expect(costsQuery.parse(ontario)).toEqual({ ...read, place, saleType: 'private' });
  });

  it('reads a US sale with trade-in and local rate as integers', () => {
    const sale = { ...read, place: { country: 'US', code: 'TX' }, saleType: 'dealer' };
    const given = costsQuery.parse({ ...texas, trade_in: '0.01', local_rate: '1.125' });
    expect(given).toEqual({ ...sale, tradeIn: 1, localRate: 112_500 });
    const none = costsQuery.parse({ ...texas, trade_in: '0', local_rate: '0' });
    expect(none).toEqual({ ...sale, localRate: 0 });
  });

  it('forgives lower case in country, province and state', () => {
    expect(problems({ ...ontario, country: 'ca', province: 'on' })).toEqual([]);
    expect(problems({ ...texas, country: 'us', state: 'tx' })).toEqual([]);
  });

  it.each([
    ['CA', 'province', 'QC', ['qc', 'Quebec', 'QUÉBEC', ' québec ']],
    ['CA', 'province', 'BC', ['British Columbia', 'colombie-britannique', 'B.C.']],
    ['CA', 'province', 'PE', ['Île-du-Prince-Édouard', 'ile du prince edouard', 'PEI']],
    ['CA', 'province', 'NL', ['Newfoundland & Labrador', 'Terre-Neuve-et-Labrador', 'Newfoundland']],
    ['US', 'state', 'TX', ['tx', 'Texas', 'texas', ' TEXAS ']],
    ['US', 'state', 'NC', ['North Carolina', 'Caroline du Nord']],
    ['US', 'state', 'DC', ['District of Columbia', 'Washington, D.C.']],
  ])('reads in %s the %s %s by its names, as by its code', (country, parameter, code, names) => {
    const sale = { country, price: '25000', sale_type: 'private' };
    const byCode = costsQuery.parse({ ...sale, [parameter]: code });
    expect(byCode.place).toEqual({ country, code });
    for (const name of names) expect(costsQuery.parse({ ...sale, [parameter]: name })).toEqual(byCode);
  });

  it.each(['Canada', 'canada', 'CANADA'])('reads the country %s', (country) => {
    expect(costsQuery.parse({ ...ontario, country })).toEqual(costsQuery.parse(ontario));
  });

  it.each(['USA', 'U.S.', 'United States', 'États-Unis'])('reads the country %s', (country) => {
    expect(costsQuery.parse({ ...texas, country })).toEqual(costsQuery.parse(texas));
  });

  it.each(['Texas', 'Toronto', 'Ontario, California', 'constructor', ''])(
    'refuses the province %j, and says which there are',
    (province) => {
      const [issue] = costsQuery.safeParse({ ...ontario, province }).error?.issues ?? [];
      expect(issue).toMatchObject({ path: ['province'], values: expect.arrayContaining(['ON', 'YT']) });
    },
  );

  it.each(['0.01', '5000000', '5000000.00', '24999.9', '0025'])('takes the price %s', (price) => {
    expect(problems({ ...ontario, price })).toEqual([]);
  });

  const noPrices = '0 0.00 -1 5000000.01 1.234 1e4 NaN Infinity 25,000 $5 .5 0x10';
  it.each(['', ...noPrices.split(' ')])('refuses the price %j', (price) => {
    expect(problems({ ...ontario, price })).toEqual(['price']);
  });

  it.each(['0', '15', '15.00000', '2.12345'])('takes the local rate %s', (rate) => {
    expect(problems({ ...texas, local_rate: rate })).toEqual([]);
  });

  it.each(['-1', '15.00001', '2.123456', 'x'])('refuses the local rate %j', (rate) => {
    expect(problems({ ...texas, local_rate: rate })).toEqual(['local_rate']);
  });

  it('asks for the province in Canada and the state in the US, with the allowed values', () => {
    const { province: _, ...nowhere } = ontario;
    const [issue] = costsQuery.safeParse(nowhere).error?.issues ?? [];
    const params = { allowed: expect.arrayContaining(['ON', 'YT']) };
    expect(issue).toMatchObject({ path: ['province'], params });
    const { state: __, ...noState } = texas;
    expect(problems(noState)).toEqual(['state']);
  });

  it('refuses parameters of the other country, even when they change nothing', () => {
    const canadian = problems({ ...texas, province: 'ON', family_gift: 'false', buyer_has_plates: 'true' });
    expect(canadian).toEqual(['province', 'family_gift', 'buyer_has_plates']);
    const american = problems({ ...ontario, state: 'TX', trade_in: '5', local_rate: '1' });
    expect(american).toEqual(['state', 'local_rate', 'trade_in']);
  });

  it('reads what is known of the car', () => {
    const given = { model_year: '2019', fuel: 'PLUG_IN_HYBRID', weight_lb: '3600', msrp: '31999.50' };
    const weight = { lb: 3600, kg: 1633 };
    const car = { fuels: ['plug-in hybrid'], modelYear: 2019, weight, msrp: 3_199_950 };
    expect(costsQuery.parse({ ...texas, ...given }).car).toEqual(car);
    expect(costsQuery.parse({ ...ontario, weight_kg: '1500' }).car?.weight).toEqual({ lb: 3307, kg: 1500 });
    expect(costsQuery.parse(ontario)).not.toHaveProperty('car');
  });

  it('takes a trade-in at a Canadian dealer, and refuses it in a private sale there', () => {
    expect(costsQuery.parse({ ...ontario, sale_type: 'dealer', trade_in: '5000' }).tradeIn).toBe(500_000);
    expect(problems({ ...ontario, trade_in: '5000' })).toEqual(['trade_in']);
    expect(problems({ ...ontario, sale_type: 'dealer', trade_in: '25000' })).toEqual(['trade_in']);
  });

  it.each([
    [{ model_year: '1975' }, ['model_year']],
    [{ model_year: '20.5' }, ['model_year']],
    [{ fuel: 'petrol' }, ['fuel']],
    [{ weight_lb: '0' }, ['weight_lb']],
    [{ weight_lb: '3000', weight_kg: '1400' }, ['weight_kg']],
    [{ msrp: '0' }, ['msrp']],
    [{ vin: '5NPDH4AE8DH10001' }, ['vin']],
  ])('refuses %j', (more, parameters) => {
    expect(problems({ ...texas, ...more })).toEqual(parameters);
  });

  it('refuses a family gift from a dealer', () => {
    expect(problems({ ...ontario, sale_type: 'dealer', family_gift: 'true' })).toEqual(['family_gift']);
    expect(problems({ ...ontario, sale_type: 'dealer', family_gift: 'false' })).toEqual([]);
  });

  it('refuses a trade-in that is not below the price', () => {
    expect(problems({ ...texas, trade_in: '24999.99' })).toEqual([]);
    expect(problems({ ...texas, trade_in: '25000' })).toEqual(['trade_in']);
  });

  it('reports all problems at once', () => {
    const wrong = { province: 'ON', price: 'x', sale_type: 'gift', local_rate: '99', colour: 'red' };
    const all = problems({ country: 'US', ...wrong });
    expect(all.toSorted()).toEqual(['colour', 'local_rate', 'price', 'province', 'sale_type', 'state']);
    expect(problems({}).toSorted()).toEqual(['country', 'price', 'sale_type']);
  });
});

import { CommanderError } from 'commander';
import { describe, expect, it, test } from 'vitest';
import { printedBy } from '../../../test/printed-by.ts';
import { addCostsCommand, forService } from './costs.ts';

const run = (line: string) => printedBy(addCostsCommand, line.split(' '));

describe('forecourt costs', () => {
  it('prints a bill with amounts, totals and numbered sources', async () => {
    const bill = await run(
      'costs --country CA --province ON --price 25000 --book-value 25000 --sale-type private',
    );
    expect(bill).toMatch(/^Ontario: private sale at 25,000\.00 CAD/);
    expect(bill).toMatch(/Ontario retail sales tax .* 3,250\.00 {2}high {3}\[1\]/);
    expect(bill).toMatch(/Exact lines +3,309\.00/);
    expect(bill).toMatch(/All that may be due +3,389\.00 to 3,509\.00/);
    expect(bill).toContain('[1] Retail Sales Tax: specified vehicles');
  });

  it('prints what each case costs where the query does not say which one holds', async () => {
    const bill = await run('costs --country US --state OK --price 25000 --sale-type dealer');
    const text = bill.replace(/\s+/g, ' ');
    expect(text).toContain('year 1 to 4: 96.00; year 5 to 8: 86.00; year 9 to 12: 66.00');
    // The range from nothing covers the other case of a fee for certain cars.
    expect(text).toContain(
      'for electric cars: under 6,000 lb: 110.00; for electric cars: 6,000 to 10,000 lb: 158.00',
    );
    expect(text).not.toContain('otherwise');
  });

  it.each([
    ['--province on', { country: 'CA', province: 'ON' }],
    ['--state tn', { country: 'US', state: 'TN' }],
    ['--postal-code 94107', { country: 'US', state: 'CA' }],
    ['--postal-code m5v2t6', { country: 'CA', province: 'ON' }],
  ])('knows the country by the place: %s', async (place, expected) => {
    const json = await run(`costs ${place} --price 25000 --sale-type private --json`);
    expect(JSON.parse(json)).toMatchObject(expected);
  });

  it('says that the figures are those of cars where the VIN is of something else', async () => {
    const sale = 'costs --state al --price 25000 --sale-type private --json --vin';
    const notesFor = async (vin: string) => JSON.parse(await run(`${sale} ${vin}`)).notes;
    const note = expect.stringContaining('The VIN says "Truck"');
    expect(await notesFor('1FTFW1ET5DFC10312')).toContainEqual(note);
    // A multipurpose passenger vehicle.
    expect(await notesFor('2HKRS5H50RE000001')).not.toContainEqual(expect.stringContaining('The VIN says'));
  });

  it('takes flags with and without a value', async () => {
    const sale = 'costs --province ON --price 25000 --book-value 25000 --sale-type private --json';
    const totalOf = async (flags: string) => JSON.parse(await run(`${sale} ${flags}`)).totalKnownCad;
    expect(await totalOf('--family-gift --buyer-has-plates')).toBe(32);
    expect(await totalOf('--family-gift false --buyer-has-plates true')).toBe(3282);
  });

  it('knows the car by its VIN, as the service does', async () => {
    // A 2013 car that burns petrol: no fee of electric cars is left open.
    const sale = 'costs --country US --state CO --price 15000 --sale-type private --json';
    const lines = async (line: string) =>
      JSON.parse(await run(line)).lines.map(({ id }: { id: string }) => id);
    expect(await lines(sale)).toContain('ev-fee');
    expect(await lines(`${sale} --vin 5NPDH4AE8DH100013`)).not.toContain('ev-fee');
  });

  it('compares all provinces without asking for one', async () => {
    const table = await run(
      'costs --country CA --price 25000 --book-value 25000 --sale-type private --compare',
    );
    expect(table.split('\n').filter((row) => /^[A-Z]{2} {2}/.test(row))).toHaveLength(13);
    expect(table).toMatch(/ON {2}Ontario +3,250\.00 +3,309\.00 +3,389\.00 to 3,509\.00/);
  });

  it('refuses with every problem, in the words of its options', async () => {
    const refused = run('costs --country US --price 0 --sale-type private --family-gift');
    await expect(refused).rejects.toThrow(CommanderError);
    const problems = ['--price must be', '--state is required', '--family-gift is only for country CA'];
    for (const problem of problems) await expect(refused).rejects.toThrow(problem);
  });

  it('lists the values of an option once', async () => {
    const refused = run('costs --country MX --price 1');
    await expect(refused).rejects.toThrow(
      /^--country must be one of CA, US\n--sale-type is required; one of private, dealer$/,
    );
  });
});

test('what describes the call reaches the service as no parameter of the sale', () => {
  const sale = { state: 'CA', price: '25000', saleType: 'private' };
  const call = { url: 'https://forecourt.example', maxSpend: '0.10', timeout: 5, json: true } as const;
  expect(forService({ ...sale, ...call })).toEqual({ ...sale, country: 'US' });
});

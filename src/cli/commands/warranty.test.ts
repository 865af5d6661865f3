import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { printedBy } from '../../../test/printed-by.ts';
import { addWarrantyCommand } from './warranty.ts';

const run = (...argv: string[]) => printedBy(addWarrantyCommand, ['warranty', ...argv]);

async function refused(...argv: string[]): Promise<string> {
  let complaint = '';
  const parsing = printedBy(addWarrantyCommand, ['warranty', ...argv], (text) => {
    complaint += text;
  });
  await expect(parsing).rejects.toBeInstanceOf(CommanderError);
  return complaint;
}

describe('forecourt warranty', () => {
  it('prints a card that a person can read', async () => {
    const card = await run('--make', 'toyota', '--model', 'Prius', '--year', '2021');

    expect(card).toContain('2021 Toyota Prius, factory warranty as sold new (US)');
    expect(card).toMatch(/^Basic +3 years \/ 36,000 miles \(57,936 km\), transferable$/m);
    expect(card).toMatch(/^Corrosion +5 years \/ any distance, transferable$/m);
    expect(card).toMatch(/^Traction battery +10 years \/ 150,000 miles/m);
    expect(card).toMatch(/^Confidence: low$/m);
    expect(card).toContain('https://');
  });

  it('knows the car by its VIN', async () => {
    const card = await run('5NPDH4AE8DH100013', '--owner', 'first');
    expect(card).toContain('2013 Hyundai Elantra, factory warranty as sold new (US)');
    expect(await refused('5NPDH4AE8DH100013', '--year', '2014')).toContain('The VIN says what car it is');
    expect(await refused()).toContain('Give a VIN, or --make and --year.');
  });

  it('makes a first-owner term plain', async () => {
    const card = await run(...'--make Hyundai --model Elantra --year 2013 --powertrain gasoline'.split(' '));
    expect(card).toMatch(/^Powertrain +10 years \/ 100,000 miles \(160,934 km\), FIRST OWNER ONLY$/m);
    expect(card).not.toContain('Traction battery');
  });

  it('prints JSON as the decode answers it', async () => {
    const printed = await run('--make', 'Toyota', '--model', 'Prius', '--year', '2021', '--json');
    const coverages = { evBattery: { months: 120, miles: 150000 } };
    const warranty = { make: 'Toyota', modelYear: 2021, market: 'US', coverages };
    expect(JSON.parse(printed)).toMatchObject({ warranty, warrantyNote: null });
  });

  it('says honestly what it does not know, and that is no error', async () => {
    const unknown = ['--make', 'Zorblatt', '--year', '2020'];
    expect(await run(...unknown)).toMatch(/^2020 Zorblatt\nFactory warranty: not known\. /);
    expect(JSON.parse(await run(...unknown, '--json'))).toMatchObject({ warranty: null });
  });

  it.each<[string, string[], RegExp]>([
    ['a missing make', ['--year', '2021'], /Give a VIN, or --make and --year/],
    ['an empty make', ['--make', ' ', '--year', '2021'], /Give a name/],
    ['a missing year', ['--make', 'Kia'], /Give a VIN, or --make and --year/],
    ['a year that is none', ['--make', 'Kia', '--year', '21'], /four digits, such as 2021/],
    ['an unknown powertrain', '--make Kia --year 2021 --powertrain coal'.split(' '), /choices are gasoline/],
    ['an unknown market', ['--make', 'Kia', '--year', '2021', '--market', 'MX'], /choices are US, CA/],
    ['a VIN beside a make', ['--make', 'Kia', '--year', '2021', 'Soul'], /The VIN says what car it is/],
  ])('refuses %s with a hint', async (_, argv, hint) => {
    expect(await refused(...argv)).toMatch(hint);
  });

  it('takes a market in either case, as the other commands take a country', async () => {
    const elantra = ['--make', 'Hyundai', '--year', '2013', '--market'];
    expect(await run(...elantra, 'ca')).toContain('as sold new (CA)');
    expect(await refused(...elantra, 'mx')).toContain('Allowed choices are US, CA.');
  });
});

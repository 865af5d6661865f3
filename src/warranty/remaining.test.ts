import { describe, expect, it } from 'vitest';
import { loadMakers } from './makers.ts';
import { addMonths } from './remaining.ts';
import type { SoldVehicle } from './sold-vehicle.ts';
import { createWarrantyService, type OwnCar } from './warranty-service.ts';

const service = createWarrantyService({ makers: loadMakers() });
const NOW_MS = Date.parse('2026-11-22T12:00:00Z');
const elantra = { make: 'Hyundai', model: 'Elantra', engine: { fuelType: 'Gasoline' } };
const miles = (distance: number) => ({ odometer: { distance, unit: 'mi' as const } });

function warrantyOf(vehicle: SoldVehicle, ownCar: OwnCar = {}) {
  const { warranty, warrantyNote } = service.find(vehicle, ownCar, NOW_MS);
  if (warranty === null) throw new Error(warrantyNote);
  return warranty;
}

function leftOf(vehicle: SoldVehicle, ownCar: OwnCar = {}) {
  return warrantyOf(vehicle, ownCar).remaining;
}

describe('what remains', () => {
  const bought = { ...elantra, year: 2020 };

  it('runs for the first owner and has ended for a later one, by the same day and distance', () => {
    // In service 2020-03-15: 10 years/100,000 miles for the first owner, 5 years/60,000 miles for later ones.
    const used = { inService: '2020-03-15', ...miles(70_000) };
    expect(leftOf(bought, { ...used, owner: 'first' }).coverages.powertrain).toMatchObject({
      state: 'running',
      until: { earliest: '2030-03-15', latest: '2030-03-15' },
      miles: 100_000,
    });
    expect(leftOf(bought, { ...used, owner: 'later' }).coverages.powertrain).toMatchObject({
      state: 'ended',
      until: { latest: '2025-03-15' },
    });
    expect(leftOf(bought, used).owner).toBe('later');
  });

  it.each([
    ['one mile before the limit', '2024-01-01', 59_999, 'running'],
    ['at the limit', '2024-01-01', 60_000, 'ended'],
    ['on the last day before the term', '2021-11-23', 10_000, 'running'],
    ['on the day on which it ends', '2021-11-22', 10_000, 'ended'],
  ])('of 5 years or 60,000 miles, %s', (_, inService, driven, state) => {
    const vehicle = { ...elantra, year: Number(inService.slice(0, 4)) };
    expect(leftOf(vehicle, { inService, ...miles(driven) }).coverages.basic?.state).toBe(state);
  });

  it('says beside what is left that it is known with low confidence', () => {
    const ford = { make: 'Ford', model: 'Escape', year: 2025, engine: { fuelType: 'Gasoline' } };
    const { coverages, sentence } = leftOf(ford, { inService: '2025-06-01', ...miles(9_000) });
    expect(coverages.basic?.sentence).toMatch(/ 36,000 miles \(57,936 km\)\. Low confidence\.$/);
    expect(sentence).toMatch(/Low confidence: basic, powertrain, corrosion\.( |$)/);
    const old = leftOf({ ...ford, year: 2021 }, { inService: '2021-06-01', ...miles(90_000) });
    expect(old.coverages.basic?.sentence).toMatch(/^Basic: ended [^.]*\.$/);
    const sure = leftOf({ ...elantra, year: 2024 }, { inService: '2024-06-01', ...miles(9_000) });
    expect(JSON.stringify(sure)).not.toContain('Low confidence');
  });

  it('says so of one coverage alone', () => {
    const lexus = { make: 'Lexus', model: 'RZ', year: 2024, engine: { fuelType: 'Electric' } };
    const { coverages, sentence } = leftOf(lexus, { inService: '2024-06-01', ...miles(9_000) });
    expect(coverages.evBattery?.sentence).toMatch(/Low confidence\.$/);
    expect(coverages.basic?.sentence).not.toContain('Low');
    expect(sentence).toContain('Low confidence: traction battery.');
  });

  it('is open where the first day in service is not known and may lie on both sides', () => {
    // Model year 2021: first in service from 2020-01-02 to 2022-12-31; five years end between 2025 and 2027.
    const { coverages, inService, sentence } = leftOf({ ...elantra, year: 2021 }, miles(20_000));
    expect(inService).toEqual({ earliest: '2020-01-02', latest: '2022-12-31' });
    expect(coverages.basic).toMatchObject({
      state: 'maybe',
      until: { earliest: '2025-01-02', latest: '2027-12-31' },
      sentence: expect.stringContaining('it depends on the first day in service.'),
    });
    expect(sentence).toMatch(/may still have basic/);
  });

  it.each([
    ['2025-01-01', 'running'],
    ['2025-01-02', 'maybe'],
    ['2027-12-30', 'maybe'],
    ['2027-12-31', 'ended'],
  ])('of the same car on %s is %s', (today, state) => {
    const vehicle = { ...elantra, year: 2021 };
    const { warranty } = service.find(vehicle, miles(20_000), Date.parse(`${today}T12:00:00Z`));
    expect(warranty?.remaining.coverages.basic?.state).toBe(state);
  });

  it('is ended by the odometer alone, and by the age of the model year alone', () => {
    expect(leftOf({ ...elantra, year: 2026 }, miles(60_001)).coverages.basic?.state).toBe('ended');
    expect(leftOf({ ...elantra, year: 2013 }).coverages.basic?.state).toBe('ended');
  });

  it('takes the kilometres that Canada publishes, not converted miles', () => {
    // 100,000 km; 62,137 miles are 99,999.8 km.
    const canada = { market: 'CA' as const, inService: '2024-01-01' };
    const at = (distance: number) =>
      leftOf({ ...elantra, year: 2024 }, { ...canada, odometer: { distance, unit: 'km' } }).coverages.basic;
    expect(at(99_999)).toMatchObject({ state: 'running', km: 100_000 });
    expect(at(100_000)?.state).toBe('ended');
  });

  it('is not established for a later owner of what only the first owner surely has', () => {
    const ram = { year: 2026, make: 'Ram', model: '1500', engine: { fuelType: 'Gasoline' } };
    expect(leftOf(ram).coverages.powertrain?.state).toBe('unknown');
    // Even the first owner has it no longer: then nobody has.
    expect(leftOf(ram, miles(100_000)).coverages.powertrain?.state).toBe('ended');
    expect(leftOf(ram, { owner: 'first' }).coverages.powertrain?.state).toBe('maybe');
  });

  it('counts the catalyst for eight years or 80,000 miles, for every owner', () => {
    const left = leftOf({ ...elantra, year: 2020 }, { inService: '2020-03-15', ...miles(79_999) });
    expect(left.coverages.emissionsMajorComponents).toMatchObject({
      state: 'running',
      until: { latest: '2028-03-15' },
      miles: 80_000,
    });
    expect(left.coverages.emissions?.state).toBe('ended');
  });
});

it.each([
  ['a heavy pickup of unknown rating', { year: 2022, make: 'Ram', model: '2500' }, 'maybe'],
  [
    'a van that may be rated higher',
    { year: 2022, make: 'Ford', model: 'Transit', weight: { gvwrMinLb: 8_001 } },
    'maybe',
  ],
  ['a light pickup', { year: 2022, make: 'Ram', model: '1500' }, 'running'],
  ['a small van', { year: 2022, make: 'Ford', model: 'Transit Connect' }, 'running'],
])('leaves the emission warranty open where the weight does: %s', (_, vehicle, state) => {
  const used = { inService: '2022-03-15', ...miles(20_000) };
  const { coverages } = leftOf({ ...vehicle, engine: { fuelType: 'Gasoline' } }, used);
  expect(coverages.emissionsMajorComponents).toMatchObject({ state });
  expect(coverages.emissionsMajorComponents?.sentence.includes('weight rating of at most 8,500 lb')).toBe(
    state === 'maybe',
  );
});

describe('the market', () => {
  it('is the country in which the model was sold only, whatever was asked for', () => {
    const rvr = { year: 2013, make: 'Mitsubishi', model: 'RVR' };
    for (const ownCar of [{}, { market: 'US' as const }]) {
      const warranty = warrantyOf(rvr, ownCar);
      expect(warranty).toMatchObject({ market: 'CA', note: expect.stringContaining('in Canada only') });
      expect(warranty.coverages.powertrain).toMatchObject({ months: 120, km: 160_000, transferable: true });
    }
  });
});

describe('a vehicle with a term of its own', () => {
  const diesel = { engine: { fuelType: 'Diesel' } };
  const gasoline = { engine: { fuelType: 'Gasoline' } };
  const ram = { year: 2018, make: 'Ram', model: '2500' };

  it('has it by its fuel, and the others say nothing of it', () => {
    expect(warrantyOf({ ...ram, ...diesel }).coverages.powertrain).toMatchObject({ miles: 100_000 });
    const { powertrain } = warrantyOf({ ...ram, ...gasoline }).coverages;
    expect(powertrain).toMatchObject({ miles: 60_000, note: null });
    const { note } = warrantyOf(ram).coverages.powertrain ?? {};
    expect(note).toMatch(/Diesel vehicles have 60 months or 100,000 miles/);
  });

  it('says nothing of diesels on an electric car', () => {
    const bolt = { year: 2019, make: 'Chevrolet', model: 'Bolt EV', engine: { fuelType: 'Electric' } };
    expect(warrantyOf(bolt).coverages.powertrain?.note).toBeNull();
    expect(warrantyOf(bolt).coverages.emissions).toBeNull();
  });

  it.each([
    ['an SRT', { trim: 'SRT8', ...gasoline }],
    ['a diesel', { trim: 'Laramie', ...diesel }],
  ])('has no coverage for life where it was excluded: %s', (_, more) => {
    const warranty = warrantyOf({ year: 2008, make: 'Dodge', model: 'Charger', ...more });
    expect(warranty.coverages.powertrain).toBeNull();
    expect(warranty.note).toMatch(/Not established: powertrain.*SRT models, diesel engines and Sprinter/);
  });

  it('has no federal emission warranty of cars where it is heavier', () => {
    const heavy = { ...ram, ...gasoline, weight: { gvwrMinLb: 9_001 } };
    expect(warrantyOf(heavy).coverages.emissions).toBeNull();
    expect(warrantyOf({ ...heavy, weight: { gvwrMinLb: 7_001 } }).coverages.emissions).toMatchObject({
      months: 24,
      miles: 24_000,
      majorComponents: { months: 96, miles: 80_000 },
      california: { listedParts: { months: 84, miles: 70_000 } },
    });
  });

  it.each([
    [undefined, true],
    [6_001, false],
    [8_001, true],
  ])(
    'says of an emission warranty where the rating leaves it open: rated from %s lb',
    (gvwrMinLb, isOpen) => {
      const weight = gvwrMinLb === undefined ? {} : { weight: { gvwrMinLb } };
      const note = warrantyOf({ ...ram, ...gasoline, ...weight }).coverages.emissions?.note ?? '';
      expect(note.includes('Only for vehicles rated at up to 8,500 lb.')).toBe(isOpen);
    },
  );
});

describe('the longer emission terms of California', () => {
  const corolla = { year: 2016, make: 'Toyota', model: 'Corolla', engine: { fuelType: 'Gasoline' } };
  const californiaOf = (vehicle: SoldVehicle, ownCar: OwnCar = {}) =>
    leftOf(vehicle, ownCar).coverages.emissionsCalifornia;

  it('may run where the federal ones are over, and say what to look for', () => {
    // In service 2016-05-01: 7 years or 70,000 miles are over, 15 years or 150,000 miles of a PZEV are not.
    const used = { inService: '2016-05-01', ...miles(90_000) };
    expect(leftOf(corolla, used).coverages.emissionsMajorComponents).toMatchObject({ state: 'ended' });
    const left = californiaOf(corolla, used);
    expect(left).toMatchObject({ state: 'maybe', until: { latest: '2031-05-01' }, miles: 150_000 });
    expect(left?.sentence).toMatch(
      /label under the hood.*PZEV or SULEV.*California, Massachusetts.*Delaware\)/,
    );
    expect(left?.sentence).not.toMatch(/70,000|Colorado/);
  });

  it('do not lead what is said of a car: few have them', () => {
    const { sentence } = leftOf(corolla, { inService: '2016-05-01', ...miles(90_000) });
    expect(sentence).toMatch(/^Of the factory warranty a later owner no longer has basic, powertrain/);
    expect(sentence).toMatch(
      /\. Only a car that was sold new in a state with the emission rules of California/,
    );
    expect(leftOf(corolla, miles(150_000)).sentence).not.toContain('California');
  });

  it('count the expensive parts of a young car', () => {
    const young = { ...corolla, year: 2022 };
    const left = californiaOf(young, { inService: '2022-02-01', ...miles(40_000) });
    expect(left?.sentence).toMatch(/36 months or 50,000|84 months or 70,000/);
    expect(left?.sentence).toContain('Colorado');
  });

  it.each([
    ['by distance', corolla, miles(150_000)],
    ['by time', { ...corolla, year: 2008 }, {}],
    ['of a diesel, which is never a PZEV', { ...corolla, engine: { fuelType: 'Diesel' } }, miles(80_000)],
    ['of an electric car', { ...corolla, engine: { fuelType: 'Electric' } }, {}],
    ['of a car sold in Canada', corolla, { market: 'CA' }],
  ] as [string, SoldVehicle, OwnCar][])('are none %s', (_, vehicle, ownCar) => {
    expect(californiaOf(vehicle, ownCar)).toBeNull();
  });
});

describe('a day some months later', () => {
  it.each([
    ['2020-03-15', 60, '2025-03-15'],
    ['2020-01-31', 1, '2020-02-29'],
    ['2020-02-29', 12, '2021-02-28'],
    ['2019-11-30', 3, '2020-02-29'],
  ])('%s and %i months', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });
});

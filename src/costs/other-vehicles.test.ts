import { describe, expect, it } from 'vitest';
import type { Car } from './car.ts';
import { createCostsService } from './costs-service.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { findPlace, placeKeys } from './places.ts';
import { contradictionsOf } from './sale.ts';

const service = createCostsService({ jurisdictions: loadJurisdictions() });
const rest = { price: 15_000_00, saleType: 'private', familyGift: false, buyerHasPlates: false } as const;

function billOf(code: string, car: Car, country = 'US') {
  const place = findPlace(country, code);
  if (place === undefined) throw new Error(`${country} has no ${code}`);
  return service.compute({ ...rest, place, car, on: '2026-11-24' });
}
const lineOf = (code: string, car: Car, id: string, country = 'US') =>
  billOf(code, car, country).lines.find((line) => line.id === id);

const heavy: Car = {
  kind: 'truck',
  kindInWords: 'Truck',
  gvwrLb: [10_001, 14_000],
  modelYear: 2015,
  fuels: ['diesel'],
};
const light: Car = { ...heavy, gvwrLb: [5_001, 6_000], fuels: ['petrol'] };
const motorcycle: Car = { kind: 'motorcycle', kindInWords: 'Motorcycle', modelYear: 2015, fuels: ['petrol'] };

describe('the registration of what is no car', () => {
  it.each([
    // A car pays 40 in South Carolina and 48 in Pennsylvania.
    ['SC', heavy, { low: 20, high: 240 }],
    ['SC', { ...heavy, gvwrLb: [7_001, 8_000] }, { low: 20, high: 160 }],
    ['SC', light, { low: 20, high: 80 }],
    ['PA', motorcycle, { low: 0, high: 48 }],
  ] as const)('is a range where its figures are not known: %s %j', (code, car, range) => {
    expect(lineOf(code, car, 'registration')).toMatchObject({ range, known: false, confidence: 'low' });
    expect(lineOf(code, car, 'registration')?.note).toContain('not known here');
  });

  it.each([
    ['TX', light, 50.75],
    ['TX', heavy, 110],
    ['TX', motorcycle, 30],
    ['IL', light, 151],
    ['IL', motorcycle, 41],
    ['NV', light, 33],
    // Trucks pay by weight on a line of its own.
    ['CA', light, 74],
  ] as const)('has its own figure where that is known: %s %j', (code, car, amount) => {
    const line = lineOf(code, car, 'registration');
    expect(line?.amount ?? line?.range?.low).toBe(amount);
  });

  it('never is the figure of a car for sure, and the tax is as for cars', () => {
    for (const place of placeKeys.filter(({ country }) => country === 'US')) {
      const car = billOf(place.code, { modelYear: 2015, fuels: ['diesel'] });
      const truck = billOf(place.code, heavy);
      expect([place.code, truck.known <= car.known + 110]).toEqual([place.code, true]);
      const taxes = (bill: typeof car) => bill.lines.filter(({ category }) => category === 'tax');
      expect(taxes(truck)).toEqual(taxes(car));
      expect(truck.notes.join(' ')).toContain('The VIN says "Truck"');
    }
  });

  it('adds the weight fee of trucks in California', () => {
    expect(lineOf('CA', light, 'weight-fee')).toMatchObject({ range: { low: 8, high: 360 } });
    expect(lineOf('CA', { modelYear: 2015 }, 'weight-fee')).toBeUndefined();
    expect(lineOf('CA', { ...light, weight: { lb: 4800, kg: 2178 } }, 'weight-fee')).toMatchObject({
      amount: 80,
    });
  });

  it('leaves open whether a motorcycle is inspected', () => {
    expect(lineOf('MA', motorcycle, 'inspection')).toMatchObject({
      range: { low: 0, high: 35 },
      known: false,
    });
  });
});

describe('the duty on a large engine in Quebec', () => {
  it.each([
    // 199 for 5.3 litres and 246 for 5.7 in 2021, indexed since.
    [5.3, { low: 157, high: 257 }],
    [5.7, { low: 217, high: 332 }],
    [3.956, { low: 37.25, high: 107 }],
    [8.4, { low: 397, high: 497 }],
  ])('follows the displacement: %d litres', (engineLitres, range) => {
    expect(lineOf('QC', { engineLitres }, 'engine-duty', 'CA')).toMatchObject({ range, confidence: 'low' });
    expect(lineOf('QC', { engineLitres }, 'engine-acquisition', 'CA')).toHaveProperty('range');
  });

  it.each([[{ engineLitres: 3.778 }], [{ fuels: ['electric'] }], [{}]] as const)('is none for %j', (car) => {
    expect(lineOf('QC', car as Car, 'engine-duty', 'CA')).toBeUndefined();
  });
});

describe('what contradicts the VIN', () => {
  it.each([
    [{ fuels: ['electric'] }, ['fuel']],
    [{ fuels: ['diesel'], modelYear: 2014 }, ['model_year', 'fuel']],
    [{ fuels: ['petrol'], modelYear: 2013 }, []],
    // The decoder does not name the plug of every hybrid.
    [{ fuels: ['plug-in hybrid'] }, []],
    [{ msrp: 1 }, []],
  ] as [Car, string[]][])('%j: %j', (given, parameters) => {
    const found = contradictionsOf(given, { modelYear: 2013, fuels: ['petrol', 'hybrid'] });
    expect(found.map(({ parameter }) => parameter)).toEqual(parameters);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Car, fuels, weightOfPounds } from './car.ts';
import { createCostsService } from './costs-service.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { placeKeys } from './places.ts';
import { costsSchema, publishBill } from './published.ts';
import type { CostsQuery } from './sale.ts';

const service = createCostsService({ jurisdictions: loadJurisdictions() });
const YEAR = 2026;

const wholeCar = fc.record({
  fuel: fc.constantFrom(...fuels),
  modelYear: fc.integer({ min: 1996, max: 2027 }),
  weight: fc.integer({ min: 1500, max: 7500 }).map(weightOfPounds),
  msrp: fc.integer({ min: 20_000_00, max: 50_000_00 }),
});
const price = fc.integer({ min: 1_000_00, max: 120_000_00 });
const saleType = fc.constantFrom('private' as const, 'dealer' as const);
/** Which of the four things are known, from nothing to everything, each step one more. */
const order = fc.shuffledSubarray(['fuels', 'modelYear', 'weight', 'msrp'] as const, { minLength: 4 });

// Lines whose law has a lower or no amount for some cars, which the range without a car does not hold.
const outside = new Set([
  'CA-PE registration',
  'CA-QC luxury-duty',
  'CA-BC pst',
  'US-DC title-excise',
  'US-SD excise-tax',
  'US-MS sales-tax',
  'US-ME title',
  'US-NH title',
  'US-IA registration',
  'US-CO specific-ownership-tax',
  'US-NE motor-vehicle-tax',
  'US-AL title',
  'US-MN sales-tax',
  'US-RI title',
  // The range is for 2,500 to 7,000 lb.
  'US-HI state-weight-tax',
  'US-HI county-weight-tax',
  // The range is for a car that is not of the current model year.
  'US-ME municipal-excise',
  'US-NH municipal-permit',
  // The range is an estimate, which the list price replaces.
  'US-AZ vlt',
  'US-MN registration-tax',
  'US-MT county-option-tax',
  'US-WY registration-county',
]);
/** Where such an estimate can be narrower than what the law leaves open: for an electric car, or one built in a year in doubt. */
const mayWiden = new Set([
  'CA-QC',
  'US-AZ',
  'US-CO',
  'US-HI',
  'US-ME',
  'US-MN',
  'US-MS',
  'US-MT',
  'US-NE',
  'US-NH',
  'US-WY',
]);

describe.each(placeKeys.map((place) => [`${place.country}-${place.code}`, place] as const))(
  '%s',
  (name, place) => {
    const query = (cents: number, kind: 'private' | 'dealer', car: Car): CostsQuery => ({
      place,
      price: cents,
      saleType: kind,
      familyGift: false,
      buyerHasPlates: false,
      car,
      year: YEAR,
    });

    it('never gets wider, line by line, when more of the car is known', () => {
      fc.assert(
        fc.property(price, saleType, wholeCar, order, (cents, kind, whole, steps) => {
          const full: Car = {
            fuels: [whole.fuel],
            modelYear: whole.modelYear,
            weight: whole.weight,
            msrp: whole.msrp,
          };
          let car: Car = {};
          let before = service.compute(query(cents, kind, car));
          for (const step of steps) {
            car = { ...car, [step]: full[step] };
            const after = service.compute(query(cents, kind, car));
            for (const line of after.lines) {
              const wide = before.lines.find(({ id }) => id === line.id);
              if (wide === undefined || outside.has(`${name} ${line.id}`)) continue;
              const [low, high] = [line.range?.low ?? line.amount ?? 0, line.range?.high ?? line.amount ?? 0];
              const [least, most] = [
                wide.range?.low ?? wide.amount ?? 0,
                wide.range?.high ?? wide.amount ?? 0,
              ];
              expect([line.id, low >= least - 1.01 && high <= most + 1.01]).toEqual([line.id, true]);
            }
            // What is not due any more is gone; nothing comes that was not there.
            for (const { id } of after.lines) expect(before.lines.map((line) => line.id)).toContain(id);
            if (!mayWiden.has(name))
              expect(after.range.high - after.range.low).toBeLessThanOrEqual(
                before.range.high - before.range.low + 2.01,
              );
            before = after;
          }
        }),
        { numRuns: 25 },
      );
    });

    it('answers for every car in the published shape, with totals that add up', () => {
      fc.assert(
        fc.property(price, saleType, wholeCar, (cents, kind, { fuel, ...car }) => {
          const bill = service.compute(query(cents, kind, { ...car, fuels: [fuel] }));
          expect(costsSchema.safeParse(publishBill(bill)).error).toBeUndefined();
          const { known, range, dueOnTheDay: day, dueLater: later } = bill;
          const sum = bill.lines.reduce((total, line) => total + (line.known ? (line.amount ?? 0) : 0), 0);
          expect(Math.abs(known - sum)).toBeLessThan(0.005);
          expect(known).toBeLessThanOrEqual(range.low + 0.001);
          expect(Math.abs(day.known + later.known - known)).toBeLessThan(0.005);
          expect(Math.abs(day.high + later.high - range.high)).toBeLessThan(0.005);
          expect(Math.abs(day.low + later.low - range.low)).toBeLessThan(0.005);
        }),
        { numRuns: 25 },
      );
    });
  },
);

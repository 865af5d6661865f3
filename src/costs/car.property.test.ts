import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../test/table.ts';
import { type Car, fuels, weightOfPounds } from './car.ts';
import { createCostsService } from './costs-service.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { placeKeys } from './places.ts';
import { type Bill, costsSchema, publishBill } from './published.ts';
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
/** The order in which the four things become known, one a step. */
const order = fc.shuffledSubarray(['fuels', 'modelYear', 'weight', 'msrp'] as const, { minLength: 4 });

const exceptions = readTable('costs/outside-the-range.txt');
const outside = new Set(exceptions.map(([line]) => line));
const mayWiden = new Set(exceptions.filter(([, widens]) => widens).map(([line = '']) => line.split(' ')[0]));

const boundsOf = ({ range, amount = 0 }: Bill['lines'][number]) => range ?? { low: amount, high: amount };

describe.each(placeKeys.map((place) => [`${place.country}-${place.code}`, place] as const))(
  '%s',
  (name, place) => {
    const rest = { familyGift: false, buyerHasPlates: false, year: YEAR };
    const query = (cents: number, saleType: 'private' | 'dealer', car: Car): CostsQuery => ({
      ...rest,
      ...{ place, price: cents, saleType, car },
    });

    it('never gets wider, line by line, when more of the car is known', () => {
      fc.assert(
        fc.property(price, saleType, wholeCar, order, (cents, kind, whole, steps) => {
          const { fuel, ...others } = whole;
          const full: Car = { fuels: [fuel], ...others };
          let car: Car = {};
          let before = service.compute(query(cents, kind, car));
          for (const step of steps) {
            car = { ...car, [step]: full[step] };
            const after = service.compute(query(cents, kind, car));
            for (const line of after.lines) {
              const wide = before.lines.find(({ id }) => id === line.id);
              if (wide === undefined || outside.has(`${name} ${line.id}`)) continue;
              const [now, was] = [boundsOf(line), boundsOf(wide)];
              const isWithin = now.low >= was.low - 1.01 && now.high <= was.high + 1.01;
              expect([line.id, isWithin]).toEqual([line.id, true]);
            }
            // A line that is not due any more is gone; nothing comes that was not there.
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Car, fuels, vehicleKinds, weightOfPounds } from './car.ts';
import { createCostsService } from './costs-service.ts';
import { findArea } from './find-area.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { localAreas } from './local-areas.ts';
import { type PlaceKey, placeKeys, states } from './places.ts';
import { type AmountRange, type Bill, costsSchema, publishBill } from './published.ts';
import { localRatesOf } from './rules.ts';
import type { CostsQuery, LocalArea } from './sale.ts';

const service = createCostsService({ jurisdictions: loadJurisdictions() });
const DAY = '2026-11-24';

/** Cars for which the assumptions of every place hold. */
const wholeCar = fc.record({
  fuel: fc.constantFrom(...fuels),
  modelYear: fc.integer({ min: 1985, max: 2025 }),
  weight: fc.integer({ min: 2500, max: 7000 }).map(weightOfPounds),
  msrp: fc.integer({ min: 20_000_00, max: 50_000_00 }),
});
/** The kind of vehicle and its rating come with the VIN, before any further fact. */
const kind = fc.constantFrom(...vehicleKinds);
const rating = fc.option(
  fc.constantFrom([5001, 6000] as const, [8001, 9000] as const, [10001, 14000] as const),
);
const price = fc.integer({ min: 1_000_00, max: 120_000_00 });
const saleType = fc.constantFrom('private' as const, 'dealer' as const);
/** The order in which the facts become known, one a step. */
const order = fc.shuffledSubarray(
  ['fuels', 'modelYear', 'weight', 'msrp', 'bookValue', 'area', 'localRate'] as const,
  {
    minLength: 7,
  },
);

/** Amounts in whole dollars may round the other way. */
const isWithin = (now: AmountRange, was: AmountRange) =>
  now.low >= was.low - 1.01 && now.high <= was.high + 1.01;

const data = new Map(service.figures.map((figures) => [`${figures.country}-${figures.code}`, figures]));
function localBoundsOf({ country, code }: PlaceKey, kind: 'private' | 'dealer') {
  const figures = data.get(`${country}-${code}`);
  const taxes = kind === 'private' ? figures?.privateSaleTaxes : figures?.dealerSaleTaxes;
  return taxes?.flatMap(({ amount }) => localRatesOf(amount) ?? [])[0];
}

/** The cities of the state, and the first ZIP code of each list of the file. */
function areasOf({ code }: PlaceKey): LocalArea[] {
  const state = states.find((one) => one === code);
  const data = state && localAreas().states[state];
  if (data === undefined) return [];
  const lists = [...Object.values(data.counties), ...Object.values(data.cities)].flatMap(
    ({ codes }) => codes?.slice(0, 5) ?? [],
  );
  const given = [...Object.keys(data.cities).map((city) => ({ city })), ...lists.map((zip) => ({ zip }))];
  return given.flatMap((one) => {
    const found = findArea(localAreas(), code, one);
    return found.kind === 'area' ? found.area : [];
  });
}

const boundsOf = ({ range, amount = 0 }: Pick<Bill['lines'][number], 'range' | 'amount'>) =>
  range ?? { low: amount, high: amount };

describe.each(placeKeys.map((place) => [`${place.country}-${place.code}`, place] as const))(
  '%s',
  (_, place) => {
    const rest = { familyGift: false, buyerHasPlates: false, on: DAY };
    const query = (cents: number, saleType: 'private' | 'dealer', car: Car): CostsQuery => ({
      ...rest,
      ...{ place, price: cents, saleType, car },
    });

    it('stays within what it said before, whatever further fact is given', () => {
      const share = fc.double({ min: 0, max: 1, noNaN: true });
      const areas = areasOf(place);
      const area = areas.length === 0 ? fc.constant(undefined) : fc.constantFrom(...areas);
      fc.assert(
        fc.property(
          price,
          saleType,
          wholeCar,
          order,
          share,
          share,
          fc.record({ area, kind, rating }),
          (cents, kind, whole, steps, value, rate, { area, kind: vehicle, rating: gvwrLb }) => {
            const { fuel, ...others } = whole;
            const full: Car = { fuels: [fuel], ...others };
            const [least, most] = kind === 'private' ? [0.5, 2] : [0.8, 1.25];
            const bookValue = Math.round(cents * (least + value * (most - least)));
            const ofArea = kind === 'dealer' && area?.placeOfDealer ? undefined : area?.rates;
            const ofState = localBoundsOf(place, kind);
            const bounds = ofState && {
              low: Math.max(ofState.low, ofArea?.low ?? 0),
              high: Math.min(ofState.high, ofArea?.high ?? ofState.high),
            };
            let asked = query(cents, kind, { kind: vehicle, ...(gvwrLb && { gvwrLb }) });
            let before = service.compute(asked);
            for (const step of steps) {
              if (step === 'bookValue') asked = { ...asked, bookValue };
              else if (step === 'area') asked = { ...asked, ...(area && { area }) };
              else if (step !== 'localRate') asked = { ...asked, car: { ...asked.car, [step]: full[step] } };
              else if (bounds) {
                asked = { ...asked, localRate: Math.round(bounds.low + rate * (bounds.high - bounds.low)) };
              }
              const after = service.compute(asked);
              for (const line of after.lines) {
                const wide = before.lines.find(({ id }) => id === line.id);
                expect([line.id, wide && isWithin(boundsOf(line), boundsOf(wide))]).toEqual([line.id, true]);
              }
              // A line that is not on the bill any more may have cost nothing before.
              for (const { id, ...line } of before.lines) {
                if (after.lines.some((other) => other.id === id)) continue;
                expect([id, boundsOf(line).low]).toEqual([id, 0]);
              }
              expect(isWithin(after.range, before.range)).toBe(true);
              expect(before.known).toBeLessThanOrEqual(after.known);
              before = after;
            }
          },
        ),
        { numRuns: 25 },
      );
    });

    it('is no dearer with a trade-in, and has each line once on whatever day', () => {
      const day = fc.constantFrom('2026-07-01', '2026-12-31', '2027-01-01', '2027-07-01', '2028-12-31');
      const part = fc.double({ min: 0.01, max: 0.99, noNaN: true });
      fc.assert(
        fc.property(price, wholeCar, day, part, (cents, { fuel, ...others }, on, share) => {
          const whole: CostsQuery = { ...query(cents, 'dealer', { ...others, fuels: [fuel] }), on };
          const before = service.compute(whole);
          const after = service.compute({ ...whole, tradeIn: Math.ceil(cents * share) });
          expect(after.range.low).toBeLessThanOrEqual(before.range.low + 1.01);
          expect(after.range.high).toBeLessThanOrEqual(before.range.high + 1.01);
          const ids = after.lines.map(({ id }) => id);
          expect(ids).toEqual([...new Set(ids)]);
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, loadMakers } from './makers.ts';
import type { SoldVehicle } from './sold-vehicle.ts';
import { markets, warrantySchema } from './warranty.ts';
import { createWarrantyService } from './warranty-service.ts';

const makers = loadMakers();
const { find: findWarranty } = createWarrantyService({ makers });
const entries = makers.flatMap((maker) => maker.entries.map((entry) => ({ maker, entry })));

const electrification = fc.constantFrom(
  null,
  { level: 'BEV (Battery Electric Vehicle)' },
  { level: 'PHEV (Plug-in Hybrid Electric Vehicle)' },
  { level: 'HEV (Hybrid Electric Vehicle) - Level Unknown' },
  { level: null },
);
const fuelType = fc.constantFrom(null, 'Gasoline', 'Diesel', 'Electric', 'Fuel Cell');
const powertrain = fc.record({ engine: fc.record({ fuelType }), electrification });

describe('every make, model year and market of the data', () => {
  it('answers one valid warranty, whatever the powertrain', () => {
    const sold = entries.flatMap(({ maker, entry: { years, markets, models } }) =>
      markets.flatMap((market) =>
        Array.from({ length: years[1] - years[0] + 1 }, (_, index) => ({
          vehicle: { make: maker.make, year: years[0] + index, model: models?.[0] ?? 'Some Model' },
          market,
        })),
      ),
    );

    for (const { vehicle, market } of sold) {
      const { warranty, warrantyNote } = findWarranty(vehicle, { market });
      expect(warrantyNote).toBeNull();
      const { make, year: modelYear } = vehicle;
      expect(warrantySchema.parse(warranty)).toMatchObject({ make, modelYear, market });
    }
  });

  it('keeps time and distance consistent', () => {
    fc.assert(
      fc.property(fc.constantFrom(...entries), powertrain, ({ maker, entry }, more) => {
        const model = entry.models?.[0] ?? 'Model';
        const vehicle = { make: maker.make, year: entry.years[0], model, ...more };
        const { warranty } = findWarranty(vehicle, inMarket(entry));
        for (const coverage of Object.values(warranty?.coverages ?? {})) {
          if (!coverage) continue;
          expect(coverage.unlimitedDistance).toBe(coverage.miles === null && coverage.km === null);
          if (coverage.miles !== null && coverage.km !== null) {
            expect(coverage.km / coverage.miles).toBeGreaterThan(1.58);
            expect(coverage.km / coverage.miles).toBeLessThan(1.68);
          }
        }
      }),
    );
  });

  it('gives no traction battery to a vehicle without one', () => {
    for (const { maker, entry } of entries.filter(({ entry }) => !entry.models)) {
      const gasoline = { engine: { fuelType: 'Gasoline' }, electrification: null };
      const vehicle = { make: maker.make, year: entry.years[1], model: 'Sedan', ...gasoline };
      expect(findWarranty(vehicle, inMarket(entry)).warranty?.coverages.evBattery).toBeNull();
    }
  });
});

describe('names', () => {
  it('of makes match in any case and with any separators', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...entries.filter(({ entry }) => !entry.models)),
        fc.constantFrom(' ', '-', '_', ''),
        fc.boolean(),
        ({ maker, entry }, separator, upper) => {
          const written = maker.make.replace(/[ -]/g, separator);
          const make = upper ? written.toUpperCase() : written.toLowerCase();
          const year = entry.years[0];
          expect(findWarranty({ make, year, model: null }, inMarket(entry))).toEqual(
            findWarranty({ make: maker.make, year, model: null }, inMarket(entry)),
          );
        },
      ),
    );
  });

  it('of any kind never break a look-up: it answers a warranty or a reason', () => {
    const vehicle: fc.Arbitrary<SoldVehicle> = fc
      .record({
        make: fc.oneof(fc.string(), fc.constantFrom('Tesla', 'Toyota', '__proto__', 'constructor')),
        year: fc.integer({ min: 1900, max: 2100 }),
        model: fc.option(fc.oneof(fc.string(), fc.constantFrom('Model S', '__proto__', 'toString'))),
        trim: fc.option(fc.string()),
        more: powertrain,
      })
      .map(({ more, ...rest }) => ({ ...rest, ...more }));
    fc.assert(
      fc.property(vehicle, fc.constantFrom(...markets), (any, market) => {
        const { warranty, warrantyNote } = findWarranty(any, { market });
        expect(warranty === null).toBe(warrantyNote !== null);
        if (warranty) warrantySchema.parse(warranty);
      }),
    );
  });
});

function inMarket({ markets: [market = 'US'] }: Pick<Entry, 'markets'>) {
  return { market };
}

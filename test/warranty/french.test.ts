import { expect, it } from 'vitest';
import { frenchTranslator } from '../../src/site/in-locale.ts';
import { warrantyPart } from '../../src/view/warranty.ts';
import { loadMakers } from '../../src/warranty/makers.ts';
import { createWarrantyService } from '../../src/warranty/warranty-service.ts';

const makers = loadMakers();
const { find } = createWarrantyService({ makers });
const powertrains = [
  { engine: { fuelType: 'Gasoline' }, electrification: null },
  { engine: { fuelType: 'Diesel' }, electrification: null },
  {
    engine: { fuelType: 'Gasoline', fuelTypeSecondary: 'Electric' },
    electrification: { level: 'Strong HEV (Hybrid Electric Vehicle)' },
  },
  { engine: { fuelType: 'Electric' }, electrification: { level: 'BEV (Battery Electric Vehicle)' } },
];

it('can be read in French, whatever the maker, the year and the powertrain', () => {
  const parts = makers.flatMap(({ make }) =>
    [2003, 2008, 2012, 2016, 2020, 2024].flatMap((year) =>
      powertrains.flatMap((powertrain) =>
        (['CA', 'US'] as const).map((country) => {
          const found = find({ year, make, model: 'X', ...powertrain }, { market: country });
          const vehicle = { modelYear: year };
          return warrantyPart({ ...found, vehicle }, { writtenAt: new Date('2026-11-25'), country }).text;
        }),
      ),
    ),
  );
  const missing = [...new Set(parts)].flatMap((part) => frenchTranslator().page(part).missing);
  expect([...new Set(missing)]).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readTable } from '../../test/table.ts';
import { loadMakers } from './makers.ts';
import type { SoldVehicle } from './sold-vehicle.ts';
import { type LaterOwners, type Market, markets, type Term } from './warranty.ts';
import { createWarrantyService } from './warranty-service.ts';

const { find } = createWarrantyService({ makers: loadMakers() });

const fuels = {
  gasoline: { engine: { fuelType: 'Gasoline' }, electrification: null },
  diesel: { engine: { fuelType: 'Diesel' }, electrification: null },
  hybrid: {
    engine: { fuelType: 'Gasoline', fuelTypeSecondary: 'Electric' },
    electrification: { level: 'Strong HEV (Hybrid Electric Vehicle)' },
  },
  'plug-in hybrid': {
    engine: { fuelType: 'Gasoline', fuelTypeSecondary: 'Electric' },
    electrification: { level: 'PHEV (Plug-in Hybrid Electric Vehicle)' },
  },
  electric: {
    engine: { fuelType: 'Electric' },
    electrification: { level: 'BEV (Battery Electric Vehicle)' },
  },
} satisfies Record<string, Partial<SoldVehicle>>;

/** "60/60000" is months and the distance as published; "144/any" has no distance limit. */
function short(term: Term | null, market: Market): string | null {
  if (term === null) return null;
  return `${term.months ?? 'life'}/${term.unlimitedDistance ? 'any' : market === 'CA' ? term.km : term.miles}`;
}

function later(laterOwners: LaterOwners | undefined, market: Market): string | null {
  if (laterOwners === undefined) return null;
  return laterOwners.kind === 'term' ? short(laterOwners, market) : laterOwners.kind;
}

const rowSchema = z.object({
  fuel: z.enum(['gasoline', 'diesel', 'hybrid', 'plug-in hybrid', 'electric']),
  market: z.enum(markets),
});

describe.each(['booklets.txt', 'terms.txt'])('the terms in %s hold', (file) => {
  it.each(readTable(`warranty/${file}`))('%s %s %s, %s, %s: %s', (...row) => {
    const [year = '', make = '', model = '', fuelName, marketName, terms = ''] = row;
    const { fuel, market } = rowSchema.parse({ fuel: fuelName, market: marketName });
    const { warranty, warrantyNote } = find({ year: Number(year), make, model, ...fuels[fuel] }, { market });
    if (!warranty) throw new Error(warrantyNote);
    const { basic, powertrain, corrosion, roadside, evBattery } = warranty.coverages;
    const answer = [
      `basic ${short(basic, market)}`,
      `powertrain ${short(powertrain, market)}`,
      `laterPowertrain ${later(powertrain?.laterOwners, market)}`,
      `corrosion ${short(corrosion, market)}`,
      `roadside ${short(roadside, market)}`,
      `battery ${short(evBattery, market)}`,
    ];
    expect(answer).toEqual(expect.arrayContaining(terms.split(', ')));
  });
});

it('knows the B-Class of the US, which is electric only, by its plain name', () => {
  const { warranty } = find({ year: 2015, make: 'Mercedes-Benz', model: 'B-Class', ...fuels.electric });
  expect(short(warranty?.coverages.evBattery ?? null, 'US')).toBe('96/100000');
});

it.each([
  [2018, 'Mercedes-Benz', 'Sprinter 2500'],
  [2018, 'Mercedes-Benz', 'Metris'],
  [2017, 'Nissan', 'NV200'],
])('does not give a van the terms of the cars: %i %s %s', (year, make, model) => {
  const { warranty, warrantyNote } = find({ year, make, model, ...fuels.gasoline });
  expect(warranty).toBeNull();
  expect(warrantyNote).toMatch(/vans .* not established/);
});

it('knows the electric van from those with engines', () => {
  const van = { year: 2026, make: 'Ram', model: 'ProMaster 3500' };
  const { warranty } = find({ ...van, ...fuels.electric });
  expect(short(warranty?.coverages.powertrain ?? null, 'US')).toBe('96/100000');
  const { warranty: other } = find({ ...van, ...fuels.gasoline });
  expect(short(other?.coverages.powertrain ?? null, 'US')).toBe('120/100000');
});

import { describe, expect, it } from 'vitest';
import { loadMakers } from './load-makers.ts';
import type { SoldVehicle } from './sold-vehicle.ts';
import type { LaterOwners, Market, Term } from './warranty.ts';
import { createWarrantyService } from './warranty-service.ts';

const { find } = createWarrantyService({ makers: loadMakers() });

const fuels = {
  gasoline: { engine: { fuelType: 'Gasoline' }, electrification: null },
  diesel: { engine: { fuelType: 'Diesel' }, electrification: null },
  hybrid: {
    engine: { fuelType: 'Gasoline', fuelTypeSecondary: 'Electric' },
    electrification: { level: 'Strong HEV (Hybrid Electric Vehicle)' },
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

interface Expected {
  basic?: string;
  powertrain?: string | null;
  laterPowertrain?: string;
  corrosion?: string;
  roadside?: string;
  battery?: string | null;
}

// Written down from the makers' booklets before the data were asked.
const cars: [
  year: number,
  make: string,
  model: string,
  fuel: keyof typeof fuels,
  market: Market,
  expected: Expected,
][] = [
  [
    2016,
    'Hyundai',
    'Sonata',
    'gasoline',
    'US',
    { basic: '60/60000', powertrain: '120/100000', laterPowertrain: '60/60000', corrosion: '84/any' },
  ],
  [
    2019,
    'Kia',
    'Sorento',
    'gasoline',
    'US',
    { basic: '60/60000', powertrain: '120/100000', laterPowertrain: '60/60000', corrosion: '60/100000' },
  ],
  [
    2015,
    'Honda',
    'Civic',
    'gasoline',
    'US',
    { basic: '36/36000', powertrain: '60/60000', laterPowertrain: '60/60000', corrosion: '60/any' },
  ],
  [
    2021,
    'Toyota',
    'Prius',
    'hybrid',
    'US',
    { basic: '36/36000', powertrain: '60/60000', battery: '120/150000' },
  ],
  [
    2015,
    'Toyota',
    'Prius',
    'hybrid',
    'US',
    { basic: '36/36000', powertrain: '60/60000', battery: '96/100000' },
  ],
  [
    2014,
    'Nissan',
    'Leaf',
    'electric',
    'US',
    { basic: '36/36000', powertrain: '60/60000', battery: '96/100000' },
  ],
  [
    2020,
    'Chevrolet',
    'Bolt EV',
    'electric',
    'US',
    { basic: '36/36000', battery: '96/100000', corrosion: '72/100000' },
  ],
  [
    2012,
    'Chevrolet',
    'Cruze',
    'gasoline',
    'US',
    { basic: '36/36000', powertrain: '60/100000', laterPowertrain: '60/100000' },
  ],
  [2016, 'Chevrolet', 'Cruze', 'gasoline', 'US', { powertrain: '60/60000', roadside: '60/60000' }],
  [2015, 'GMC', 'Sierra 2500', 'diesel', 'US', { basic: '36/36000', powertrain: '60/100000' }],
  [
    2019,
    'Volkswagen',
    'Jetta',
    'gasoline',
    'US',
    { basic: '72/72000', powertrain: '72/72000', laterPowertrain: '72/72000' },
  ],
  [2021, 'Volkswagen', 'Jetta', 'gasoline', 'US', { basic: '48/50000' }],
  [
    2016,
    'Volkswagen',
    'Golf',
    'gasoline',
    'US',
    { basic: '36/36000', powertrain: '60/60000', corrosion: '144/any' },
  ],
  [
    2017,
    'BMW',
    '330i',
    'gasoline',
    'US',
    { basic: '48/50000', powertrain: '48/50000', corrosion: '144/any' },
  ],
  [
    2018,
    'Mitsubishi',
    'Outlander',
    'gasoline',
    'US',
    { basic: '60/60000', powertrain: '120/100000', laterPowertrain: '60/60000', corrosion: '84/100000' },
  ],
  [2022, 'Tesla', 'Model 3', 'electric', 'US', { basic: '48/50000' }],
  [
    2010,
    'Suzuki',
    'SX4',
    'gasoline',
    'US',
    { basic: '36/36000', powertrain: '84/100000', laterPowertrain: '84/100000' },
  ],
  [2009, 'Saturn', 'Vue', 'gasoline', 'US', { basic: '36/36000', powertrain: '60/100000' }],
  [2013, 'Volvo', 'XC60', 'gasoline', 'US', { basic: '48/50000', corrosion: '144/any' }],
  [
    2008,
    'Chrysler',
    'Town & Country',
    'gasoline',
    'US',
    { basic: '36/36000', powertrain: 'life/any', laterPowertrain: '36/36000' },
  ],
  [2017, 'Jaguar', 'XE', 'gasoline', 'US', { basic: '60/60000' }],
  [
    2020,
    'Genesis',
    'G70',
    'gasoline',
    'US',
    { basic: '60/60000', powertrain: '120/100000', laterPowertrain: '60/60000' },
  ],
  [2013, 'Lexus', 'RX', 'gasoline', 'US', { basic: '48/50000', powertrain: '72/70000', corrosion: '72/any' }],
  [
    2011,
    'Infiniti',
    'G37',
    'gasoline',
    'US',
    { basic: '48/60000', powertrain: '72/70000', corrosion: '84/any' },
  ],
  [2018, 'Mazda', 'Mazda3', 'gasoline', 'CA', { basic: '36/any', powertrain: '60/any' }],
  [
    2016,
    'Hyundai',
    'Elantra',
    'gasoline',
    'CA',
    { basic: '60/100000', powertrain: '60/100000', laterPowertrain: '60/100000' },
  ],
  [2014, 'Toyota', 'Corolla', 'gasoline', 'CA', { basic: '36/60000', powertrain: '60/100000' }],
  [2012, 'Honda', 'Civic', 'gasoline', 'CA', { basic: '36/60000', powertrain: '60/100000' }],
  [
    2013,
    'Mitsubishi',
    'Lancer',
    'gasoline',
    'CA',
    { basic: '60/100000', powertrain: '120/160000', laterPowertrain: '120/160000' },
  ],
  [2019, 'Kia', 'Forte', 'gasoline', 'CA', { basic: '60/100000', powertrain: '60/100000' }],
];

describe('what the booklets of the makers say', () => {
  it.each(cars)('%i %s %s, %s, %s', (year, make, model, fuel, market, expected) => {
    const { warranty, warrantyNote } = find({ year, make, model, ...fuels[fuel] }, { market });
    if (!warranty) throw new Error(warrantyNote);
    const { basic, powertrain, corrosion, roadside, evBattery } = warranty.coverages;
    const answer: Expected = {
      basic: short(basic, market) ?? 'none',
      powertrain: short(powertrain, market),
      laterPowertrain: later(powertrain?.laterOwners, market) ?? 'none',
      corrosion: short(corrosion, market) ?? 'none',
      roadside: short(roadside, market) ?? 'none',
      battery: short(evBattery, market),
    };
    expect(answer).toMatchObject(expected);
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

import { describe, expect, it } from 'vitest';
import { loadMakers } from './makers.ts';
import type { SoldVehicle } from './sold-vehicle.ts';
import type { Coverage, Warranty } from './warranty.ts';
import { createWarrantyService } from './warranty-service.ts';

const { find: findWarranty } = createWarrantyService({ makers: loadMakers() });

const gasoline = { engine: { fuelType: 'Gasoline' }, electrification: null };
const hybrid = {
  engine: { fuelType: 'Gasoline', fuelTypeSecondary: 'Electric' },
  electrification: { level: 'Strong HEV (Hybrid Electric Vehicle)' },
};
const plugIn = {
  engine: { fuelType: 'Gasoline', fuelTypeSecondary: 'Electric' },
  electrification: { level: 'PHEV (Plug-in Hybrid Electric Vehicle)' },
};
const electric = {
  engine: { fuelType: 'Electric' },
  electrification: { level: 'BEV (Battery Electric Vehicle)' },
};

function car(year: number, make: string, model: string, more: Partial<SoldVehicle> = gasoline): SoldVehicle {
  return { year, make, model, ...more };
}

function warrantyOf(vehicle: SoldVehicle): Warranty {
  const { warranty, warrantyNote } = findWarranty(vehicle);
  if (!warranty) throw new Error(`no warranty: ${warrantyNote}`);
  return warranty;
}

/** "60/60000" is 60 months or 60,000 miles; "144/any" has no distance limit; "life/any" no limit at all. */
function short(coverage: Coverage | null): string | null {
  if (!coverage) return null;
  return `${coverage.months ?? 'life'}/${coverage.unlimitedDistance ? 'any' : coverage.miles}`;
}

const ofElantra = () => warrantyOf(car(2013, 'Hyundai', 'Elantra')).coverages;

describe('the traction battery', () => {
  it('is said to be not established where a vehicle has one and the data do not cover it', () => {
    const { note } = warrantyOf(car(2013, 'BMW', 'ActiveHybrid 3', hybrid));
    expect(note).toContain('Not established: traction battery.');
  });

  it('has a condition where the powertrain is not known', () => {
    const { evBattery } = warrantyOf({ year: 2022, make: 'Toyota', model: 'Camry' }).coverages;
    expect(short(evBattery)).toBe('120/150000');
    expect(evBattery?.note).toMatch(/^Only for hybrid, plug-in hybrid or fuel cell vehicles\./);
  });

  it('needs no condition for a model that is always electrified', () => {
    const { evBattery } = warrantyOf({ year: 2021, make: 'Toyota', model: 'Prius' }).coverages;
    expect(evBattery?.note).not.toMatch(/Only for/);
  });

  it('states the warranted capacity, and its own limits where they are shorter', () => {
    const note = (year: number) =>
      warrantyOf(car(year, 'Nissan', 'LEAF', electric)).coverages.evBattery?.note;
    expect(note(2012)).toMatch(/loss of capacity was not covered/);
    expect(note(2014)).toContain('at least 70% is warranted for 60 months or 60,000 miles (96,561 km).');
    expect(note(2020)).toContain('Capacity of at least 70% is warranted.');
  });
});

describe('a coverage', () => {
  it('speaks of the warranted capacity only to those who have one', () => {
    const batteryOf = (more: Partial<SoldVehicle>) =>
      warrantyOf(car(2017, 'Chevrolet', 'Zzz', more)).coverages.evBattery;
    expect(batteryOf(electric)?.note).toBe(
      'Capacity of at least 60% is warranted. The figure is that of the Bolt EV booklet.',
    );
    expect(short(batteryOf(plugIn))).toBe('96/100000');
    expect(batteryOf(plugIn)?.note).toBeNull();
  });

  it('for the first owner only says so, and what later owners have', () => {
    const { powertrain } = ofElantra();
    expect(powertrain).toMatchObject({ months: 120, miles: 100000, km: 160934, transferable: false });
    expect(powertrain?.note).toBe(
      'First owner only; later owners have 60 months or 60,000 miles (96,561 km) from the first day in service.',
    );
  });

  it('without a distance limit is flagged and has neither miles nor km', () => {
    const unlimited = { miles: null, km: null, unlimitedDistance: true };
    expect(ofElantra().roadside).toMatchObject({ months: 60, ...unlimited });
  });

  it('for life has no months', () => {
    const { powertrain } = warrantyOf(car(2009, 'Chrysler', '300')).coverages;
    expect(powertrain).toMatchObject({ months: null, unlimitedDistance: true, transferable: false });
    const note = /^For life\. First owner only; later owners have 36 months or 36,000 miles/;
    expect(powertrain?.note).toMatch(note);
  });

  it('that is part of basic says so', () => {
    const { powertrain } = warrantyOf(car(2015, 'BMW', '328i')).coverages;
    expect(powertrain?.note).toBe('Part of basic; no longer term of its own.');
  });

  it('that was never sold and one that is not established are distinguished', () => {
    expect(warrantyOf(car(2003, 'Toyota', 'Camry')).note).toContain('No such coverage was sold: roadside.');
    expect(warrantyOf(car(2010, 'Honda', 'Fit')).note).toContain('Not established: roadside.');
  });

  it('uses the published kilometres where the maker gives both', () => {
    const { basic } = warrantyOf(car(2022, 'Rivian', 'R1T', electric)).coverages;
    expect(basic).toMatchObject({ miles: 60000, km: 100000 });
  });
});

describe('the answer', () => {
  it('is for a decoded make, model year and the US market, as sold', () => {
    const warranty = warrantyOf(car(2013, 'HYUNDAI', 'ELANTRA'));
    expect(warranty).toMatchObject({ make: 'Hyundai', modelYear: 2013, market: 'US', asSold: true });
    expect(warranty.confidence).toBe('medium');
    expect(warranty.note).toMatch(/as originally sold in the United States/);
    expect(warranty.source.url).toMatch(/^https:\/\//);
  });

  it('admits figures that nobody read', () => {
    const warranty = warrantyOf(car(2015, 'Ferrari', 'California'));
    expect(warranty.confidence).toBe('low');
    expect(warranty.note).toContain('general knowledge and were not read');
  });

  it('names the source of a battery term that is stated elsewhere', () => {
    const { note } = warrantyOf(car(2021, 'Toyota', 'Prius', hybrid));
    expect(note).toMatch(/Source for traction battery: https:\/\//);
    expect(warrantyOf(car(2021, 'Toyota', 'Camry')).note).not.toMatch(/Source for/);
  });

  it('finds a version by trim, series or motors', () => {
    const silverado = car(2018, 'Chevrolet', 'Silverado', { ...gasoline, series: '3500 HD' });
    expect(short(warrantyOf(silverado).coverages.powertrain)).toBe('60/100000');
    const lancer = car(2009, 'Mitsubishi', 'Lancer', { ...gasoline, trim: 'Ralliart' });
    expect(short(warrantyOf(lancer).coverages.basic)).toBe('36/36000');
    const quad = { ...electric, electrification: { level: 'BEV', driveUnit: 'Quad Motor' } };
    expect(short(warrantyOf(car(2023, 'Rivian', 'R1S', quad)).coverages.basic)).toBe('60/60000');
  });

  it('leaves out the figures of versions that it does not distinguish', () => {
    const { coverages, note } = warrantyOf(car(2023, 'Rivian', 'R1S', electric));
    expect(coverages).toMatchObject({ basic: null, powertrain: null, evBattery: null });
    expect(note).toContain('Not established: basic, powertrain, roadside, traction battery.');
  });

  it('gives Canadian terms for Canada and never those of the US instead', () => {
    const { warranty } = findWarranty(car(2018, 'Hyundai', 'Elantra'), { market: 'CA' });
    expect(warranty?.coverages.powertrain).toMatchObject({ months: 60, km: 100000, miles: 62137 });
    expect(findWarranty(car(2005, 'Hyundai', 'Elantra'), { market: 'CA' })).toEqual({
      warranty: null,
      warrantyNote:
        'The warranty data hold Hyundai model years 2008 to 2026 in Canada, not 2005. The terms of a car that was ' +
        'sold new in the United States are known: a decode with market US has them.',
    });
  });
});

it('holds for a heavy-duty pickup, which is still a light truck', () => {
  const pickup = { ...car(2018, 'Ford', 'F-350'), vehicleType: 'TRUCK', weight: { gvwrMinLb: 10_001 } };
  expect(short(warrantyOf(pickup).coverages.powertrain)).toBe('60/60000');
});

describe('what is not known', () => {
  it.each<[string, SoldVehicle, RegExp]>([
    ['an unknown make', car(2020, 'Zorblatt', 'X'), /do not hold the make Zorblatt/],
    ['a year after the data', car(2027, 'Toyota', 'Camry'), /Toyota model years 1996 to 2026 .*, not 2027/],
    ['a year before the data', car(1990, 'Toyota', 'Camry'), /not 1990/],
    ['a year whose terms are not established', car(1999, 'Audi', 'A4'), /not established/],
    ['a year in which nothing was sold', car(2012, 'Alfa Romeo', 'Giulia'), /in these model years/],
    [
      'a motorcycle',
      { ...car(2018, 'BMW', 'R 1200 GS'), vehicleType: 'MOTORCYCLE' },
      /passenger cars and light trucks/,
    ],
    [
      'a heavy truck',
      { ...car(2018, 'Ford', 'F-650'), weight: { gvwrMinLb: 19_501 } },
      /up to 14,000 lb only/,
    ],
    ['a make without any terms', car(2020, 'Pagani', 'Huayra'), /Pagani .* not established/],
    ['a make that the US never had', car(1997, 'Lada', 'Niva'), /no terms of Lada in the United States/],
  ])('is null with the reason for %s', (_, vehicle, reason) => {
    const { warranty, warrantyNote } = findWarranty(vehicle);
    expect(warranty).toBeNull();
    expect(warrantyNote).toMatch(reason);
  });
});

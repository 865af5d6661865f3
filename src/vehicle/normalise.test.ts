import { describe, expect, it } from 'vitest';
import { identifiedVehicle, normaliseVehicle } from './normalise.ts';
import { vehicleSchema } from './vehicle.ts';

const raw = {
  ModelYear: '2003',
  Make: 'HONDA',
  Model: 'Accord',
  VehicleType: 'PASSENGER CAR',
  Doors: '2',
  PlantCity: 'MARYSVILLE',
  PlantState: 'OHIO',
  PlantCountry: 'UNITED STATES (USA)',
  DisplacementL: '2.998832712',
  DisplacementCC: '2998.832712',
  EngineCylinders: '6',
  FuelTypePrimary: 'Gasoline',
  Turbo: 'No',
  GVWR: 'Class 1C: 4,001 - 5,000 lb (1,814 - 2,268 kg)',
  BedType: 'Not Applicable',
  Trim: '',
  ABS: 'Standard',
  ESC: 'Sometimes',
};

describe('a vehicle from raw fields', () => {
  it('has numbers as numbers, usual spelling, and null for what is not known', () => {
    const vehicle = normaliseVehicle(raw);
    expect(vehicle).toMatchObject({
      year: 2003,
      make: 'Honda',
      model: 'Accord',
      trim: null,
      vehicleType: 'Passenger Car',
      doors: 2,
      plant: { city: 'Marysville', state: 'Ohio', country: 'United States (USA)', company: null },
      electrification: null,
    });
    const engine = { displacementL: 3, displacementCc: 2999, cylinders: 6, turbo: false };
    expect(vehicle.engine).toMatchObject(engine);
    expect(vehicle.dimensions.bedType).toBeNull();
    expect(vehicle.safety).toMatchObject({ abs: 'Standard', esc: null });
  });

  it('always has every key, also for an empty decode', () => {
    const empty = { ...normaliseVehicle({}), year: 2000, make: 'X', model: 'Y' };
    expect(vehicleSchema.parse(empty)).toEqual(empty);
  });

  it('is identified only with year, make and model', () => {
    expect(identifiedVehicle(normaliseVehicle(raw))?.model).toBe('Accord');
    for (const code of ['ModelYear', 'Make', 'Model'])
      expect(identifiedVehicle(normaliseVehicle({ ...raw, [code]: '' }))).toBeUndefined();
  });

  it.each([
    ['Class 1C: 4,001 - 5,000 lb (1,814 - 2,268 kg)', 4001, 5000],
    ['Class 1: 6,000 lb or less (2,722 kg or less)', null, 6000],
    ['Class 8: 33,001 lb and above (14,969 kg and above)', 33001, null],
  ])('reads the bounds of "%s"', (GVWR, gvwrMinLb, gvwrMaxLb) => {
    expect(normaliseVehicle({ GVWR }).weight).toMatchObject({ gvwrFrom: GVWR, gvwrMinLb, gvwrMaxLb });
  });

  it('says of an electric vehicle at least that it has a traction battery', () => {
    expect(normaliseVehicle({ FuelTypePrimary: 'Electric' }).electrification).toMatchObject({ level: null });
  });

  it('takes no text for a number', () => {
    const unread = { doors: null, engine: { cylinders: null } };
    expect(normaliseVehicle({ EngineCylinders: 'TBD', Doors: '4.5' })).toMatchObject(unread);
  });

  it('keeps by its code whatever has no place of its own, and what has no form that fits there', () => {
    const read = { ModelYear: '2013', DisplacementCC: '1800.0' };
    const ofTheDecode = { ErrorCode: '0', VehicleDescriptor: '5NPDH4AE*DH', MakeID: '498' };
    const others = { EngineKW: '110', Doors: '4 or 5', Note: 'Bluetooth, MP3', ABS: 'Sometimes' };
    const vehicle = normaliseVehicle({ ...read, ...ofTheDecode, ...others, BusType: 'Not Applicable' });
    expect(vehicle).toMatchObject({ year: 2013, doors: null, engine: { displacementCc: 1800 } });
    expect(vehicle.additional).toEqual(others);
  });
});

import { checkDigitOf } from '@forecourt/vin/check-digit';
import { describe, expect, test } from 'vitest';
import { createEmbeddedDecoder } from '../sources/vpic/embedded-decoder.ts';
import { supplement } from './supplement.ts';
import { createVehicleService } from './vehicle-service.ts';

const vehicles = createVehicleService({ embedded: createEmbeddedDecoder(), mode: 'embedded' });
/** With the check digit that the other characters demand. */
const right = (vin: string) => `${vin.slice(0, 8)}${checkDigitOf(vin, true)}${vin.slice(9)}`;

describe('a car that NHTSA does not know', () => {
  test.each([
    ['LRW3E7EK0PC123456', 2023, 'Tesla', 'Model 3'],
    ['LRWYGCEK0RC123456', 2024, 'Tesla', 'Model Y'],
    ['XP7YGCEK0PB123456', 2023, 'Tesla', 'Model Y'],
    ['3N1CK3CP0FL200001', 2015, 'Nissan', 'Micra'],
    ['WDDFH33X08J300001', 2008, 'Mercedes-Benz', 'B-Class'],
    ['2HHFD55508H200001', 2008, 'Acura', 'CSX'],
    ['KL1JK52Z05K100001', 2005, 'Chevrolet', 'Optra'],
    ['KL1VM54L05B100001', 2005, 'Chevrolet', 'Epica'],
    ['WMEMC01V05J200001', 2005, 'smart', 'fortwo'],
  ])('%s is named by our supplement, which says so', async (vin, year, make, model) => {
    const { vehicle, decode, provenance } = await vehicles.decode(right(vin));
    expect([vehicle.year, vehicle.make, vehicle.model]).toEqual([year, make, model]);
    expect(decode.checkDigitValid).toBe(true);
    expect(provenance).toMatchObject({
      source: 'Forecourt supplement',
      completionNote: expect.stringMatching(
        /^NHTSA does not know this car\..*confidence: (?:low|medium|high)/,
      ),
    });
    // Guesses of NHTSA about such a VIN stand beside none of it.
    expect(vehicle.manufacturer).toBeNull();
  });

  test('says that a VIN of an unregistered maker has a wrong check digit', async () => {
    const { decode } = await vehicles.decode('LRW3E7EK5PC123456');
    expect(decode).toMatchObject({ checkDigitValid: false, errorCodes: [1, 7] });
  });

  test.each([
    ['a slip in the VIN of a known maker', '3N1CK3CP4FL200001'],
    ['a year in which the car was not made', right('3N1CK3CP0LL200001')],
    ['a model that the maker does not build there', right('LRWSE7EK0PC123456')],
    ['another maker', right('ZZZ3E7EK0PC123456')],
  ])('stays unknown after %s', async (_why, vin) => {
    await expect(vehicles.decode(vin)).rejects.toMatchObject({ code: 'vehicle_not_resolved' });
  });
});

test('a car that NHTSA knows is always its', async () => {
  for (const vin of ['KL77P2EM0CK123456', '5YJ3E1EA0KF317000'].map(right)) {
    const { provenance } = await vehicles.decode(vin);
    expect(provenance.source).toBe('NHTSA vPIC (embedded)');
  }
});

test('every row is of a car that is in use: its pattern begins with a maker and its years are not before 2000', () => {
  for (const { vin, years } of supplement().vehicles) {
    expect(vin.source).toMatch(/^\^[A-Z0-9]{3}/);
    expect(years.first).toBeGreaterThanOrEqual(2000);
    expect(years.last).toBeGreaterThanOrEqual(years.first);
  }
});

import { describe, expect, it } from 'vitest';
import { InvalidVin } from '../failures/invalid-vin.ts';
import { UpstreamUnavailable } from '../failures/upstream-unavailable.ts';
import { VehicleNotResolved } from '../failures/vehicle-not-resolved.ts';
import { decodeProvenanceSchema } from './decoded.ts';
import type { RawFields } from './raw-fields.ts';
import { createVehicleService, type EmbeddedDecoder, type LiveDecoder } from './vehicle-service.ts';

const VIN = '5NPDH4AE8DH100013';
const known = {
  ModelYear: '2013',
  Make: 'HYUNDAI',
  Model: 'Elantra',
  BodyClass: 'Sedan/Saloon',
  ErrorCode: '0,14',
};
const provenance = {
  source: 'NHTSA vPIC',
  fetchedAt: '2026-11-21T00:00:00.000Z',
  ageSeconds: 0,
  cache: 'miss' as const,
};

function embedded(fields: RawFields = known): EmbeddedDecoder {
  return { decode: () => fields, dataset: 'data 1', date: '2026-03-12' };
}

function live(answer: RawFields | Error): LiveDecoder & { asked: number } {
  const decoder = {
    asked: 0,
    async decode() {
      decoder.asked++;
      if (answer instanceof Error) throw answer;
      return { fields: answer, provenance };
    },
  };
  return decoder;
}

const now = () => Date.parse('2026-11-21');

describe('the vehicle service', () => {
  it('forgives blanks and lower case, and tells apart what is no VIN', async () => {
    const service = createVehicleService({ embedded: embedded(), mode: 'embedded', now });
    await expect(service.decode(` ${VIN.toLowerCase()} `)).resolves.toMatchObject({ vin: VIN });
    await expect(service.decode('123')).rejects.toMatchObject({ reason: 'length' });
    await expect(service.decode(`${VIN.slice(0, 16)}O`)).rejects.toMatchObject({ reason: 'characters' });
    await expect(service.decode('')).rejects.toBeInstanceOf(InvalidVin);
  });

  it('rejects with what did resolve where make, model and year are not all known', async () => {
    const fields = {
      Make: 'HYUNDAI',
      ErrorCode: '4',
      ErrorText: '4 - one wrong',
      SuggestedVIN: '5NP!H4AE8DH100013',
    };
    const service = createVehicleService({ embedded: embedded(fields), mode: 'embedded', now });
    const failure = await service.decode(VIN).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VehicleNotResolved);
    expect(failure).toMatchObject({
      resolution: {
        vpicErrorText: '4 - one wrong',
        vpicErrorCodes: [4],
        suggestedVin: '5NP!H4AE8DH100013',
        vehicle: { make: 'Hyundai', model: null },
      },
    });
  });

  describe('in embedded mode', () => {
    it('never asks the live service and says which data it used', async () => {
      const service = live(known);
      const decoded = await createVehicleService({
        embedded: embedded(),
        live: service,
        mode: 'embedded',
        now,
      }).decode(VIN);
      expect(service.asked).toBe(0);
      expect(decoded.provenance).toMatchObject({ dataset: 'data 1', cache: 'none', completion: null });
      expect(decodeProvenanceSchema.parse(decoded.provenance)).toEqual(decoded.provenance);
    });
  });

  describe('in auto mode', () => {
    const decodeWith = (answer: RawFields | Error, fields: RawFields = known) =>
      createVehicleService({ embedded: embedded(fields), live: live(answer), mode: 'auto', now }).decode(VIN);

    it('completes what the embedded data lacks and says what came from where', async () => {
      const decoded = await decodeWith({
        ...known,
        BodyClass: 'Other',
        DriveType: 'FWD',
        ErrorCode: '0',
        ABS: 'Standard',
      });
      expect(decoded.vehicle).toMatchObject({
        driveType: 'FWD',
        bodyClass: 'Sedan/Saloon',
        safety: { abs: 'Standard' },
      });
      expect(decoded.decode.errorCodes).toEqual([0]);
      expect(decoded.provenance).toMatchObject({
        dataset: 'data 1',
        completion: { source: 'NHTSA vPIC', cache: 'miss', fields: ['DriveType', 'ABS'] },
      });
    });

    it('serves the embedded answer, marked so, when the live service is down', async () => {
      const decoded = await decodeWith(new UpstreamUnavailable('NHTSA vPIC'));
      expect(decoded.vehicle.model).toBe('Elantra');
      expect(decoded.provenance.completion).toBeNull();
      expect(decoded.provenance.completionNote).toMatch(/did not answer/);
    });

    it('mixes nothing where the live service names another vehicle', async () => {
      const decoded = await decodeWith({ ...known, ModelYear: '1983', DriveType: 'RWD' });
      expect(decoded.vehicle).toMatchObject({ year: 2013, driveType: null });
      expect(decoded.provenance.completionNote).toMatch(/another vehicle.*ModelYear/);
    });

    it('takes the live answer whole where the embedded data does not know the vehicle', async () => {
      const decoded = await decodeWith({ ...known, ErrorCode: '0' }, { Make: 'HYUNDAI', ErrorCode: '8' });
      expect(decoded).toMatchObject({ vehicle: { model: 'Elantra' }, provenance: { source: 'NHTSA vPIC' } });
    });

    it('does not hide an error of ours as a failing source', async () => {
      await expect(decodeWith(new TypeError('broken'))).rejects.toBeInstanceOf(TypeError);
    });
  });

  describe('in vpic mode', () => {
    it('uses the live service only', async () => {
      const service = createVehicleService({ embedded: embedded({}), live: live(known), mode: 'vpic', now });
      await expect(service.decode(VIN)).resolves.toMatchObject({ provenance: { source: 'NHTSA vPIC' } });
    });

    it('fails when it is down', async () => {
      const down = live(new UpstreamUnavailable('NHTSA vPIC'));
      const service = createVehicleService({ embedded: embedded(), live: down, mode: 'vpic', now });
      await expect(service.decode(VIN)).rejects.toBeInstanceOf(UpstreamUnavailable);
    });
  });
});

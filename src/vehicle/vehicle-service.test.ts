import { describe, expect, it } from 'vitest';
import { isServiceError, ServiceError } from '../errors/service-error.ts';
import {
  createEmbeddedDecoder,
  type EmbeddedDecoder,
  type RawFields,
} from '../sources/vpic/embedded-decoder.ts';
import type { LiveDecoder } from '../sources/vpic/live-decoder.ts';
import { decodeProvenanceSchema } from './vehicle.ts';
import { createVehicleService } from './vehicle-service.ts';

const VIN = '5NPDH4AE8DH100013';
const elantra = { ModelYear: '2013', Make: 'HYUNDAI', Model: 'Elantra', BodyClass: 'Sedan/Saloon' };
const known = { ...elantra, ErrorCode: '0,14' };
const fetchedAt = '2026-11-21T00:00:00.000Z';
const provenance = { source: 'NHTSA vPIC', fetchedAt, ageSeconds: 0, cache: 'miss' as const };

function embedded(fields: RawFields = known, dataset: Partial<EmbeddedDecoder> = {}): EmbeddedDecoder {
  return {
    decode: () => fields,
    didYouMean: () => [],
    dataset: 'data 1',
    date: '2026-11-01',
    isWhole: false,
    ...dataset,
  };
}

function live(answer: RawFields | Error): LiveDecoder & { asked: string[] } {
  const decoder = {
    asked: [] as string[],
    async decode(descriptor: string) {
      decoder.asked.push(descriptor);
      if (answer instanceof Error) throw answer;
      return { fields: answer, provenance };
    },
  };
  return decoder;
}

type Options = Partial<Parameters<typeof createVehicleService>[0]>;

/** A service on embedded data that know the car; the live service is asked where a test gives one. */
const open = (options: Options = {}) =>
  createVehicleService({
    embedded: embedded(),
    mode: options.live ? 'auto' : 'embedded',
    now: () => Date.parse('2026-11-21'),
    ...options,
  });

describe('the vehicle service', () => {
  it('forgives blanks and lower case, and distinguishes what is no VIN', async () => {
    const service = open();
    await expect(service.decode(` ${VIN.toLowerCase()} `)).resolves.toMatchObject({ vin: VIN });
    const tooShort = { code: 'invalid_vin', details: { reason: 'length' } };
    await expect(service.decode('123')).rejects.toMatchObject(tooShort);
    const wrong = { details: { reason: 'characters' } };
    await expect(service.decode(`${VIN.slice(0, 16)}O`)).rejects.toMatchObject(wrong);
    await expect(service.decode('')).rejects.toMatchObject({ code: 'invalid_vin' });
  });

  it('rejects with what did resolve where make, model and year are not all known', async () => {
    const wrong = { ErrorCode: '4', ErrorText: '4 - one wrong', SuggestedVIN: '5NP!H4AE8DH100013' };
    const service = open({ embedded: embedded({ Make: 'HYUNDAI', ...wrong }) });
    await expect(service.decode(VIN)).rejects.toMatchObject({
      code: 'vehicle_not_resolved',
      details: {
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
      const decoded = await open({ live: service, mode: 'embedded' }).decode(VIN);
      expect(service.asked).toEqual([]);
      expect(decoded.provenance).toMatchObject({ dataset: 'data 1', cache: 'none', completion: null });
      expect(decodeProvenanceSchema.parse(decoded.provenance)).toEqual(decoded.provenance);
    });
  });

  describe('in auto mode', () => {
    const decodeWith = (answer: RawFields | Error, fields: RawFields = known) =>
      open({ embedded: embedded(fields), live: live(answer) }).decode(VIN);

    it('takes what the live service says and says what came from where', async () => {
      const more = { BodyClass: 'Other', DriveType: 'FWD', ErrorCode: '6', ABS: 'Standard' };
      const decoded = await decodeWith({ ...known, ...more });
      const safety = { abs: 'Standard' };
      expect(decoded.vehicle).toMatchObject({ driveType: 'FWD', bodyClass: 'Other', safety });
      expect(decoded.decode.errorCodes).toEqual([0]);
      expect(decoded.provenance).toMatchObject({
        dataset: 'data 1',
        completion: { source: 'NHTSA vPIC', cache: 'miss', fields: ['BodyClass', 'DriveType', 'ABS'] },
      });
    });

    it('sends neither check digit nor serial number, but what names a maker of few vehicles', async () => {
      const service = live(known);
      const vehicles = open({ live: service });
      await vehicles.decode(VIN);
      await vehicles.decode('1T9A5B00XKTABC001');
      expect(service.asked).toEqual(['5NPDH4AE*DH', '1T9A5B00*KTABC']);
    });

    it.each([
      ['whole and new', { isWhole: true }, 0],
      ['whole and older than 45 days', { isWhole: true, date: '2026-10-06' }, 1],
      ['partial', {}, 1],
    ] as const)('asks the live service or not, where the data is %s', async (_, dataset, times) => {
      const service = live(known);
      await open({ embedded: embedded(known, dataset), live: service }).decode(VIN);
      expect(service.asked).toHaveLength(times);
    });

    it('asks the live service for a vehicle that whole data does not know', async () => {
      const silent = embedded({ Make: 'HYUNDAI', ErrorCode: '8' }, { isWhole: true });
      const decoded = await open({ embedded: silent, live: live(known) }).decode(VIN);
      expect(decoded).toMatchObject({ vehicle: { model: 'Elantra' }, decode: { errorCodes: [0, 14] } });
    });

    it('says itself what is wrong with the check digit and the serial number', async () => {
      const answer = { ...known, ErrorCode: '6,14', ErrorText: '6 - Incomplete VIN; 14 - not explained' };
      const own = { ...known, ErrorCode: '1,400', ErrorText: '1 - check digit; 400 - characters' };
      const { decode } = await decodeWith(answer, own);
      expect(decode).toMatchObject({
        checkDigitValid: false,
        errorCodes: [1, 14, 400],
        errorText: '1 - check digit; 14 - not explained; 400 - characters',
      });
    });

    it('puts back into a suggested VIN what was not sent', async () => {
      const answer = { ...known, ErrorCode: '4,6', SuggestedVIN: '5NP!H4AE*DH', PossibleValues: '(4:DE)' };
      const { decode } = await decodeWith(answer);
      expect(decode).toMatchObject({ suggestedVin: '5NP!H4AE8DH100013', possibleValues: '(4:DE)' });
    });

    it('keeps what only the serial number says', async () => {
      const data = embedded(known, {
        decode: (vin) => ({ ...known, Trim: vin.length === 17 ? 'by serial number' : 'by descriptor' }),
      });
      const service = open({ embedded: data, live: live({ ...known, Trim: 'live' }) });
      await expect(service.decode(VIN)).resolves.toMatchObject({ vehicle: { trim: 'by serial number' } });
    });

    it('serves the embedded answer, marked so, when the live service is down', async () => {
      const decoded = await decodeWith(new ServiceError('upstream_unavailable', { source: 'NHTSA vPIC' }));
      expect(decoded.vehicle.model).toBe('Elantra');
      expect(decoded.provenance.completion).toBeNull();
      expect(decoded.provenance.completionNote).toMatch(/did not answer/);
    });

    it('takes the live answer whole where it names another vehicle, and mixes nothing', async () => {
      const decoded = await decodeWith({ ...known, ModelYear: '1983', BodyClass: '', DriveType: 'RWD' });
      expect(decoded.vehicle).toMatchObject({ year: 1983, driveType: 'RWD', bodyClass: null });
      expect(decoded.provenance.completionNote).toMatch(/another vehicle.*ModelYear/);
      expect(decoded.provenance.source).toBe('NHTSA vPIC');
    });

    it('reads nothing from the serial number of another vehicle', async () => {
      const data = embedded(known, {
        decode: (vin) => (vin.length === 17 ? { ...known, Trim: 'by serial number' } : known),
      });
      const service = open({ embedded: data, live: live({ ...known, Model: 'Sonata' }) });
      await expect(service.decode(VIN)).resolves.toMatchObject({ vehicle: { model: 'Sonata', trim: null } });
    });

    it('takes a model that is only spelt otherwise for the same', async () => {
      const named = (Model: string, more: RawFields = {}) => ({ ...known, Model, ...more });
      const decoded = await decodeWith(
        named('V Star 650', { EngineCycles: '4' }),
        named('XVS650 (V Star 650)', { Trim: 'Custom' }),
      );
      expect(decoded.vehicle).toMatchObject({ trim: 'Custom', additional: { EngineCycles: '4' } });
      expect(decoded.provenance.completion?.fields).toEqual(['Model', 'EngineCycles']);
    });

    it('passes over an answer for another VIN, and one that knows nothing', async () => {
      const own = { ...known, VehicleDescriptor: '5NPDH4AE*DH' };
      const other = await decodeWith({ ...known, Model: 'Sonata', VehicleDescriptor: '5NPEB4AC*DH' }, own);
      expect(other).toMatchObject({ vehicle: { model: 'Elantra' }, provenance: { completion: null } });
      expect(other.provenance.completionNote).toMatch(/for another VIN/);
      const silent = await decodeWith({ Make: 'HYUNDAI', ErrorCode: '8' });
      expect(silent).toMatchObject({ vehicle: { model: 'Elantra' }, provenance: { dataset: 'data 1' } });
      expect(silent.provenance.completionNote).toMatch(/does not know/);
    });

    it('takes the live answer whole where the embedded data does not know the vehicle', async () => {
      const decoded = await decodeWith({ ...known, ErrorCode: '0' }, { Make: 'HYUNDAI', ErrorCode: '8' });
      expect(decoded).toMatchObject({ vehicle: { model: 'Elantra' }, provenance: { source: 'NHTSA vPIC' } });
    });

    it('does not hide an error of ours as a failing source', async () => {
      await expect(decodeWith(new TypeError('broken'))).rejects.toBeInstanceOf(TypeError);
    });
  });
});

describe('a VIN that may be misread, or of another continent', () => {
  const vehicles = createVehicleService({ embedded: createEmbeddedDecoder(), mode: 'embedded' });

  it('is decoded with a warning first, where its check digit is wrong and the car is known', async () => {
    const decoded = await vehicles.decode('5NPDH4AE8DH1OO013'.replaceAll('O', '0').replace('AE8', 'AE3'));
    expect(Object.keys(decoded)[0]).toBe('vinWarning');
    expect(decoded.vinWarning).toMatch(
      /^The check digit of this VIN is wrong: .* Did you mean .*5NPDH4AE\[8\]DH100013/,
    );
    expect(await vehicles.decode(VIN)).not.toHaveProperty('vinWarning');
  });

  it('is refused with what it may stand for, where it is none', async () => {
    const asked = vehicles.decode('5NPDH4AE8DH1OO013');
    await expect(asked).rejects.toMatchObject({
      code: 'invalid_vin',
      message: expect.stringMatching(/Did you mean 5NPDH4AE8DH1\[00\]013 \(2013 Hyundai Elantra\)\?/),
      details: { didYouMean: [{ vin: VIN, marked: '5NPDH4AE8DH1[00]013', car: '2013 Hyundai Elantra' }] },
    });
  });

  it.each([
    ['WAUZZZ8K9BA123456', 'surely'],
    ['WVWZZZ1KZAW123456', 'surely'],
    ['WP0ZZZ99ZTS392124', 'surely'],
    ['ZFA31200000123456', 'probably'],
    ['VF1BR1A0H41234567', 'probably'],
    ['YV1FS6840B2123456', 'probably'],
    ['SALLAAAF4DA654321', 'probably'],
  ])(
    '%s is %s of a car built for Europe: no model year, no exclamation marks, and what to do',
    async (vin, builtForEurope) => {
      const error: unknown = await vehicles.decode(vin).catch((thrown: unknown) => thrown);
      if (!isServiceError(error, 'vehicle_not_resolved')) throw new Error(`${vin} was resolved`);
      const { message, details } = error;
      expect(message).toMatch(
        /built for Europe .* Ask the seller for the import papers, and a dealer of the make/,
      );
      expect(`${message}${JSON.stringify(details.vehicle)}`).not.toMatch(/1981|!/);
      expect(details).toMatchObject({ builtForEurope, didYouMean: [], vehicle: { year: null, model: null } });
      expect(details).not.toHaveProperty('suggestedVin');
    },
  );

  it('is rather a misread American car, where one character makes it one', async () => {
    const error: unknown = await vehicles.decode('WBA3A5G5QDNP26082').catch((thrown: unknown) => thrown);
    if (isServiceError(error, 'vehicle_not_resolved')) expect(error.details.builtForEurope).toBe('no');
    expect(vehicles.meantBy('WBA3A5G5QDNP26082').length).toBeGreaterThan(0);
  });

  it('is doubted before anybody pays, and a right one is not', () => {
    expect(vehicles.doubtAbout(VIN)).toBeUndefined();
    expect(vehicles.doubtAbout('5NPDH4AE3DH100013')).toContain('Did you mean');
    expect(vehicles.doubtAbout('WAUZZZ8K9BA123456')).toContain('built for Europe');
    expect(vehicles.doubtAbout('')).toBeUndefined();
  });
});

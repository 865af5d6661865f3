import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDataset } from './dataset.ts';
import { createVinEngine } from './engine.ts';

const packed = readFileSync(new URL('../vpic.dataset', import.meta.url));
const file = gunzipSync(packed);
const engine = createVinEngine(openDataset(file));
const nowMs = Date.parse('2026-11-21');
const decode = (vin: string, modelYear?: number) =>
  engine.decode(vin, { nowMs, ...(modelYear === undefined ? {} : { modelYear }) });
const codesOf = (vin: string, modelYear?: number): number[] => decode(vin, modelYear).errorCodes;

describe('a dataset', () => {
  it('is refused while it is packed, with how to unpack it', () => {
    expect(() => openDataset(packed)).toThrow(/still packed: unpack it with gunzipSync/);
  });

  it.each([0, 1, 7, 9, 1_000, 9_000_000])('is refused where it is cut short to %i bytes', (length) => {
    expect(() => openDataset(file.subarray(0, length))).toThrow();
  });
});

describe('a decode', () => {
  it('distinguishes a truck from its heavier relatives by the schema introduced last', () => {
    const { fields } = decode('1FTFW1ET5DFC10312');
    expect(fields).toMatchObject({ ModelYear: '2013', Make: 'FORD', Model: 'F-150', BodyClass: 'Pickup' });
    expect(fields.ErrorCode).toBe('1');
  });

  it('takes the make from the model, not from the manufacturer code', () => {
    expect(decode('1C4LJFAB1NC096837').fields.Make).toBe('JEEP');
    expect(decode('3FAPP3782NF063493').fields.Make).toBe('FORD');
    expect(decode('1FARM51E6LP033119').fields.Make).toBe('MERCURY');
  });

  it('reads the cycle of the model year of a passenger vehicle from position 7', () => {
    expect(decode('1HGCM82633A004352').fields.ModelYear).toBe('2003');
    expect(decode('1C4LJFAB1NC096837').fields.ModelYear).toBe('2022');
  });

  it('says where position 10 leaves the year of a heavy vehicle open', () => {
    const { AdditionalErrorText } = decode('1FTFW1ET5DFC10312').fields;
    expect(AdditionalErrorText).toMatch(/Model Year decoded .* may be incorrect/);
  });

  it.each([
    ['KNDJH741485111111', '2009'],
    ['KMHGC4DH8BU111111', '2012'],
    ['W1W8EC6Y8KT111111', '2019'],
  ])('follows the list of descriptors that carry another year, beyond doubt: %s', (vin, year) => {
    const { ModelYear, AdditionalErrorText } = decode(vin).fields;
    expect(ModelYear).toBe(year);
    expect(AdditionalErrorText ?? '').not.toMatch(/may be incorrect/);
  });

  it('says when the year given differs from the VIN, and prefers the VIN unless nothing fits', () => {
    expect(codesOf('1HGCM82633A004352', 2003)).toEqual([0]);
    expect(codesOf('1HGCM82633A004352', 2013)).toContain(12);
  });

  it('ignores a year that no vehicle can have', () => {
    expect(decode('1HGCM82633A004352', 1955).fields.ModelYear).toBe('2003');
    expect(codesOf('1HGCM82633A004352', 1955)).toContain(12);
  });

  it('marks an invalid character and decodes the rest', () => {
    const { fields } = decode('1HGCM82633A00435X');
    expect(fields).toMatchObject({ ErrorCode: '1,400', SuggestedVIN: '1HGCM82633A00435!', Model: 'Accord' });
  });

  it('decodes a partial VIN and says so', () => {
    const { fields, errorCodes } = decode('5UXWX7C5*BA');
    expect(fields).toMatchObject({ Make: 'BMW', Model: 'X3', ModelYear: '2011' });
    expect(errorCodes).toEqual([6]);
  });

  it.each(['U', 'Z', '0'])('knows no year for the code %s', (code) => {
    expect(codesOf(`1HGCM8263${code}A004352`)).toContain(11);
  });

  it('names a manufacturer that is not registered', () => {
    expect(codesOf('XXXXXXXXXXXXXXXXX')).toContain(7);
  });

  it('knows no manufacturer before it was made public', () => {
    const long = engine.decode('1HGCM82633A004352', { nowMs: Date.parse('2014-01-01') });
    expect(long.errorCodes).toContain(7);
  });

  it('proposes the one character that fits, where one is wrong', () => {
    const right = '1C4LJFAB1NC096837';
    const suggestions = [4, 5, 6, 7, 8, 11].flatMap((position) =>
      [...'0123456789ABCDEFGHJKLMNPRSTUVWXYZ']
        .map((character) => decode(right.slice(0, position - 1) + character + right.slice(position)).fields)
        .filter(({ ErrorCode }) => /\b[23]\b/.test(ErrorCode ?? ''))
        .map(({ SuggestedVIN, PossibleValues }) => ({ position, SuggestedVIN, PossibleValues })),
    );
    expect(suggestions.length).toBeGreaterThan(0);
    for (const { position, SuggestedVIN, PossibleValues } of suggestions) {
      expect(SuggestedVIN).toBe(right);
      expect(PossibleValues).toBe(`(${position}:${right[position - 1]})`);
    }
  });

  it('reads a low-volume maker from six characters', () => {
    const code =
      [...engine.dataset.wmis.codes()].find((one) => one.length === 6 && one.startsWith('1')) ?? '';
    expect(codesOf(`${code.slice(0, 3)}AAAAAAAA${code.slice(3)}123`)).not.toContain(7);
    expect(codesOf(`${code.slice(0, 3)}AAAAAAAA`)).not.toContain(0);
  });

  it('computes displacement in the units that are missing, as the live service prints them', () => {
    const inAll = { DisplacementL: '3.5', DisplacementCC: '3500.0', DisplacementCI: '213.58310433156' };
    expect(decode('1FTFW1ET5DFC10312').fields).toMatchObject(inAll);
  });

  it('says a note once, however many rows say it', () => {
    const { OtherEngineInfo = '' } = decode('3G7CC09T2ZG034736').fields;
    expect(OtherEngineInfo).toBe('MFI, Iron, 8 Cyl');
  });

  it('says on request which row produced each field', () => {
    const { trace } = engine.decode('1FTFW1ET5DFC10312', { nowMs, trace: true });
    const row = { schema: 'Ford F-Series (F-150) 1FT 2013', key: '*****|*F' };
    expect(trace?.PlantCity).toEqual({ source: 'pattern', priority: 2013, ...row });
    expect(trace?.DisplacementCC?.source).toBe('conversion');
    expect(trace?.BusType?.source).toBe('default');
  });
});

describe('any input', () => {
  it('may be written in any case and with blanks around it', () => {
    const vins = ['5NPDH4AE8DH100013', '1FTFW1ET5DFC10312', '5UXWX7C5*BA', '1GT'];
    const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...vins),
        fc.array(fc.boolean(), { minLength: 17, maxLength: 17 }),
        blanks,
        blanks,
        (vin, upper, before, after) => {
          const written = [...vin].map((one, at) => (upper[at] ? one : one.toLowerCase())).join('');
          expect(decode(before + written + after)).toEqual(decode(vin));
        },
      ),
    );
  });

  it('is answered with error codes and never with an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.option(fc.integer()), (text, year) => {
        expect(decode(text, year ?? undefined).errorCodes.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the same text as the fields written as JSON, for any text', () => {
    const nearVin = fc.stringMatching(/^[A-HJ-NPR-Z0-9*"\\é]{0,19}$/);
    const vins = ['1HGCM82633A004352', '5UXWX7C5*BA', 'KMHGC4DH8BU111111', '1FTFW1ET5DFC10312'];
    const known = fc.constantFrom(...vins);
    fc.assert(
      fc.property(fc.oneof(nearVin, known), (vin) => {
        expect(`{${engine.decodeToText(vin, { nowMs })}}`).toBe(JSON.stringify(decode(vin).fields));
      }),
    );
  });
});

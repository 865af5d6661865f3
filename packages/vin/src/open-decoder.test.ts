import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDecoder, UnreadableDatasetError } from './index.ts';

const data = new URL('../vpic.dataset', import.meta.url);
const decoder = await openDecoder();
const VIN = '5NPDH4AE8DH100013';

describe('an opened decoder', () => {
  it('finds its data by itself, and gives a vehicle with the raw elements beside it', () => {
    expect(decoder.decode(` ${VIN.toLowerCase()} `)).toMatchObject({
      vin: VIN,
      isCertain: true,
      vehicle: {
        year: 2013,
        make: 'HYUNDAI',
        model: 'Elantra',
        doors: 4,
        displacementL: 1.8,
        horsepower: null,
      },
      elements: { DisplacementL: '1.8', AirBagLocCurtain: '1st and 2nd Rows' },
      errorCodes: [0],
    });
  });

  it('says whether something speaks against the VIN', () => {
    expect(decoder.decode('5NPDH4AE3DH100013')).toMatchObject({
      isCertain: false,
      vehicle: { model: 'Elantra' },
    });
    expect(decoder.decode('5NPDH4AE').isCertain).toBe(false);
  });

  it('takes today as its day, and another where one is given', () => {
    const [year, later] = [new Date().getUTCFullYear(), new Date('2014-01-01')];
    expect(decoder.decode('1HGCM82633A004352').vehicle.make).toBe('HONDA');
    expect(decoder.decode('1HGCM82633A004352', { today: later }).vehicle.make).toBeNull();
    expect(decoder.decode(VIN, { modelYear: year }).errorCodes).toContain(12);
  });

  it.each([undefined, null, 5, {}, Symbol('vin')])('takes what is no text for an empty one: %s', (given) => {
    expect(Reflect.apply(decoder.decode, decoder, [given])).toEqual(decoder.decode(''));
    expect(Reflect.apply(decoder.didYouMean, decoder, [given])).toEqual([]);
  });

  it('has an engine that takes today as its day too', () => {
    expect(decoder.engine.decode(VIN).fields).toEqual(decoder.decode(VIN).elements);
    expect(decoder.engine.decodeToText(VIN, { modelYear: 2013 })).toContain('"Model":"Elantra"');
  });
});

describe('the data', () => {
  it('may be given as bytes or as an address', async () => {
    for (const given of [readFileSync(data), data, data.href]) {
      expect((await openDecoder(given)).decode(VIN)).toEqual(decoder.decode(VIN));
    }
  });

  it.each([
    ['no file', new URL('nothing.dataset', data)],
    ['no service', 'http://127.0.0.1:1/vpic.dataset'],
    ['a damaged file', new Uint8Array(readFileSync(data)).fill(7, 100_000, 200_000)],
    ['another file', new TextEncoder().encode('something else')],
    ['nothing', new Uint8Array()],
  ])('is refused where it is %s', async (_, given) => {
    await expect(openDecoder(given)).rejects.toBeInstanceOf(UnreadableDatasetError);
  });
});

import { describe, expect, it } from 'vitest';
import type { CountedModel } from '../mirror/read/nhtsa-reader.ts';
import { compareWithPeers } from './reliability.ts';

const model = (name: string, complaints: number, severe: number, make = 'FORD'): CountedModel => ({
  make,
  model: name,
  complaints,
  severe,
  vin: name.startsWith('TRUCK') ? 'pickup' : 'sedan',
});
const bodyOf = (vin: string) => (vin === 'pickup' ? 'Pickup' : 'Sedan/Saloon');
const compare = (models: CountedModel[], bodyClass = 'Hatchback/Liftback/Notchback') =>
  compareWithPeers({ year: 2013, bodyClass, matchedModels: ['FORD FOCUS', 'FORD FOCUS SE'] }, models, {
    bodyOf,
    asOf: '2026-11-20',
  });
const peers = [20, 40, 60, 80, 100].map((count, index) => model(`CAR ${index}`, count, index + 1, 'OTHER'));

describe('the comparison with like cars', () => {
  it('adds up the names of the car and compares it with its kind alone', () => {
    const found = compare([
      model('FOCUS', 60, 6),
      model('FOCUS SE', 10, 1),
      model('TRUCK', 900, 400),
      model('FIESTA', 9, 9),
      ...peers,
    ]);
    expect(found).toMatchObject({
      vehicleClass: 'car',
      peers: 5,
      complaints: { count: 70, medianOfPeers: 60, moreThan: 0.6 },
      severe: { count: 7, share: 0.1, medianOfPeers: 0.05, moreThan: 1 },
      rankInMake: { rank: 2, of: 3 },
      carsSold: null,
    });
    expect(found?.caveat).toContain('not known');
  });

  it('says nothing where the car or its peers are too few, or its kind is not known', () => {
    expect(compare([model('FOCUS', 14, 2), ...peers])).toBeUndefined();
    expect(compare([model('FOCUS', 60, 6), ...peers.slice(0, 4)])).toBeUndefined();
    expect(compare([model('FOCUS', 60, 6), ...peers], 'Unknown')).toBeUndefined();
    expect(compare([model('FOCUS', 60, 6), ...peers], 'Pickup')).toBeUndefined();
  });
});

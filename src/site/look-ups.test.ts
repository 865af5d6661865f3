import { expect, it } from 'vitest';
import { lookUps } from './look-ups.ts';

const VIN = '5NPDH4AE8DH100013';
const linksFor = (make: string) =>
  [...lookUps(VIN, make).text.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map(([, url, words]) => [
    words,
    url,
  ]);

it.each([
  ['Kia', [['Canada', 'https://www.kia.ca/kia-recall']]],
  ['Land Rover', [['Canada', 'https://www.landrover.ca/en/ownership/vin-recall.html']]],
  [
    'Mercedes-Benz',
    [
      ['United States', 'https://www.mbusa.com/en/recall'],
      ['Canada', 'https://www.mercedes-benz.ca/en/recalls'],
    ],
  ],
  [
    'Tesla',
    [
      ['United States', 'https://www.tesla.com/vin-recall-search'],
      ['Canada', 'https://www.tesla.com/vin-recall-search'],
    ],
  ],
  // Its address takes the VIN.
  [
    'GMC',
    [
      ['United States', `https://experience.gm.com/ownercenter/recalls?vin=${VIN}`],
      ['Canada', 'https://experience.gm.ca/en/ownercenter/recalls'],
    ],
  ],
  // No address of Porsche's is sure.
  ['Porsche', []],
])('leads to the look-ups of %s in both countries, where they are sure', (make, makers) => {
  const [nhtsa, ...others] = linksFor(make);
  expect(nhtsa).toEqual(['NHTSA', `https://www.nhtsa.gov/recalls?vin=${VIN}`]);
  expect(others.pop()?.[0]).toBe('Transport Canada');
  expect(others).toEqual(makers);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NamedVehicle, resolveModelNames } from './resolve-model-names.ts';

const resolve = (make: string, model: string, listed: string[], more: Partial<NamedVehicle> = {}) =>
  resolveModelNames({ make, model, year: 2020, ...more }, listed);

describe('a listed name stands for the decoded model when it is', () => {
  test.each([
    ['the same but for case', 'Honda', 'Civic', 'CIVIC'],
    ['the same but for punctuation', 'Ford', 'Mustang Mach-E', 'MUSTANG MACH E'],
    ['the same but for blanks', 'Rivian', 'R1T', 'R 1 T'],
    ['the same but for accents', 'Citroën', 'C-Élysée', 'C ELYSEE'],
    ['the name with a cab', 'Ford', 'F-150', 'F-150 SUPER CREW'],
    ['the name with a weight suffix', 'Ford', 'F-250', 'F-250 SD'],
    ['the name with a body', 'Honda', 'Civic', 'CIVIC SEDAN'],
    ['the name with a glued number', 'Lexus', 'ES', 'ES350'],
    ['the name with a glued body', 'Volvo', 'S60', 'S60CC'],
    ['the name with a typing slip', 'Dodge', 'Durango', 'DURANGO1'],
    ['a replaced row of the name', 'Toyota', 'Sienna', 'redundant SIENNA'],
    ['the series of a BMW', 'BMW', '330i', '3 SERIES'],
    ['a BMW with drive spelt out', 'BMW', '328xi', '328I XDRIVE'],
    ['a car of a Mercedes-Benz class', 'Mercedes-Benz', 'C-Class', 'AMG C63 S'],
    ['a car of the M-Class', 'Mercedes-Benz', 'M-Class', 'ML350'],
    ['a class of a Mercedes-Benz car', 'Mercedes-Benz', 'C300', 'C-CLASS'],
    ['the Canadian name', 'Mitsubishi', 'Outlander Sport', 'RVR'],
    ['the Canadian name of an older car', 'Buick', 'LaCrosse', 'ALLURE'],
    ['the old full name', 'Mazda', 'MX-5', 'MX-5 MIATA'],
    ['the bare number', 'Mazda', 'Mazda3', '3'],
  ])('%s', (_why, make, model, listed) => {
    expect(resolve(make, model, [listed])).toEqual({ matched: [listed], keptApart: [] });
  });
});

describe('a listed name stands for another model when it is', () => {
  test.each([
    ['a longer model name', 'Ford', 'Explorer', 'EXPLORER SPORT TRAC'],
    ['a longer model name in another spelling', 'Ford', 'Mustang', 'MUSTANG MACH E'],
    ['a longer model name with a suffix of its own', 'Jeep', 'Grand Cherokee', 'GRAND CHEROKEE L SUMMIT'],
    ['a name that only begins with the same letters', 'Acura', 'RL', 'RLX'],
    ['a longer number', 'Honda', 'CRF110', 'CRF1100'],
    ['a shorter model name', 'Toyota', 'Corolla Cross', 'COROLLA'],
    ['another car of the BMW series', 'BMW', '330i', '335I'],
    ['another class', 'Mercedes-Benz', 'C-Class', 'CLA 250'],
    ['the SUV of the name', 'Mercedes-Benz', 'EQS', 'EQS SUV 450+'],
    ['a short name with a digit of its own', 'Saturn', 'SL', 'SL1'],
    ['a longer name without a blank', 'Fiat', '500', '500L'],
    ['equipment', 'Ford', 'F-150', 'BRAKE PEDAL BRACKET'],
  ])('%s', (_why, make, model, listed) => {
    expect(resolve(make, model, [listed])).toEqual({ matched: [], keptApart: [] });
  });
});

describe('hybrids and electrics filed under their own name', () => {
  test('are kept apart from a petrol car, and said to exist', () => {
    expect(resolve('Ford', 'Escape', ['ESCAPE', 'ESCAPE HYBRID'])).toEqual({
      matched: ['ESCAPE'],
      keptApart: ['ESCAPE HYBRID'],
    });
    expect(resolve('Volvo', 'XC90', ['XC90', 'XC90PHEV']).keptApart).toEqual(['XC90PHEV']);
    expect(resolve('Lexus', 'NX', ['NX350', 'NX350H', 'NX450H+']).keptApart).toEqual(['NX350H', 'NX450H+']);
    expect(resolve('Hyundai', 'Kona', ['KONA', 'KONA ELECTRIC']).keptApart).toEqual(['KONA ELECTRIC']);
  });

  test('count for a car known to be one, beside the plain name', () => {
    const { matched } = resolve('Ford', 'Escape', ['ESCAPE', 'ESCAPE HYBRID'], { powertrain: 'hybrid' });
    expect(matched).toEqual(['ESCAPE', 'ESCAPE HYBRID']);
  });

  test('are told apart by whether they plug in', () => {
    const listed = ['RAV4', 'RAV4 HYBRID', 'RAV4 PRIME'];
    const hybrid = resolve('Toyota', 'RAV4', listed, { powertrain: 'hybrid' });
    expect(hybrid).toEqual({ matched: ['RAV4', 'RAV4 HYBRID'], keptApart: ['RAV4 PRIME'] });
    expect(resolve('Toyota', 'RAV4', listed, { powertrain: 'plug-in hybrid' }).matched).toEqual(listed);
  });

  test('count for a car whose decoded model names them, without the petrol car', () => {
    expect(resolve('Honda', 'Accord Hybrid', ['ACCORD', 'ACCORD HYBRID']).matched).toEqual(['ACCORD HYBRID']);
  });
});

describe('what else is known of the car narrows the names', () => {
  test('by weight class', () => {
    const listed = ['SILVERADO 1500', 'SILVERADO 2500HD'];
    expect(resolve('Chevrolet', 'Silverado', listed, { series: '1500 (1/2 ton)' }).matched).toEqual([
      'SILVERADO 1500',
    ]);
    expect(resolve('Chevrolet', 'Silverado', listed).matched).toEqual(listed);
  });

  test('by number of the class', () => {
    const listed = ['C250', 'C 300', 'C300 4MATIC', 'AMG C63', 'C-CLASS'];
    const { matched } = resolve('Mercedes-Benz', 'C-Class', listed, { trim: 'C 300 4MATIC' });
    expect(matched).toEqual(['C 300', 'C300 4MATIC', 'C-CLASS']);
  });
});

test('a decoded name that stands for two models is looked for under both', () => {
  const { matched } = resolve('Dodge', 'Caravan/Grand Caravan', ['CARAVAN', 'GRAND CARAVAN', 'JOURNEY']);
  expect(matched).toEqual(['CARAVAN', 'GRAND CARAVAN']);
});

test('names that a list repeats are asked once', () => {
  expect(resolve('Honda', 'Civic', ['CIVIC', 'CIVIC', 'Civic ']).matched).toEqual(['CIVIC']);
});

test('every answer is made of listed names, and a name always stands for itself', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 -]{0,12}$/);
  fc.assert(
    fc.property(name, fc.array(name), (model, others) => {
      const listed = [model, ...others];
      const { matched, keptApart } = resolve('Ford', model, listed);
      expect(matched[0]?.toUpperCase()).toBe(model.trim().toUpperCase());
      for (const answer of [...matched, ...keptApart])
        expect(listed.map((one) => one.trim())).toContain(answer);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NamedVehicle } from './narrowing.ts';
import type { Powertrain } from './powertrain.ts';
import { namedVehicle, resolveModelNames } from './resolve-model-names.ts';

const resolve = (make: string, model: string, listed: string[], more: Partial<NamedVehicle> = {}) =>
  resolveModelNames({ make, model, year: 2020, ...more }, listed);

describe('a listed name stands for the decoded model when it is', () => {
  test.each([
    ['the same but for case', 'Honda', 'Civic', 'CIVIC'],
    ['the same but for punctuation', 'Ford', 'Mustang Mach-E', 'MUSTANG MACH E'],
    ['the same but for an ampersand', 'Chrysler', 'Town and Country', 'TOWN & COUNTRY'],
    ['the same but for blanks', 'Rivian', 'R1T', 'R 1 T'],
    ['the same but for accents', 'Citroën', 'C-Élysée', 'C ELYSEE'],
    ['the name with a cab', 'Ford', 'F-150', 'F-150 SUPER CREW'],
    ['the name with a weight suffix', 'Ford', 'F-250', 'F-250 SD'],
    ['the name with a body', 'Honda', 'Civic', 'CIVIC SEDAN'],
    ['the name with a glued body', 'Volvo', 'S60', 'S60CC'],
    ['the name with a typing slip', 'Dodge', 'Durango', 'DURANGO1'],
    ['a replaced row of the name', 'Toyota', 'Sienna', 'redundant SIENNA'],
    ['the series of a BMW', 'BMW', '330i', '3 SERIES'],
    ['a BMW with drive spelt out', 'BMW', '328xi', '328I XDRIVE'],
    ['a class of a Mercedes-Benz car', 'Mercedes-Benz', 'C300', 'C-CLASS'],
    ['the Canadian name', 'Mitsubishi', 'Outlander Sport', 'RVR'],
    ['the Canadian name of an older car', 'Buick', 'LaCrosse', 'ALLURE'],
    ['the old full name', 'Mazda', 'MX-5', 'MX-5 MIATA'],
    ['the bare number', 'Mazda', 'Mazda3', '3'],
  ])('%s', (_why, make, model, listed) => {
    expect(resolve(make, model, [listed])).toEqual({ matched: [listed], inDoubt: [], keptApart: [] });
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
    expect(resolve(make, model, [listed])).toEqual({ matched: [], inDoubt: [], keptApart: [] });
  });
});

const only = (...powertrains: Powertrain[]) => ({ powertrains: new Set(powertrains) });
const petrol = only('combustion');

describe('hybrids and electrics filed under their own name', () => {
  test('are kept apart from a petrol car, and said to exist', () => {
    expect(resolve('Ford', 'Escape', ['ESCAPE', 'ESCAPE HYBRID'], petrol)).toEqual({
      matched: ['ESCAPE'],
      inDoubt: [],
      keptApart: ['ESCAPE HYBRID'],
    });
    expect(resolve('Volvo', 'XC90', ['XC90', 'XC90PHEV'], petrol).keptApart).toEqual(['XC90PHEV']);
    expect(resolve('Hyundai', 'Kona', ['KONA', 'KONA ELECTRIC'], petrol).keptApart).toEqual([
      'KONA ELECTRIC',
    ]);
  });

  test('count under a name that says only that the car plugs in', () => {
    const listed = ['PRIUS', 'PRIUS PLUG-IN', 'PRIUS PLUG-IN HYBRID', 'PRIUS V'];
    expect(resolve('Toyota', 'Prius', listed, only('plug-in hybrid')).matched).toEqual(listed.slice(0, 3));
    expect(resolve('Toyota', 'Prius', listed, only('hybrid'))).toEqual({
      matched: ['PRIUS'],
      inDoubt: [],
      keptApart: ['PRIUS PLUG-IN', 'PRIUS PLUG-IN HYBRID'],
    });
  });

  test('are asked in doubt where nothing says what drives the car', () => {
    expect(resolve('Ford', 'Escape', ['ESCAPE', 'ESCAPE HYBRID'])).toEqual({
      matched: ['ESCAPE'],
      inDoubt: ['ESCAPE HYBRID'],
      keptApart: [],
    });
  });

  test('count for a car known to be one, beside the plain name', () => {
    const { matched } = resolve('Ford', 'Escape', ['ESCAPE', 'ESCAPE HYBRID'], only('hybrid'));
    expect(matched).toEqual(['ESCAPE', 'ESCAPE HYBRID']);
  });

  test('are distinguished by whether they plug in', () => {
    const listed = ['RAV4', 'RAV4 HYBRID', 'RAV4 PRIME'];
    expect(resolve('Toyota', 'RAV4', listed, only('hybrid'))).toEqual({
      matched: ['RAV4', 'RAV4 HYBRID'],
      inDoubt: [],
      keptApart: ['RAV4 PRIME'],
    });
    expect(resolve('Toyota', 'RAV4', listed, only('plug-in hybrid')).matched).toEqual(listed);
  });

  test('count for a car whose decoded model names them; the plain name may hold its recalls too', () => {
    const found = resolve('Honda', 'Accord Hybrid', ['ACCORD', 'ACCORD HYBRID'], only('hybrid'));
    expect(found).toMatchObject({ matched: ['ACCORD HYBRID'], inDoubt: ['ACCORD'] });
  });

  test.each([
    ['a trim', { make: 'Honda', model: 'Accord', trim: 'Sport Hybrid' }, 'ACCORD HYBRID'],
    ['a short word', { make: 'Hyundai', model: 'Sonata', trim: 'HEV' }, 'SONATA HYBRID'],
    ['a plug-in word', { make: 'Jeep', model: 'Wrangler', trim: 'Rubicon 4XE' }, 'WRANGLER PHEV'],
    ['a number', { make: 'Lexus', model: 'NX', trim: '350h Luxury' }, 'NX350H'],
    [
      'the second fuel',
      { make: 'Kia', model: 'Niro', engine: { fuelTypeSecondary: 'Electric', fuelType: 'Gasoline' } },
      'NIRO PHEV',
    ],
    ['the fuel', { make: 'Ford', model: 'F-150', engine: { fuelType: 'Electric' } }, 'F-150 LIGHTNING BEV'],
  ])('are found by %s', (_hint, car, listed) => {
    const { matched, inDoubt } = resolveModelNames(namedVehicle({ year: 2022, ...car }), [listed]);
    expect([...matched, ...inDoubt]).toEqual([listed]);
  });

  test('a Lexus 350h is no NX350', () => {
    const named = namedVehicle({ make: 'Lexus', model: 'NX', year: 2022, trim: '350h Luxury' });
    expect(resolveModelNames(named, ['NX350', 'NX350H']).matched).toEqual(['NX350H']);
  });

  test('petrol alone does not exclude a hybrid, but an electric car', () => {
    const named = namedVehicle({
      make: 'Hyundai',
      model: 'Kona',
      year: 2022,
      engine: { fuelType: 'Gasoline' },
    });
    expect(resolveModelNames(named, ['KONA', 'KONA HYBRID', 'KONA ELECTRIC'])).toEqual({
      matched: ['KONA'],
      inDoubt: ['KONA HYBRID'],
      keptApart: ['KONA ELECTRIC'],
    });
  });
});

describe('what else is known of the car narrows the names', () => {
  test('by weight class', () => {
    const listed = ['SILVERADO 1500', 'SILVERADO 2500HD'];
    expect(resolve('Chevrolet', 'Silverado', listed, { versions: ['1500 (1/2 ton)'] }).matched).toEqual([
      'SILVERADO 1500',
    ]);
    expect(resolve('Chevrolet', 'Silverado', listed).matched).toEqual(listed);
    expect(resolve('Chevrolet', 'Silverado HD', listed).matched).toEqual(['SILVERADO 2500HD']);
    expect(resolve('Chevrolet', 'Silverado', listed, { versions: ['1/2 Ton', 'LS'] }).matched).toEqual([
      'SILVERADO 1500',
    ]);
  });

  test('by trim, where cars are filed by trim', () => {
    const listed = ['CAYENNE', 'CAYENNE S', 'CAYENNE TURBO'];
    expect(resolve('Porsche', 'Cayenne', listed, { versions: ['S', 'Type 9PA'] })).toMatchObject({
      matched: ['CAYENNE', 'CAYENNE S'],
      inDoubt: ['CAYENNE TURBO'],
    });
  });

  test('by number of the class', () => {
    const listed = ['C250', 'C 300', 'C300 4MATIC', 'AMG C63', 'C-CLASS'];
    const { matched } = resolve('Mercedes-Benz', 'C-Class', listed, { versions: ['C 300 4MATIC'] });
    expect(matched).toEqual(['C 300', 'C300 4MATIC', 'C-CLASS']);
    expect(resolve('Mercedes-Benz', 'C-Class', listed).inDoubt).toEqual([
      'C250',
      'C 300',
      'C300 4MATIC',
      'AMG C63',
    ]);
  });
});

describe('the decoder may say more than the list', () => {
  test.each([
    ['a weight class', 'Ram', 'ProMaster 2500', 'PROMASTER', []],
    ['brackets', 'Toyota', 'RAV4 Prime (PHEV)', 'RAV4 PRIME', []],
    ['a code', 'Polestar', 'PS2', 'POLESTAR 2', []],
    ['the series', 'MINI', 'Hardtop', 'COOPER S', ['Cooper S']],
    ['a frame code', 'Harley-Davidson', 'Street Glide', 'FLHX', ['FLHX']],
    ['one of three letters', 'Harley-Davidson', 'Super Glide', 'FXR', ['FXR']],
    ['the make', 'Nissan', 'Nissan Z', 'Z', []],
    ['a trim', 'Ford', 'Explorer', 'EXPLORER POLICE INTERCEPT', ['Police']],
    ['a name in brackets', 'Yamaha', 'XVS650 (V Star 650)', 'V STAR 650', []],
  ])('%s', (_what, make, model, listed, versions) => {
    expect(resolve(make, model, [listed], { versions }).matched).toEqual([listed]);
  });

  test.each([
    ['BMW', 'X5', 'X5 M', ['M Sport']],
    ['Ford', 'Explorer', 'EXPLORER POLICE INTERCEPT', ['Limited']],
    ['Ram', 'ProMaster 1500', 'PROMASTER CITY', []],
    ['MINI', 'Countryman', 'COOPER', ['Cooper']],
    ['MINI', 'Hardtop', 'COUNTRYMAN', ['Cooper']],
  ])('but a %s %s is no %s', (make, model, listed, versions) => {
    const { matched, inDoubt } = resolve(make, model, [listed], { versions });
    expect([...matched, ...inDoubt]).toEqual([]);
  });
});

describe('a listed code stands for the decoded name', () => {
  test.each([
    ['a chassis code before words', 'FCCC', 'XC-R Raised Rail Rear Engine Motor Home Chassis', 'XCR', []],
    ['a line before its number', 'International', 'HV507', 'HV', []],
    ['a number behind a name', 'International', 'RF027', '8600', ['TranStar 8600']],
    ['a word of several', 'Autocar', 'ACX Xpeditor', 'XPEDITOR', []],
    ['a code before its body', 'Mitsubishi Fuso', 'FEC72S', 'FEC72', []],
    ['a code before its year', 'Suzuki', 'Burgman 400', 'AN400', ['AN400AM4']],
    ['a code without its first letter', 'Kawasaki', 'KLX230', 'LX230A', ['KLX230AL']],
    ['one of two codes', 'MCI', 'Diesel', 'D45CRTLE', ['D40CRTLE & D45CRTLE']],
  ])('%s', (_what, make, model, listed, versions) => {
    expect(resolve(make, model, [listed], { versions }).matched).toEqual([listed]);
  });

  test.each([
    ['Kenworth', 'T8 Series', 'T800B', []],
    ['New Flyer', 'Xcelsior', 'XDE60', []],
    ['Van Hool', 'Tourist Coach', 'CX45', ['CX']],
    ['Hino', 'Conventional Type Truck', 'NJ8J', []],
    ['IC Bus', 'PC105', 'CESB', ['CE School Bus']],
    ['Freightliner', 'CST120', 'CENTURY CLASS', []],
    ['Triumph', 'Speed Triple 1200 RS', 'SPEED TRIPLE RS', []],
    ['Harley-Davidson', '1200 Custom', 'XL1200C', ['XL1200CP']],
    ['Ford', 'Motorhome Chassis', 'F-53', []],
    ['Indian', 'Scout Classic', 'SCOUT', []],
  ])('a %s %s may be a %s', (make, model, listed, versions) => {
    expect(resolve(make, model, [listed], { versions })).toMatchObject({ matched: [], inDoubt: [listed] });
  });

  test.each([
    ['Kenworth', 'T8 Series', 'T880', []],
    ['Suzuki', 'Burgman 400', 'AN650', ['AN400AM4']],
    ['Honda', 'Accord', 'HYBRID', ['EX Hybrid']],
    ['Kawasaki', 'Ninja ZX-10R', 'ZX1002B', ['ZX1002CJ']],
    ['Triumph', 'Speed Triple 1200 RS', 'SPEED TRIPLE RR', []],
  ])('but a %s %s is no %s', (make, model, listed, versions) => {
    const { matched, inDoubt } = resolve(make, model, [listed], { versions });
    expect([...matched, ...inDoubt]).toEqual([]);
  });

  test('a shorter name is asked only where nothing else is listed for the car', () => {
    expect(resolve('Indian', 'Scout Bobber', ['SCOUT', 'SCOUT BOBBER'])).toMatchObject({
      matched: ['SCOUT BOBBER'],
      inDoubt: [],
    });
    expect(resolve('Toyota', 'Camry Solara', ['CAMRY']).inDoubt).toEqual([]);
    expect(resolve('Ford', 'Expedition MAX', ['EXPEDITION']).inDoubt).toEqual(['EXPEDITION']);
    expect(resolve('Ford', 'Expedition MAX', ['EXPEDITION', 'EXPEDITION MAX']).inDoubt).toEqual([]);
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
      const { matched, inDoubt, keptApart } = resolve('Ford', model, listed);
      expect(matched[0]?.toUpperCase()).toBe(model.trim().toUpperCase());
      for (const answer of [...matched, ...inDoubt, ...keptApart])
        expect(listed.map((one) => one.trim())).toContain(answer);
    }),
  );
});

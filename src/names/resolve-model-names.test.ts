import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from '../../test/table.ts';
import type { NamedVehicle } from './narrowing.ts';
import type { Powertrain } from './powertrain.ts';
import { namedVehicle, resolveModelNames } from './resolve-model-names.ts';
import type { CarBuild } from './versions.ts';

const resolve = (make: string, model: string, listed: string[], more: Partial<NamedVehicle> = {}) =>
  resolveModelNames({ make, model, year: 2020, ...more }, listed);

const nothing = { matched: [], inDoubt: [], keptApart: [] };

test.each(readTable('names/model-names.txt'))(
  'a %s %s %s the listed %s',
  (make = '', model = '', verdict = '', listed = '', versions = '', _why = '') => {
    const place = { is: 'matched', 'may be': 'inDoubt', 'is not': undefined }[verdict];
    const found = resolve(make, model, [listed], { versions: versions === '' ? [] : versions.split('; ') });
    expect(found).toEqual({ ...nothing, ...(place && { [place]: [listed] }) });
  },
);

const only = (...powertrains: Powertrain[]) => ({ powertrains: new Set(powertrains) });
const petrol = only('combustion');

describe('hybrids and electrics filed under their own name', () => {
  test('are kept apart from a petrol car, and said to exist', () => {
    expect(resolve('Ford', 'Escape', ['ESCAPE', 'ESCAPE HYBRID'], petrol)).toEqual({
      ...nothing,
      matched: ['ESCAPE'],
      keptApart: ['ESCAPE HYBRID'],
    });
    expect(resolve('Volvo', 'XC90', ['XC90', 'XC90PHEV'], petrol).keptApart).toEqual(['XC90PHEV']);
    expect(resolve('Hyundai', 'Kona', ['KONA', 'KONA ELECTRIC'], petrol).keptApart).toEqual([
      'KONA ELECTRIC',
    ]);
  });

  test('count under a name that says only that the car plugs in', () => {
    const listed = ['PRIUS', 'PRIUS PLUG-IN', 'PRIUS PLUG-IN HYBRID', 'PRIUS V'];
    expect(resolve('Toyota', 'Prius', listed, only('plug-in hybrid')).matched).toEqual(listed.slice(1, 3));
    expect(resolve('Toyota', 'Prius', listed, only('hybrid'))).toEqual({
      ...nothing,
      matched: ['PRIUS'],
      keptApart: ['PRIUS PLUG-IN', 'PRIUS PLUG-IN HYBRID'],
    });
  });

  test('are asked in doubt where nothing says what drives the car', () => {
    expect(resolve('Ford', 'Escape', ['ESCAPE', 'ESCAPE HYBRID'])).toEqual({
      ...nothing,
      matched: ['ESCAPE'],
      inDoubt: ['ESCAPE HYBRID'],
    });
  });

  test.each<[Powertrain, string, string[]]>([
    ['hybrid', 'ESCAPE HYBRID', ['ESCAPE']],
    ['plug-in hybrid', 'ESCAPE PHEV', ['ESCAPE', 'ESCAPE HYBRID']],
    ['electric', 'ESCAPE EV', ['ESCAPE']],
  ])('count for a %s, and what is filed for its siblings may concern it', (powertrain, own, siblings) => {
    const listed = ['ESCAPE', 'ESCAPE HYBRID', 'ESCAPE PHEV', 'ESCAPE EV'];
    const found = resolve('Ford', 'Escape', listed, only(powertrain));
    expect(found).toMatchObject({ matched: [own], inDoubt: siblings });
    expect(resolve('Ford', 'Escape', ['ESCAPE'], only(powertrain)).matched).toEqual(['ESCAPE']);
  });

  test('are what a plug-in is filed under where its makers have no other name for it', () => {
    const found = resolve('Chrysler', 'Pacifica', ['PACIFICA', 'PACIFICA HYBRID'], only('plug-in hybrid'));
    expect(found).toMatchObject({ matched: ['PACIFICA HYBRID'], inDoubt: ['PACIFICA'] });
  });

  test('are distinguished by whether they plug in', () => {
    const listed = ['RAV4', 'RAV4 HYBRID', 'RAV4 PRIME'];
    expect(resolve('Toyota', 'RAV4', listed, only('hybrid'))).toEqual({
      matched: ['RAV4 HYBRID'],
      inDoubt: ['RAV4'],
      keptApart: ['RAV4 PRIME'],
    });
    expect(resolve('Toyota', 'RAV4', listed, only('plug-in hybrid'))).toEqual({
      ...nothing,
      matched: ['RAV4 PRIME'],
      inDoubt: ['RAV4', 'RAV4 HYBRID'],
    });
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

const build = (more: Partial<CarBuild>) => ({
  build: { bodyClass: null, doors: null, driveType: null, cabType: null, ...more },
});

describe('the build of the car narrows the names', () => {
  test.each(readTable('names/builds.txt'))(
    'a %s %s %s the listed %s, built as %s',
    (make = '', model = '', verdict = '', listed = '', built = '') => {
      const place = { is: 'matched', 'may be': 'inDoubt', 'is not': 'keptApart' }[verdict] ?? '';
      const [name = '', value = ''] = built.split('=');
      const more = name === 'doors' ? { doors: Number(value) } : name === '' ? {} : { [name]: value };
      expect(resolve(make, model, [listed], build(more))).toEqual({ ...nothing, [place]: [listed] });
    },
  );

  test('and what is filed under the plain name may be the other body alone', () => {
    const listed = ['EXPRESS', 'EXPRESS CUTAWAY VAN'];
    expect(
      resolve('Chevrolet', 'Express', listed, build({ bodyClass: 'Incomplete - Cutaway' })),
    ).toMatchObject({
      matched: ['EXPRESS CUTAWAY VAN'],
      inDoubt: ['EXPRESS'],
    });
    expect(resolve('Chevrolet', 'Express', listed, build({ bodyClass: 'Van' })).matched).toEqual(['EXPRESS']);
  });
});

describe('what else is known of the car narrows the names', () => {
  test('by weight class', () => {
    const listed = ['SILVERADO 1500', 'SILVERADO 2500HD'];
    expect(resolve('Chevrolet', 'Silverado', listed, { versions: ['1500 (1/2 ton)'] }).matched).toEqual([
      'SILVERADO 1500',
    ]);
    expect(resolve('Chevrolet', 'Silverado', listed).inDoubt).toEqual(listed);
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
    const other = resolve('Mercedes-Benz', 'C-Class', ['C250', 'C 300'], { versions: ['C 450'] });
    expect(other).toMatchObject({ matched: [], inDoubt: ['C250', 'C 300'] });
    expect(resolve('Mercedes-Benz', 'C-Class', listed).inDoubt).toEqual([
      'C250',
      'C 300',
      'C300 4MATIC',
      'AMG C63',
    ]);
  });
});

test('a shorter name is asked only where nothing else is listed for the car', () => {
  const bobber = resolve('Indian', 'Scout Bobber', ['SCOUT', 'SCOUT BOBBER']);
  expect(bobber).toEqual({ ...nothing, matched: ['SCOUT BOBBER'] });
  expect(resolve('Toyota', 'Camry Solara', ['CAMRY']).inDoubt).toEqual([]);
  expect(resolve('Ford', 'Expedition MAX', ['EXPEDITION']).inDoubt).toEqual(['EXPEDITION']);
  expect(resolve('Ford', 'Expedition MAX', ['EXPEDITION', 'EXPEDITION MAX']).inDoubt).toEqual([]);
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

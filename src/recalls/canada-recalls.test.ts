import { describe, expect, test } from 'vitest';
import type { NamedVehicle } from '../names/narrowing.ts';
import type { CanadaDetailsRow, CanadaListRow } from '../sources/transport-canada/transport-canada.ts';
import { type ListedRecall, makeSearchWords, matchCanadaList, toCanadaRecall } from './canada-recalls.ts';

type Row = CanadaListRow & { missingSince?: string | null };

function row(recallNumber: string, model: string, more: Partial<Row> = {}): Row {
  const day = '2023-02-01';
  return { recallNumber, manufacturer: 'FORD', make: 'FORD', model, year: 2020, recalledOn: day, ...more };
}

const smallSuv = { make: 'Ford', model: 'Escape', year: 2020 };
const petrol: NamedVehicle = { ...smallSuv, powertrains: new Set(['combustion']) };
const DAY = '2024-05-06T00:00:00.000Z';

describe('the rows of a list that stand for a car', () => {
  test.each<[string, Row[], [number: string, inDoubt: boolean][]]>([
    ['its own name', [row('1', 'ESCAPE')], [['1', false]]],
    ['a name of a version that it may be', [row('1', 'ESCAPE HYBRID')], [['1', true]]],
    ['both names', [row('1', 'ESCAPE HYBRID'), row('1', 'ESCAPE')], [['1', false]]],
    ['both names, in the other order', [row('1', 'ESCAPE'), row('1', 'ESCAPE HYBRID')], [['1', false]]],
    ['another spelling of its name', [row('1', 'Escape'), row('1', 'ESCAPE')], [['1', false]]],
    ['another model', [row('1', 'EDGE')], []],
    ['another make with the same model', [row('1', 'ESCAPE', { make: 'FORDSON' })], []],
    ['another year', [row('1', 'ESCAPE', { year: 2019 })], []],
    [
      'recalls of several days, the newest first and of one day the highest number',
      [
        row('1', 'ESCAPE'),
        row('3', 'ESCAPE', { recalledOn: '2021-01-01' }),
        row('2', 'ESCAPE'),
        row('4', 'ESCAPE HYBRID', { recalledOn: '2024-01-01' }),
      ],
      [
        ['4', true],
        ['2', false],
        ['1', false],
        ['3', false],
      ],
    ],
  ])('%s', (_name, rows, expected) => {
    const { recalls } = matchCanadaList(smallSuv, rows);
    expect(recalls.map(({ recallNumber, inDoubt }) => [recallNumber, inDoubt])).toEqual(expected);
  });

  test('are named by what they are: matched, in doubt, or kept apart', () => {
    const rows = [row('1', 'ESCAPE'), row('2', 'ESCAPE HYBRID')];
    expect(matchCanadaList(smallSuv, rows)).toMatchObject({
      matchedModels: ['FORD ESCAPE', 'FORD ESCAPE HYBRID'],
      inDoubt: ['FORD ESCAPE HYBRID'],
      keptApart: [],
    });
    expect(matchCanadaList(petrol, rows)).toMatchObject({
      recalls: [{ recallNumber: '1' }],
      matchedModels: ['FORD ESCAPE'],
      inDoubt: [],
      keptApart: ['FORD ESCAPE HYBRID'],
    });
  });

  test.each<[string, (string | null)[], string | null]>([
    ['every row', [DAY, '2024-05-07T00:00:00.000Z'], DAY],
    ['the first row only', [DAY, null], null],
    ['the second row only', [null, DAY], null],
  ])('are missing from the list when %s is', (_name, since, expected) => {
    const rows = since.map((missingSince) => row('1', 'ESCAPE', { missingSince }));
    expect(matchCanadaList(smallSuv, rows).recalls[0]?.missingSince).toBe(expected);
  });
});

test.each([
  ['Ford', ['FORD']],
  ['Ram', ['RAM', 'DODGE']],
  ['Alfa Romeo', ['ROMEO']],
])('the list of a %s is searched by the longest word of each make', (make, words) => {
  expect(makeSearchWords({ make, model: '1500', year: 2020 }).map((word) => word.toUpperCase())).toEqual(
    words,
  );
});

function details(more: Partial<CanadaDetailsRow> = {}): CanadaDetailsRow {
  return {
    RECALL_NUMBER_NUM: '2023001',
    MANUFACTURER_RECALL_NO_TXT: '23S05',
    MODEL_NAME_NM: 'ESCAPE',
    MAKE_NAME_NM: 'FORD',
    UNIT_AFFECTED_NBR: 100,
    SYSTEM_TYPE_ETXT: 'Brakes',
    NOTIFICATION_TYPE_ETXT: 'Safety Mfr',
    CATEGORY_ETXT: 'SUV',
    COMMENT_ETXT: 'Issue: On certain vehicles, the brake hose may leak.',
    COMMENT_FTXT: '',
    DATE_YEAR_CD: '2020',
    RECALL_DATE_DTE: '2023-02-03',
    ...more,
  };
}

const listed: ListedRecall = {
  recallNumber: '2023001',
  recalledOn: '2023-02-01',
  rows: [row('2023001', 'ESCAPE'), row('2023001', 'ESCAPE HYBRID', { year: 2019 })],
  inDoubt: true,
  missingSince: null,
};

describe('the rows of one recall', () => {
  test.each<[string, (number | null)[], number | null]>([
    ['the most where they differ', [100, 2_500, 900], 2_500],
    ['those that state a number', [null, 40, null], 40],
    ['nothing where none does', [null, null], null],
    ['nothing without rows', [], null],
  ])('state of its vehicles %s', (_name, units, expected) => {
    const rows = units.map((unit) => details({ UNIT_AFFECTED_NBR: unit }));
    expect(toCanadaRecall(listed, rows).unitsAffected).toBe(expected);
  });

  test('become one entry with every make, model and year', () => {
    const rows = [
      details({ DATE_YEAR_CD: '2021' }),
      details({ MODEL_NAME_NM: 'ESCAPE HYBRID' }),
      details({ MAKE_NAME_NM: 'LINCOLN', MODEL_NAME_NM: 'CORSAIR' }),
      details({ DATE_YEAR_CD: 'unknown' }),
    ];
    expect(toCanadaRecall(listed, rows)).toMatchObject({
      recallNumber: '2023001',
      manufacturerRecallNumber: '23S05',
      component: 'brake hose',
      system: 'Brakes',
      recalledOn: '2023-02-03',
      makes: ['FORD', 'LINCOLN'],
      models: ['ESCAPE', 'ESCAPE HYBRID', 'CORSAIR'],
      years: [2020, 2021],
      inDoubt: false,
    });
  });

  test('say in French what they say, where Transport Canada does', () => {
    const [english, french] = ['Do not drive the vehicle.', 'Ne conduisez pas le véhicule.'];
    const rows = [details({ COMMENT_ETXT: english, COMMENT_FTXT: `${french}\r\nMerci.` })];
    expect(toCanadaRecall(listed, rows)).toMatchObject({
      warningText: english,
      inFrench: { summary: `${french}\nMerci.`, warningText: french },
    });
    expect(toCanadaRecall(listed, [details()])).not.toHaveProperty('inFrench');
  });

  test('that are not there leave what the list says', () => {
    expect(toCanadaRecall(listed, [])).toMatchObject({
      recalledOn: '2023-02-01',
      makes: ['FORD'],
      models: ['ESCAPE', 'ESCAPE HYBRID'],
      years: [2019, 2020],
      summary: null,
      component: null,
      manufacturerRecallNumber: null,
      parkIt: null,
    });
  });
});

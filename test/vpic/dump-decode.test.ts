import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVinEngine, openDataset } from '@forecourt/vin';
import { describe, expect, it } from 'vitest';
import { buildFrom } from '../../src/sources/vpic/build-dataset.ts';
import { hashDataset } from '../../src/sources/vpic/dataset-file.ts';
import { folderOfTest } from '../own-folder.ts';
import { dumpText, smallTables, zipOf } from './small-dump.ts';

/** Things that the dump has and the committed dataset lacks or hardly touches, from the tables to the decode. */

type Tables = ReturnType<typeof smallTables>;
type Row = Tables[string]['rows'][number];

const nowMs = Date.parse('2026-11-21');
const VIN = '9TYA5B000K0000001';
const AT = '2026-06-01 10:00:00.5';

const ELEMENTS: Row[] = [
  [1, 'Other Battery Info', 'BatteryInfo', null, 'f', 'Mechanical/Battery', 'string', 'Pattern', null],
  [9, 'Engine Cylinders', 'EngineCylinders', null, 'f', 'Engine', 'int', 'Pattern', 88],
  [11, 'Displacement (CC)', 'DisplacementCC', null, 'f', 'Engine', 'decimal', 'Pattern', 98],
  [12, 'Displacement (CI)', 'DisplacementCI', null, 'f', 'Engine', 'decimal', 'Pattern', null],
  [13, 'Displacement (L)', 'DisplacementL', null, 'f', 'Engine', 'decimal', 'Pattern', null],
  [18, 'Engine Model', 'EngineModel', null, 'f', 'Engine', 'string', 'Pattern', 55],
  [114, 'Note', 'Note', null, 'f', 'General', 'string', 'Pattern', null],
  [129, 'Other Engine Info', 'OtherEngineInfo', null, 'f', 'Engine', 'string', 'Pattern', null],
  [156, 'Additional Error Text', 'AdditionalErrorText', null, 'f', null, 'string', 'Decoding', null],
  [186, 'NCSA Note', 'NCSANote', null, 't', 'Internal', 'string', 'Pattern', null],
  [196, 'Vehicle Descriptor', 'VehicleDescriptor', null, 'f', null, 'string', 'Decoding', null],
];

/** The small dump with more elements, and with rows added to its tables. */
function tablesWith(added: Record<string, Row[]>): Tables {
  const tables = smallTables();
  tables.conversion = {
    columns: ['id', 'fromelementid', 'toelementid', 'formula'],
    rows: [
      [1, 11, 12, '#x# / 16.387064'],
      [2, 12, 11, '#x# * 16.387064'],
      [3, 11, 13, '#x# / 1000'],
      [4, 13, 11, '#x# * 1000'],
    ],
  };
  tables.enginemodel = {
    columns: ['id', 'name'],
    rows: ['Straight Six', ' twin '].map((name, at) => [at + 1, name]),
  };
  tables.enginemodelpattern = {
    columns: ['id', 'enginemodelid', 'elementid', 'attributeid', 'createdon', 'updatedon'],
    rows: [
      [1, 1, 9, '6', AT, null],
      [2, 2, 9, '2', AT, null],
      [3, 2, 38, 'Trim of the engine', AT, null],
    ],
  };
  tables.element?.rows.push(...ELEMENTS);
  for (const [name, rows] of Object.entries(added)) tables[name]?.rows.push(...rows);
  return tables;
}

async function engineOf(tables: Tables | string) {
  const zip = join(folderOfTest(), 'dump.zip');
  const text = typeof tables === 'string' ? tables : dumpText(tables);
  await writeFile(zip, zipOf('vPICList_lite.plain', text));
  const file = await buildFrom(zip, 'small');
  const engine = createVinEngine(openDataset(file));
  return {
    hash: hashDataset(file),
    decode: (vin: string, modelYear?: number) =>
      engine.decode(vin, { nowMs, ...(modelYear ? { modelYear } : {}) }),
  };
}

const pattern = (
  id: number,
  keys: string,
  element: number,
  attribute: string,
  updated = AT,
  schema = 51,
): Row => [id, schema, keys, element, attribute, AT, updated];

describe('the model of an engine', () => {
  it('implies what no pattern says', async () => {
    const { decode } = await engineOf(tablesWith({ pattern: [pattern(20, '**B', 18, 'TWIN')] }));
    expect(decode(VIN).fields).toMatchObject({ EngineModel: 'TWIN', EngineCylinders: '2', Trim: 'New trim' });
  });

  it('is the one filed last, where several were filed at once, whichever is shown', async () => {
    const engines = (first: string, second: string): Record<string, Row[]> => ({
      pattern: [pattern(20, first, 18, 'Straight Six'), pattern(21, second, 18, 'Twin')],
    });
    const shown = await engineOf(tablesWith(engines('A5', '**B')));
    expect(shown.decode(VIN).fields).toMatchObject({ EngineModel: 'Twin', EngineCylinders: '2' });
    const hidden = await engineOf(tablesWith(engines('**B', 'A5')));
    expect(hidden.decode(VIN).fields).toMatchObject({ EngineModel: 'Straight Six', EngineCylinders: '2' });
  });
});

describe('displacement', () => {
  it('is converted from the unit whose row is the newest', async () => {
    const rows = (newest: 12 | 13): Row[] => [
      pattern(20, 'A', 12, '100', newest === 12 ? '2026-07-02 00:00:00' : AT),
      pattern(21, 'A', 13, '3.5', newest === 13 ? '2026-07-02 00:00:00' : AT),
    ];
    const inches = await engineOf(tablesWith({ pattern: rows(12) }));
    expect(Number(inches.decode(VIN).fields.DisplacementCC)).toBeCloseTo(1638.7064);
    const litres = await engineOf(tablesWith({ pattern: rows(13) }));
    expect(Number(litres.decode(VIN).fields.DisplacementCC)).toBe(3500);
  });
});

describe('a formula pattern', () => {
  const formula = (key: string, element: number): Row[] => [pattern(20, key, element, 'TBD')];

  it('reads the digits from the first mark to the last', async () => {
    const { decode } = await engineOf(tablesWith({ pattern: formula('A#*##', 118) }));
    expect(decode('9TYA5B530K0000001').fields.TrailerLength).toBe('5B53');
    expect(decode('9TYA5B5A0K0000001').fields.TrailerLength).toBeUndefined();
    expect(decode('9TYA*B530K0000001').fields.TrailerLength).toBeUndefined();
  });

  it('yields to any other pattern, but not to what the engine implies', async () => {
    const both = tablesWith({
      pattern: [...formula('A#', 9), pattern(21, '**B', 18, 'Twin'), pattern(22, '**C', 9, '8')],
    });
    const { decode } = await engineOf(both);
    expect(decode(VIN).fields.EngineCylinders).toBe('5');
    expect(decode('9TYA5C000K0000001').fields.EngineCylinders).toBe('8');
  });

  it('is an ordinary pattern where the mark itself was typed', async () => {
    const { decode } = await engineOf(tablesWith({ pattern: formula('A#', 118) }));
    expect(decode('9TYA#B000K0000001').fields.TrailerLength).toBe('TBD');
    expect(decode('9TYA#B000K0000001').errorCodes).toContain(400);
  });

  it('of a schema that NHTSA has yet to check leaves no value, and the rest as it is', async () => {
    const { decode } = await engineOf(tablesWith({ pattern: [pattern(20, 'A#', 118, 'TBD', AT, 53)] }));
    const { fields } = decode(VIN);
    expect(fields).toMatchObject({ Model: 'Comet', Trim: 'New trim' });
    expect(fields.TrailerLength).toBeUndefined();
  });

  it('is the newest of several, whenever their schemas were introduced', async () => {
    const older = pattern(20, '*#', 118, 'TBD', '2026-07-01 00:00:00', 51);
    const newer = pattern(21, '*##', 118, 'TBD', '2026-07-02 00:00:00', 50);
    for (const first of [older, newer]) {
      const { decode } = await engineOf(tablesWith({ pattern: [first, first === older ? newer : older] }));
      expect(decode('9TYA53000K0000001').fields.TrailerLength).toBe('53');
    }
  });
});

describe('vehicle specifications', () => {
  const spec = (keys: [number, string][], rows: [number, string, string?][]): Record<string, Row[]> => ({
    vspecschemapattern: [[9, 1]],
    vehiclespecpattern: [
      ...keys.map(([element, attribute], at): Row => [90 + at, 9, 't', element, attribute, AT, null]),
      ...rows.map(
        ([element, attribute, date], at): Row => [95 + at, 9, 'f', element, attribute, date ?? AT, null],
      ),
    ],
  });

  it('compare what is stored, so that names which two ids share do not count', async () => {
    const tables = tablesWith({
      ...spec([[5, '14']], [[1, 'of another body']]),
      bodystyle: [[14, 'Sedan/Saloon']],
    });
    expect((await engineOf(tables)).decode(VIN).fields.BatteryInfo).toBeUndefined();
    const same = await engineOf(tablesWith(spec([[5, '13']], [[1, 'of this body']])));
    expect(same.decode(VIN).fields.BatteryInfo).toBe('of this body');
  });

  it('need all of their keys, not some', async () => {
    const needing = (trim: string) =>
      engineOf(
        tablesWith(
          spec(
            [
              [38, trim],
              [26, '10'],
            ],
            [[1, 'both']],
          ),
        ),
      );
    expect((await needing('New trim')).decode(VIN).fields.BatteryInfo).toBe('both');
    expect((await needing('Old trim')).decode(VIN).fields.BatteryInfo).toBeUndefined();
  });

  it('add nothing while NHTSA has yet to check them', async () => {
    const batteryOf = async (toBeChecked: 't' | 'f') => {
      const tables = tablesWith({
        ...spec([[26, '10']], [[1, 'of a schema of its own']]),
        vspecschemapattern: [[9, 2]],
        vehiclespecschema: [[2, 10, 2, toBeChecked]],
        vehiclespecschema_model: [[2, 2, 100]],
        vehiclespecschema_year: [[2, 2, 2019]],
      });
      return (await engineOf(tables)).decode(VIN).fields.BatteryInfo;
    };
    expect(await batteryOf('f')).toBe('of a schema of its own');
    expect(await batteryOf('t')).toBeUndefined();
  });

  it('may hang on the make', async () => {
    const { decode } = await engineOf(tablesWith(spec([[26, '10']], [[1, 'of the make']])));
    expect(decode(VIN).fields.BatteryInfo).toBe('of the make');
  });

  it('may hang on any of several notes', async () => {
    const notes = [pattern(20, 'A', 129, 'Iron'), pattern(21, '*5', 129, 'Turbo')];
    for (const note of ['IRON', 'turbo']) {
      const tables = tablesWith({ pattern: notes, ...spec([[129, note]], [[1, 'fits']]) });
      expect((await engineOf(tables)).decode(VIN).fields.BatteryInfo).toBe('fits');
    }
  });

  it('of a vehicle type that does not exist are of no vehicle, and disturb no others', async () => {
    const tables = tablesWith(spec([[38, 'New trim']], [[1, 'of a real type']]));
    tables.vehiclespecschema?.rows.unshift([0, 10, -1, 'f'], [4, 10, null, 'f']);
    tables.vehiclespecschema_model?.rows.push([2, 0, 100], [3, 4, 100]);
    tables.vspecschemapattern?.rows.push([7, 0], [8, 4]);
    for (const [pattern, text] of [
      [7, 'of no type'],
      [8, 'of an unknown type'],
    ] as const) {
      tables.vehiclespecpattern?.rows.push(
        [70 + pattern, pattern, 't', 38, 'New trim', AT, null],
        [80 + pattern, pattern, 'f', 114, text, AT, null],
      );
    }
    const { fields } = (await engineOf(tables)).decode(VIN);
    expect(fields.BatteryInfo).toBe('of a real type');
    expect(fields.Note).toBeUndefined();
  });

  it('let the newest of several rows count, to the part of a second', async () => {
    const rows: [number, string, string][] = [[1, 'newest', '2026-06-01 10:00:00.75']];
    const tables = tablesWith(spec([[38, 'New trim']], rows));
    tables.vehiclespecpattern?.rows.push([80, 1, 'f', 1, 'older', '2026-06-01 10:00:00.25', null]);
    expect((await engineOf(tables)).decode(VIN).fields.BatteryInfo).toBe('newest');
  });

  it('add to notes and to the battery, and never change what was decoded', async () => {
    const { decode } = await engineOf(
      tablesWith({
        pattern: [pattern(20, 'A', 114, 'Said'), pattern(21, 'A', 1, 'Filed')],
        ...spec(
          [[38, 'New trim']],
          [
            [114, 'Added'],
            [1, 'Also'],
            [5, '5'],
            [186, 'private'],
          ],
        ),
      }),
    );
    const { fields } = decode(VIN);
    expect(fields).toMatchObject({
      Note: 'Said, Added',
      BatteryInfo: 'Filed, Also',
      BodyClass: 'Sedan/Saloon',
    });
    expect(fields.NCSANote).toBeUndefined();
  });
});

describe('a manufacturer', () => {
  it('without a vehicle type has neither type nor defaults, and every year is tried', async () => {
    const tables = tablesWith({});
    for (const row of tables.wmi?.rows ?? []) row[3] = null;
    const { fields } = (await engineOf(tables)).decode('9TYA5B00*K0000001');
    expect(fields).toMatchObject({ Model: 'Comet', Make: 'TINY', ModelYear: '2019' });
    expect(fields.VehicleType).toBeUndefined();
    expect(fields.TrailerType).toBeUndefined();
    expect(fields.AdditionalErrorText).toMatch(/Model Year decoded .* may be incorrect/);
  });

  it('of low volume is recognised by positions 12 to 14, and its positions are checked to 11 only', async () => {
    const { decode } = await engineOf(
      tablesWith({
        wmi: [[9, '1T9ABC', 1, 2, null, '2015-01-01 00:00:00']],
        wmi_make: [[9, 10]],
        wmi_vinschema: [[9, 9, 51, 2018, null]],
        pattern: [pattern(20, 'A****|**Z', 38, 'Z')],
      }),
    );
    const comet = { Make: 'TINY', Model: 'Comet', VehicleDescriptor: '1T9A5B00*K0ABC' };
    expect(decode('1T9A5B00*K0ABC001').fields).toMatchObject(comet);
    expect(decode('1T9A5B00*K0ABD001').errorCodes).toContain(7);
    expect(decode('1T9A5B00*K0').errorCodes).toContain(7);
  });
});

describe('what is typed', () => {
  it('may be in lower case, partial or starred; a star meets only what leaves the position open', async () => {
    const { decode } = await engineOf(tablesWith({ errorcode: [[6, '6 - incomplete', null, -10]] }));
    expect(decode(` ${VIN.toLowerCase()} `)).toEqual(decode(VIN));
    expect(decode('9TYA5B').fields).toMatchObject({ Model: 'Comet', Trim: 'New trim' });
    expect(decode('9TYA5B').errorCodes).toEqual([6, 11]);
    const comet = { Model: 'Comet', Trim: 'New trim', ModelYear: '2019' };
    expect(decode('9TYA*B00*K').fields).toMatchObject(comet);
    expect(decode('9TYA*B00*K').fields.BodyClass).toBeUndefined();
    expect(decode('9TYA5*').fields.Trim).toBe('Old trim');
  });
});

describe('a dataset', () => {
  it('does not depend on the order of rows, of engines and shared models either', async () => {
    const extra = {
      make: [[11, 'Also Tiny']] as Row[],
      make_model: [[3, 11, 100]] as Row[],
      enginemodelpattern: [[4, 2, 9, '3', AT, null]] as Row[],
      pattern: [pattern(20, '**B', 18, 'Twin')],
    };
    const first = await engineOf(tablesWith(extra));
    const turned = tablesWith(extra);
    for (const { rows } of Object.values(turned)) rows.reverse();
    expect((await engineOf(turned)).hash).toBe(first.hash);
  });

  it('passes over a link that ends before it begins', async () => {
    const { decode } = await engineOf(
      tablesWith({
        wmi_vinschema: [
          [9, 7, 54, 2019, 2018],
          [10, 7, 54, 2019, 2010],
        ],
        vinschema: [[54, 'Never', 'f']],
        pattern: [pattern(20, 'A', 38, 'Never', AT, 54)],
      }),
    );
    expect(decode(VIN).fields).toMatchObject({ Trim: 'New trim', Model: 'Comet' });
  });
});

describe('the text of a dump', () => {
  const decodeOf = async (text: string) => {
    const { hash, decode } = await engineOf(text);
    return { hash, fields: decode(VIN).fields };
  };

  it('may hold a table of no use that is far larger than a piece of it, before those that count', async () => {
    const { wmiyearvalidchars, ...others } = smallTables();
    const rows = Array.from({ length: 60_000 }, (_, id): Row => [id, '9TY', 2019, 4, '\\.']);
    const columns = wmiyearvalidchars?.columns ?? [];
    const small = await decodeOf(dumpText(smallTables()));
    const large = await decodeOf(dumpText({ wmiyearvalidchars: { columns, rows }, ...others }));
    expect(large).toEqual(small);
    expect(large.fields).toMatchObject({ Make: 'TINY', Model: 'Comet' });
  });

  it('may hold many patterns, whose rows lie across its pieces, in any order', async () => {
    const many = (turned: boolean) => {
      const tables = smallTables();
      const keys = (at: number) => `${String.fromCharCode(65 + (at % 26))}*${at % 10}${at}`;
      const rows = Array.from(
        Array(20_000),
        (_, at): Row => [100 + at, 52, keys(at), 118, `Text ${at}`, AT, null],
      );
      const all = [...(tables.pattern?.rows ?? []), ...rows];
      const columns = tables.pattern?.columns ?? [];
      return dumpText({ ...tables, pattern: { columns, rows: turned ? all.reverse() : all } });
    };
    expect(await decodeOf(many(true))).toEqual(await decodeOf(many(false)));
  });

  it('may end its lines as Windows does', async () => {
    const text = dumpText(smallTables());
    expect(await decodeOf(text.replaceAll('\n', '\r\n'))).toEqual(await decodeOf(text));
  });
});

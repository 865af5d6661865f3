import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createVinEngine, openDataset } from '@forecourt/vin';
import { describe, expect, it } from 'vitest';
import { buildFrom } from '../../src/sources/vpic/build-dataset.ts';
import { folderOfTest } from '../own-folder.ts';
import { dumpText, smallTables, zipOf } from './small-dump.ts';

/** The same tables once as NHTSA's dump, which is whole, and once as a SQLite file, which is somebody's choice of them. */

const nowMs = Date.parse('2026-11-21');
const AT = '2026-06-01 10:00:00';
/** Position 4 is one that no key names; the check digits are right and wrong. */
const RIGHT = '9TYA5B005K0000001';
const UNEXPLAINED = '9TYA5BZ01K0000001';

function tables() {
  const made = smallTables();
  made.element?.rows.push(
    [18, 'Engine Model', 'EngineModel', null, 'f', 'Engine', 'string', 'Pattern', 55],
    [62, 'Valve Train Design', 'ValveTrainDesign', null, 'f', 'Engine', 'string', 'Pattern', null],
    [71, 'Engine Brake (hp) From', 'EngineHP', null, 'f', 'Engine', 'decimal', 'Pattern', null],
  );
  made.pattern?.rows.push(
    [20, 51, '**B', 18, 'Twin', AT, null],
    [21, 51, '***1', 38, 'Of position 7', AT, null],
  );
  made.errorcode?.rows.push([2, '2 - corrected', null, -100]);
  made.enginemodel = { columns: ['id', 'name'], rows: [[1, 'Twin']] };
  made.enginemodelpattern = {
    columns: ['id', 'enginemodelid', 'elementid', 'attributeid', 'createdon', 'updatedon'],
    rows: [
      [1, 1, 71, '90', AT, null],
      [2, 1, 62, 'SOHC', AT, null],
    ],
  };
  // Somebody else's: their manufacturer code was never made public.
  made.wmi?.rows.push([9, '9TZ', 1, 2, null, null]);
  made.wmi_vinschema?.rows.push([9, 9, 54, 2019, null]);
  made.vinschema?.rows.push([54, 'Not of NHTSA', 'f']);
  made.pattern?.rows.push([22, 54, 'A', 71, '120', '2026-10-01 00:00:00', null]);
  return made;
}

async function build(form: 'dump' | 'sqlite') {
  const folder = folderOfTest();
  const path = join(folder, form === 'dump' ? 'dump.zip' : 'vpic.db');
  if (form === 'dump') await writeFile(path, zipOf('vPICList_lite.plain', dumpText(tables())));
  else {
    using db = new DatabaseSync(path);
    for (const [name, { columns, rows }] of Object.entries(tables())) {
      db.exec(`create table ${name} (${columns.map((column) => `"${column}"`).join(', ')})`);
      const insert = db.prepare(`insert into ${name} values (${columns.map(() => '?').join(', ')})`);
      for (const row of rows) insert.run(...row);
    }
  }
  const dataset = openDataset(await buildFrom(path, form));
  const engine = createVinEngine(dataset);
  return { header: dataset.header, decode: (vin: string) => engine.decode(vin, { nowMs }) };
}

describe('a dataset', () => {
  it('says whether it is whole, which elements filings state, and of when the newest of NHTSA is', async () => {
    for (const form of ['dump', 'sqlite'] as const) {
      const { header } = await build(form);
      expect(header.isWhole).toBe(form === 'dump');
      expect(header.date).toBe('2026-07-01');
      const held = header.elements.filter(({ isHeld }) => isHeld).map(({ code }) => code);
      expect(held).toEqual(
        ['BodyClass', 'EngineModel', 'Model', 'TransmissionStyle', 'Trim', 'TrailerLength'].sort(
          byId(header),
        ),
      );
    }
  });

  it('where it is partial, finds nothing wrong with characters of a VIN whose check digit is right', async () => {
    const [whole, partial] = [await build('dump'), await build('sqlite')];
    expect(whole.decode(UNEXPLAINED).errorCodes).toEqual([2, 14]);
    expect(whole.decode(UNEXPLAINED).fields.SuggestedVIN).toBe('9TYA5B101K0000001');
    expect(partial.decode(UNEXPLAINED).errorCodes).toEqual([0]);
    expect(partial.decode(UNEXPLAINED).fields.SuggestedVIN).toBeUndefined();
    const wrong = UNEXPLAINED.replace('01K', '02K');
    expect(partial.decode(wrong).errorCodes).toEqual(whole.decode(wrong).errorCodes);
    expect(partial.decode(wrong).errorCodes).toContain(1);
  });

  it('where it is partial, takes no power from the name of the engine, which patterns would correct', async () => {
    const [whole, partial] = [await build('dump'), await build('sqlite')];
    expect(whole.decode(RIGHT).fields).toMatchObject({ EngineHP: '90', ValveTrainDesign: 'SOHC' });
    expect(partial.decode(RIGHT).fields.EngineHP).toBeUndefined();
    expect(partial.decode(RIGHT).fields.ValveTrainDesign).toBe('SOHC');
  });
});

function byId({ elements }: { elements: readonly { code: string; id: number }[] }) {
  const idOf = new Map(elements.map(({ code, id }) => [code, id]));
  return (one: string, other: string): number => (idOf.get(one) ?? 0) - (idOf.get(other) ?? 0);
}

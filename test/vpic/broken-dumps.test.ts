import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVinEngine, openDataset } from '@forecourt/vin';
import { buildDataset, objectionsTo } from '@forecourt/vin/build';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildFrom } from '../../src/sources/vpic/build-dataset.ts';
import { folderOfTest } from '../own-folder.ts';
import { dumpText, smallTables, zipOf } from './small-dump.ts';

/** Dumps broken in every way: none may be put in place, and each is refused with a reason. */

type Tables = ReturnType<typeof smallTables>;

const nowMs = Date.parse('2026-11-21');
const WHOLE = dumpText(smallTables());
const build = async (text: string) => openDataset(await buildDataset(piecesOf(text), 'broken'));
const current = await build(WHOLE);
const engine = createVinEngine(current);
const known = ['9TYA5B000K0000001', '9TYA5C000K0000001', '9TYA5B000F0000001', 'XTRT53000E1000001'].map(
  (vin) => {
    const { fields } = engine.decode(vin, { nowMs });
    const { ModelYear: year = null, Make: make = null, Model: model = null } = fields;
    return { vin, year, make, model };
  },
);

/** In the pieces of a stream. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16));
}

/** Lists why a dump is refused; empty where it would be put in place. */
async function reasonsAgainst(text: string): Promise<string[]> {
  try {
    return objectionsTo(await build(text), current, nowMs, known);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The package fills these in from its own data where they are missing, and the last one is not read at all. */
const FILLED_IN = [
  'errorcode',
  'defaultvalue',
  'vindescriptor',
  'vinexception',
  'trailertype',
  'wmiyearvalidchars',
];
const read = Object.entries(smallTables()).filter(([name]) => !FILLED_IN.includes(name));
const table = fc.constantFrom(...read.map(([name]) => name));
const withTable = (
  name: string,
  change: (rows: Tables[string]['rows']) => Tables[string]['rows'],
): string => {
  const tables = smallTables();
  const { columns, rows } = tables[name] ?? { columns: [], rows: [] };
  tables[name] = { columns, rows: change(rows) };
  return dumpText(tables);
};
const blockOf = (text: string, name: string) => {
  const start = text.indexOf(`COPY vpic.${name} `);
  return { start, end: text.indexOf('\n\\.', start) + 1 };
};
const COLUMNS = [
  ['element', 'lookuptable'],
  ['element', 'code'],
  ['element', 'decode'],
  ['pattern', 'keys'],
  ['pattern', 'attributeid'],
  ['pattern', 'elementid'],
  ['pattern', 'vinschemaid'],
  ['pattern', 'createdon'],
  ['wmi', 'wmi'],
  ['wmi', 'manufacturerid'],
  ['wmi', 'vehicletypeid'],
  ['wmi', 'publicavailabilitydate'],
  ['wmi_vinschema', 'wmiid'],
  ['wmi_vinschema', 'vinschemaid'],
  ['model', 'name'],
  ['make', 'name'],
  ['make_model', 'modelid'],
  ['bodystyle', 'name'],
  ['vehicletype', 'name'],
  ['transmission', 'id'],
] as const;

const broken: Record<string, fc.Arbitrary<string>> = {
  'lacks a table': table.map((name) => {
    const { [name]: _, ...others } = smallTables();
    return dumpText(others);
  }),
  'has an empty table': table.map((name) => withTable(name, () => [])),
  'has swapped tables': fc
    .tuple(table, table)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => {
      const tables = smallTables();
      const [first, second] = [tables[one], tables[other]];
      if (first && second) [first.rows, second.rows] = [second.rows, first.rows];
      return dumpText(tables);
    }),
  'is cut in the middle of a table': fc.tuple(table, fc.nat()).map(([name, at]) => {
    const { start, end } = blockOf(WHOLE, name);
    const first = WHOLE.indexOf('\n', start) + 1;
    return WHOLE.slice(0, first + (at % (end - first + 1)));
  }),
  'has one endless line': fc.tuple(table, fc.nat()).map(([name, at]) => {
    const { start, end } = blockOf(WHOLE, name);
    const place = start + (at % (end - start));
    return WHOLE.slice(0, place) + 'A'.repeat(1 << 21) + WHOLE.slice(place);
  }),
  'has an empty column': fc.constantFrom(...COLUMNS).map(([name, column]) => {
    const place = smallTables()[name]?.columns.indexOf(column);
    return withTable(name, (rows) => rows.map((row) => row.map((cell, at) => (at === place ? null : cell))));
  }),
  'has rows without a value': fc
    .constantFrom(...read.filter(([, { columns }]) => columns.length > 1).map(([name]) => name))
    .map((name) => withTable(name, (rows) => rows.map((row) => row.slice(1)))),
  'has names that moved by a row': fc
    .constantFrom('bodystyle', 'transmission', 'vehicletype', 'model')
    .map((name) =>
      withTable(name, (rows) =>
        rows.map(([id = null], at) => [id, rows[(at + 1) % rows.length]?.[1] ?? null]),
      ),
    ),
};

it.each(Object.keys(broken))('a dump that %s is refused with the reason', async (kind) => {
  await fc.assert(
    fc.asyncProperty(broken[kind] ?? fc.constant(''), async (text) => {
      const reasons = await reasonsAgainst(text);
      expect(reasons).not.toEqual([]);
      expect(reasons.join('; ')).toMatch(/\w{3,} \w+/);
    }),
    { numRuns: 25, seed: 2026 },
  );
});

it('the dump as it is is not refused', async () => {
  expect(await reasonsAgainst(WHOLE)).toEqual([]);
});

it('an endless line is refused in bounded memory, long before it ends', async () => {
  const zip = join(folderOfTest(), 'dump.zip');
  const half = `${WHOLE.slice(0, blockOf(WHOLE, 'pattern').end)}${'A'.repeat(1 << 28)}`;
  await writeFile(zip, zipOf('vPICList_lite.plain', half));
  const before = process.memoryUsage().arrayBuffers;
  await expect(buildFrom(zip, 'endless')).rejects.toThrow('The dump has a line of more than 1048576 bytes.');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
});

import { compileDataset } from './compile-dataset.ts';
import { readDump, readSqlite } from './read-tables.ts';
import { fillFromSmallTables } from './small-tables.ts';

export { type KnownDecode, objectionsTo } from './gate.ts';

/** Builds the unpacked dataset from NHTSA's plain dump, or from the vPIC SQLite file of that path. */
export async function buildDataset(
  dump: AsyncIterable<Buffer> | string,
  source: string,
): Promise<Uint8Array> {
  const tables = typeof dump === 'string' ? readSqlite(dump, source) : await readDump(dump, source);
  return compileDataset(fillFromSmallTables(tables));
}

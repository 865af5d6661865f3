import { compileDataset } from './compile-dataset.ts';
import { hashDataset, packDataset } from './dataset-file.ts';
import { readDump } from './read-dump.ts';
import { readSqlite } from './read-sqlite.ts';
import { fillFromSmallTables } from './small-tables.ts';

export interface BuiltDataset {
  packed: Uint8Array;
  hash: string;
}

/** Builds the dataset from a vPIC SQLite file or from NHTSA's plain dump (zip), distinguished by the name. */
export async function buildDataset(path: string, source: string): Promise<BuiltDataset> {
  const file = await compiled(path, source);
  return { packed: packDataset(file), hash: hashDataset(file) };
}

/** Apart, so that the tables are out of memory before the dataset is packed. */
async function compiled(path: string, source: string): Promise<Uint8Array> {
  const tables = path.endsWith('.zip') ? await readDump(path, source) : readSqlite(path, source);
  return compileDataset(fillFromSmallTables(tables));
}

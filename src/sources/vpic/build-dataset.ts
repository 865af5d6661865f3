import { openDataset } from '@forecourt/vin';
import { buildDataset, type KnownDecode, objectionsTo } from '@forecourt/vin/build';
import { openZipEntry } from '../../lib/zip-entry.ts';
import { hashDataset, loadDataset, packDataset } from './dataset-file.ts';

export interface Preparation {
  zip: string;
  source: string;
  /** The path of the dataset in use. */
  current: string;
  nowMs: number;
  known?: readonly KnownDecode[] | undefined;
}

export interface PreparedDataset {
  packed: Uint8Array;
  hash: string;
  patterns: number;
  newestRow: string;
  objections: string[];
}

/** Builds a dataset and asks the gate about it. */
export async function prepareDataset(preparation: Preparation): Promise<PreparedDataset> {
  const { zip, source, current, nowMs, known } = preparation;
  const file = await buildFrom(zip, source);
  const next = openDataset(file);
  return {
    packed: packDataset(file),
    hash: hashDataset(file),
    patterns: next.header.counts.patterns,
    newestRow: next.header.date,
    objections: objectionsTo(next, loadDataset(current), nowMs, known),
  };
}

/** Builds the unpacked dataset from NHTSA's zipped dump or from a vPIC SQLite file, distinguished by the name. */
export async function buildFrom(path: string, source: string): Promise<Uint8Array> {
  if (!path.endsWith('.zip')) return buildDataset(path, source);
  const isDump = (name: string) => /\.(sql|plain|dump)$/i.test(name) || !name.includes('.');
  const { content } = await openZipEntry(path, isDump);
  return buildDataset(content, source);
}

import { openDataset } from '@forecourt/vin';
import { buildDataset } from './build-dataset.ts';
import { loadDataset, unpackDataset } from './dataset-file.ts';
import { type KnownDecode, objectionsTo } from './gate.ts';

export interface Preparation {
  /** The dump. */
  zip: string;
  source: string;
  /** The dataset in use. */
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
  const { packed, hash } = await buildDataset(zip, source);
  const next = openDataset(unpackDataset(packed));
  return {
    packed,
    hash,
    patterns: next.header.counts.patterns,
    newestRow: next.header.date,
    objections: objectionsTo(next, loadDataset(current), nowMs, known),
  };
}

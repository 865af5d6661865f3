import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Dataset, openDataset } from '@forecourt/vin';

/** Packs a dataset: the same bytes in, the same bytes out. Gzip, because every Node and every browser unpacks it. */
export function packDataset(file: Uint8Array): Uint8Array {
  return gzipSync(file, { level: 9 });
}

/** More than a dataset grows when it is unpacked: it is then unpacked in one piece, not in many that are joined. */
const MOST_GROWTH = 4;

export function unpackDataset(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  return gunzipSync(packed, { chunkSize: Math.max(1024, packed.length * MOST_GROWTH) });
}

/** First characters of the hash of the content: the version of the data. */
export function hashDataset(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}

/** The unpacked dataset. */
export function readDatasetFile(path: string | URL): Uint8Array<ArrayBuffer> {
  return unpackDataset(readFileSync(path));
}

export function loadDataset(path: string | URL): Dataset {
  return openDataset(readDatasetFile(path));
}

/** The dataset that ships with the project. */
export function defaultDatasetPath(): URL {
  return new URL(import.meta.resolve('@forecourt/vin/vpic.dataset'));
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Dataset, openDataset } from '@forecourt/vin';

/** What ships is as small as can be; a service that builds its own has it ten times as soon, a tenth larger. */
const COMPRESSION_LEVELS = { small: 19, quick: 10 };
const WINDOW_BITS = 22;

export type Packing = keyof typeof COMPRESSION_LEVELS;

/** Packs a dataset: the same bytes in, the same bytes out. Zstandard, because it unpacks in half the time of Brotli. */
export function packDataset(file: Uint8Array, packing: Packing): Uint8Array {
  return zstdCompressSync(file, {
    params: {
      [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVELS[packing],
      [constants.ZSTD_c_windowLog]: WINDOW_BITS,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
}

/** More than a dataset grows when it is unpacked: it is then unpacked in one piece, not in many that are joined. */
const MOST_GROWTH = 6;

export function unpackDataset(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  return zstdDecompressSync(packed, { chunkSize: Math.max(1024, packed.length * MOST_GROWTH) });
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

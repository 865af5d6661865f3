import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type Dataset, openDataset } from '../../../vin/dataset.ts';

/** Packs a dataset: the same bytes in, the same bytes out. */
export function packDataset(file: Uint8Array): Uint8Array {
  return brotliCompressSync(file, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: file.length,
    },
  });
}

export function unpackDataset(packed: Uint8Array): Uint8Array {
  return brotliDecompressSync(packed);
}

/** First characters of the hash of the content: the version of the data. */
export function hashDataset(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}

export function loadDataset(path: string | URL): Dataset {
  return openDataset(unpackDataset(readFileSync(path)));
}

/** The dataset that ships with the project. */
export function defaultDatasetPath(): URL {
  return new URL('../../../../data/vpic/vpic.dataset', import.meta.url);
}

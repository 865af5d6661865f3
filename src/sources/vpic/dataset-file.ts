import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type Dataset, openDataset } from '@forecourt/vin';
import { makeFolder } from '../../lib/make-folder.ts';

/** Packs a dataset: the same bytes in, the same bytes out. Gzip, because every Node and every browser unpacks it. */
export function packDataset(file: Uint8Array): Uint8Array {
  return gzipSync(file, { level: 9 });
}

const GZIP = 0x1f;
/** More than a dataset grows when unpacked. */
const MOST_GROWTH = 4;
/** Where a piece is full to the end, another one is asked for. */
const SPARE = 1024;

/** Unpacks in one piece, and not in many that are joined: the last four bytes of gzip say how large that is. */
export function unpackDataset(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  // The bundle for programs that speak MCP holds it packed tighter, as Node alone unpacks it.
  if (packed[0] !== GZIP) return Uint8Array.from(brotliDecompressSync(packed));
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const size = packed.length < 4 ? 0 : view.getUint32(packed.length - 4, true);
  return gunzipSync(packed, { chunkSize: Math.min(size, packed.length * MOST_GROWTH) + SPARE });
}

export function readDatasetFile(path: string | URL): Uint8Array<ArrayBuffer> {
  return unpackDataset(readFileSync(path));
}

export function loadDataset(path: string | URL): Dataset {
  return openDataset(readDatasetFile(path));
}

/** Finds the dataset that ships with the project. */
export function defaultDatasetPath(): URL {
  return new URL(import.meta.resolve('@forecourt/vin/vpic.dataset'));
}

/** The place of the dataset in use, and beside it of the one before. Where there is none, the one that ships counts. */
export type DatasetPlace = ReturnType<typeof datasetPlace>;

export function datasetPlace(path: string | URL = defaultDatasetPath()) {
  const target = path instanceof URL ? fileURLToPath(path) : path;
  const shipped = fileURLToPath(defaultDatasetPath());
  const [previous, note] = [`${target}.previous`, `${target}.unwanted`];
  return {
    current: () => (existsSync(target) ? target : shipped),
    /** Puts a dataset in the place of the one in use, in one step, and keeps that. */
    async replace(packed: Uint8Array): Promise<void> {
      const beside = besideOf(target);
      makeFolder(dirname(target));
      try {
        await using file = await open(beside, 'w');
        await file.writeFile(packed);
        await file.sync();
        if (existsSync(target)) await writeWhole(previous, await readFile(target));
        // No reader ever sees half a file.
        await rename(beside, target);
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
      await rm(note, { force: true });
    },
    /** Puts the one before back, and notes that the one in use is not wanted again. False where there is none before. */
    async rollBack(): Promise<boolean> {
      if (!existsSync(target)) return false;
      const isOnlyShipped = target === shipped;
      if (!existsSync(previous) && isOnlyShipped) return false;
      await writeFile(note, loadDataset(target).header.source);
      if (existsSync(previous)) await rename(previous, target);
      else await rm(target);
      return true;
    },
    /** Reads the source of the dataset that was rolled back, if one was. */
    unwanted: (): Promise<string | undefined> => readFile(note, 'utf8').catch(() => undefined),
  };
}

const besideOf = (path: string) => `${path}.${process.pid}.new`;

async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const beside = besideOf(path);
  await writeFile(beside, content);
  await rename(beside, path);
}

/** Gives the version of the data: the first characters of the hash of the content. */
export function hashDataset(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}

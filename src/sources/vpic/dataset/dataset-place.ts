import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../../../lib/make-folder.ts';
import { defaultDatasetPath, loadDataset } from './dataset-file.ts';

/** Where the dataset in use lies, and beside it the one before. Where there is none, the one that ships counts. */
export interface DatasetPlace {
  /** The dataset to read. */
  current(): string;
  /** Puts a dataset in the place of the one in use, in one step, and keeps that. */
  replace(packed: Uint8Array): Promise<void>;
  /** Puts the one before back, and notes that the one in use is not wanted again. False where there is none before. */
  rollBack(): Promise<boolean>;
  /** The source of the dataset that was rolled back, if one was. */
  unwanted(): Promise<string | undefined>;
}

export function datasetPlace(path: string | URL = defaultDatasetPath()): DatasetPlace {
  const target = path instanceof URL ? fileURLToPath(path) : path;
  const shipped = fileURLToPath(defaultDatasetPath());
  const [previous, note] = [`${target}.previous`, `${target}.unwanted`];
  return {
    current: () => (existsSync(target) ? target : shipped),
    async replace(packed) {
      const beside = `${target}.${process.pid}.new`;
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
    async rollBack() {
      if (!existsSync(target)) return false;
      const isOnlyShipped = target === shipped;
      if (!existsSync(previous) && isOnlyShipped) return false;
      await writeFile(note, loadDataset(target).header.source);
      if (existsSync(previous)) await rename(previous, target);
      else await rm(target);
      return true;
    },
    unwanted: () => readFile(note, 'utf8').catch(() => undefined),
  };
}

async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  const beside = `${path}.${process.pid}.new`;
  await writeFile(beside, content);
  await rename(beside, path);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDataset } from './dataset-file.ts';
import type { DatasetPlace } from './dataset-place.ts';
import { downloadNewestDump, monthOfDump } from './download-dump.ts';
import type { KnownDecode } from './gate.ts';
import { prepareDataset } from './prepare-dataset.ts';
import { UpdateRefusedError } from './update-refused-error.ts';

export interface UpdateOptions {
  baseUrl: string;
  place: DatasetPlace;
  nowMs: number;
  /** Replaces it although the gate objects. */
  force?: boolean;
  /** Takes only a dump of a later month than the dataset in use, and than one that was rolled back. */
  onlyNewer?: boolean;
  known?: readonly KnownDecode[];
  /** Where the work is done; in this thread where left out. */
  prepare?: typeof prepareDataset;
  signal?: AbortSignal;
  report(line: string): void;
}

/** Downloads the newest dump, builds, checks, and only then replaces the dataset, in one step. Says whether it did. */
export async function updateDataset({
  baseUrl,
  place,
  nowMs,
  force = false,
  onlyNewer = false,
  known,
  prepare = prepareDataset,
  signal,
  report,
}: UpdateOptions): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-vpic-'));
  try {
    const zip = join(folder, 'dump.zip');
    report(`Looking for the newest dump at ${baseUrl}`);
    const after = onlyNewer ? await newestMonth(place) : undefined;
    const name = await downloadNewestDump(baseUrl, zip, nowMs, {
      ...(after === undefined ? {} : { after }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (name === undefined) {
      report('There is no newer one.');
      return false;
    }
    report(`Downloaded ${name}; building`);
    const source = `NHTSA ${name.replace('.plain.zip', '')}`;
    const { packed, hash, patterns, newestRow, objections } = await prepare({
      zip,
      source,
      current: place.current(),
      nowMs,
      known,
    });
    report(`Built ${patterns} patterns, newest row ${newestRow}, content ${hash}`);
    if (objections.length > 0 && !force) throw new UpdateRefusedError(objections);
    for (const objection of objections) report(`Accepted: ${objection}`);
    signal?.throwIfAborted();
    await place.replace(packed);
    report(`In place: ${place.current()}. A running service takes it within the hour.`);
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function newestMonth(place: DatasetPlace): Promise<string | undefined> {
  const sources = [loadDataset(place.current()).header.source, await place.unwanted()];
  return sources
    .flatMap((source) => monthOfDump(source ?? '') ?? [])
    .sort()
    .at(-1);
}

import { existsSync } from 'node:fs';
import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDataset } from '../../../vin/dataset.ts';
import { buildDataset } from './build-dataset.ts';
import { loadDataset, unpackDataset } from './dataset-file.ts';
import { downloadNewestDump } from './download-dump.ts';
import { type KnownDecode, objectionsTo } from './gate.ts';

export interface UpdateOptions {
  baseUrl: string;
  /** The dataset to replace. */
  path: string | URL;
  nowMs: number;
  /** Replaces it although the gate objects. */
  force?: boolean;
  known?: readonly KnownDecode[];
  report(line: string): void;
}

export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused';
  readonly objections: readonly string[];

  constructor(objections: readonly string[]) {
    super(
      `The new dataset was not put in place: ${objections.join('; ')}. Check it, then repeat with --force if it is right.`,
    );
    this.objections = objections;
  }
}

/** Downloads the newest dump, builds, checks, and only then replaces the dataset, in one step. */
export async function updateDataset({
  baseUrl,
  path,
  nowMs,
  force = false,
  known,
  report,
}: UpdateOptions): Promise<void> {
  const target = path instanceof URL ? fileURLToPath(path) : path;
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-vpic-'));
  try {
    const zip = join(folder, 'dump.zip');
    report(`Looking for the newest dump at ${baseUrl}`);
    const name = await downloadNewestDump(baseUrl, zip, nowMs);
    report(`Downloaded ${name}; building`);
    const { packed, hash } = await buildDataset(zip, name.replace('.plain.zip', ''));
    const next = openDataset(unpackDataset(packed));
    report(`Built ${next.header.counts.patterns} patterns, newest row ${next.header.date}, content ${hash}`);
    const objections = objectionsTo(next, existsSync(target) ? loadDataset(target) : undefined, nowMs, known);
    if (objections.length > 0 && !force) throw new UpdateRefused(objections);
    for (const objection of objections) report(`Accepted: ${objection}`);
    await replace(target, packed);
    report(`In place: ${target}. A running service reads it at its next start.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Written beside it and renamed, so that no reader ever sees half a file. */
async function replace(target: string, content: Uint8Array): Promise<void> {
  const beside = `${target}.${process.pid}.new`;
  try {
    await using file = await open(beside, 'w');
    await file.writeFile(content);
    await file.sync();
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { KnownDecode } from '@forecourt/vin/build';
import { fetch } from 'undici';
import { ServiceError } from '../../errors/service-error.ts';
import { startThread } from '../../lib/threads.ts';
import type { Preparation, PreparedDataset } from './build-dataset.ts';
import { type DatasetPlace, loadDataset } from './dataset-file.ts';

const MOST_SHOWN = 8;

/** The gate objects to a new dataset. */
export class UpdateRefusedError extends Error {
  override readonly name = 'UpdateRefusedError';
  readonly objections: readonly string[];

  constructor(objections: readonly string[]) {
    const more = objections.length > MOST_SHOWN ? `; and ${objections.length - MOST_SHOWN} more` : '';
    super(
      `The new dataset was not put in place: ${objections.slice(0, MOST_SHOWN).join('; ')}${more}. Check it, then repeat with --force if it is right.`,
    );
    this.objections = objections;
  }
}

interface UpdateOptions {
  /** Folder of the dumps; NHTSA's where left out. */
  baseUrl?: string | undefined;
  place: DatasetPlace;
  nowMs: number;
  /** Replaces it although the gate objects. */
  force?: boolean;
  /** Takes only a dump of a later month than the dataset in use, and than one that was rolled back. */
  onlyNewer?: boolean;
  /** The decodes by which the gate judges; those of the package where left out. */
  known?: readonly KnownDecode[] | undefined;
  signal?: AbortSignal;
  report(line: string): void;
}

/** Downloads the newest dump, builds, checks, and only then replaces the dataset, in one step. Tells whether it did. */
export async function updateDataset({
  baseUrl = DUMP_BASE_URL,
  place,
  nowMs,
  force = false,
  onlyNewer = false,
  known,
  signal,
  report,
}: UpdateOptions): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-vpic-'));
  try {
    const zip = join(folder, 'dump.zip');
    report(`Looking for the newest dump at ${baseUrl}`);
    const after = onlyNewer ? await newestMonth(place) : undefined;
    const name = await downloadNewestDump(baseUrl, zip, nowMs, { after, signal });
    if (name === undefined) {
      report('There is no newer one.');
      return false;
    }
    report(`Downloaded ${name}; building`);
    const source = `NHTSA ${name.replace('.plain.zip', '')}`;
    const { packed, hash, patterns, newestRow, objections } = await prepareInWorker({
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

/** @NOTE With the usual size of the young generation a build takes 100 MB more, and is no faster. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** Prepares a dataset in a thread of its own: it takes half a minute, in which the service goes on answering. */
async function prepareInWorker(preparation: Preparation): Promise<PreparedDataset> {
  const worker = startThread('./build-worker', {
    beside: import.meta.url,
    workerData: preparation,
    resourceLimits,
  });
  try {
    // Rejects with what the thread threw.
    const [prepared] = await once(worker, 'message');
    return prepared as PreparedDataset;
  } finally {
    await worker.terminate();
  }
}

const DUMP_BASE_URL = 'https://vpic.nhtsa.dot.gov/Downloads';
/** NHTSA keeps about eight months. */
const MONTHS_BACK = 8;
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;
const NAME = 'NHTSA vPIC downloads';

/** Lists the names of the dumps that may exist, newest first. */
function dumpNames(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS_BACK + 1 }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString();
    return `vPICList_lite_${month.slice(0, 7).replace('-', '_')}.plain.zip`;
  });
}

/** Reads the month in the name of a dump, such as "2026_10". */
function monthOfDump(name: string): string | undefined {
  return /vPICList_lite_(\d{4}_\d\d)/.exec(name)?.[1];
}

/** Downloads the newest dump to the given path. Gives its name, or undefined where there is none of a month later than `after`. */
async function downloadNewestDump(
  baseUrl: string,
  path: string,
  nowMs: number,
  { after, signal }: { after: string | undefined; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  const names = dumpNames(nowMs).filter((name) => after === undefined || (monthOfDump(name) ?? '') > after);
  const timeout = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
  const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  for (const name of names) {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/${name}`, { signal: stop }).catch(
      (error: unknown) => {
        signal?.throwIfAborted();
        throw unavailable({ cause: error });
      },
    );
    if (response.status === 404) {
      await response.body?.cancel();
      continue;
    }
    if (!response.ok || response.body === null) throw unavailable();
    await pipeline(Readable.fromWeb(response.body), upToLimit, createWriteStream(path), { signal: stop });
    return name;
  }
  if (after !== undefined) return undefined;
  throw unavailable();
}

/** Several times the size of NHTSA's archive. */
const MOST_BYTES = 2 ** 29;

async function* upToLimit(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const piece of content) {
    total += piece.length;
    if (total > MOST_BYTES) throw new Error(`The archive is larger than ${MOST_BYTES} bytes.`);
    yield piece;
  }
}

const unavailable = (options?: ErrorOptions) =>
  new ServiceError('upstream_unavailable', { source: NAME }, options);

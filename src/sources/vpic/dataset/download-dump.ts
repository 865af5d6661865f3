import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fetch } from 'undici';
import { ServiceError } from '../../../errors/service-error.ts';

export const DUMP_BASE_URL = 'https://vpic.nhtsa.dot.gov/Downloads';
/** NHTSA keeps about eight months. */
const MONTHS_BACK = 8;
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;
const NAME = 'NHTSA vPIC downloads';

/** The names of the dumps that may exist, newest first. */
export function dumpNames(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS_BACK + 1 }, (_, back) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString();
    return `vPICList_lite_${month.slice(0, 7).replace('-', '_')}.plain.zip`;
  });
}

/** The month in the name of a dump, such as "2026_10". */
export function monthOfDump(name: string): string | undefined {
  return /vPICList_lite_(\d{4}_\d\d)/.exec(name)?.[1];
}

interface DownloadOptions {
  /** The month that is there already: only later ones are wanted. */
  after?: string;
  signal?: AbortSignal;
}

/** Downloads the newest dump there is to the given path. Its name, or undefined where there is none of a later month. */
export async function downloadNewestDump(
  baseUrl: string,
  path: string,
  nowMs: number,
  { after, signal }: DownloadOptions = {},
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
    await pipeline(Readable.fromWeb(response.body), createWriteStream(path), { signal: stop });
    return name;
  }
  if (after !== undefined) return undefined;
  throw unavailable();
}

function unavailable(options?: ErrorOptions): ServiceError<'upstream_unavailable'> {
  return new ServiceError('upstream_unavailable', { source: NAME }, options);
}

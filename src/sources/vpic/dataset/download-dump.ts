import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fetch } from 'undici';
import { UpstreamUnavailable } from '../../../failures/upstream-unavailable.ts';

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

/** Downloads the newest dump there is to the given path and tells its name. */
export async function downloadNewestDump(baseUrl: string, path: string, nowMs: number): Promise<string> {
  for (const name of dumpNames(nowMs)) {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/${name}`, {
      signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new UpstreamUnavailable(NAME, undefined, { cause: error });
    });
    if (response.status === 404) {
      await response.body?.cancel();
      continue;
    }
    if (!response.ok || response.body === null) throw new UpstreamUnavailable(NAME);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(path));
    return name;
  }
  throw new UpstreamUnavailable(NAME);
}

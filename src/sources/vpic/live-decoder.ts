import { z } from 'zod';
import { UpstreamUnavailable } from '../../failures/upstream-unavailable.ts';
import type { LiveDecoder } from '../../vehicle/vehicle-service.ts';
import type { CachedFetch } from '../cached.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Source } from '../http.ts';

const DAY_MS = 86_400_000;
/** A VIN is kept 90 days and not longer; in the last 30 it is read again where the service answers. */
const FRESH_MS = 60 * DAY_MS;
const STALE_MS = 30 * DAY_MS;
const NAME = 'NHTSA vPIC';

/** @NOTE `Count` is not dependable, and values are strings or null; the rest of the envelope is not needed. */
const answerSchema = z
  .object({ Results: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).min(1) })
  .transform(({ Results }) => compact(Results[0] ?? {}));
const fieldsSchema = z.record(z.string(), z.string());

function compact(row: Record<string, string | number | null>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [code, value] of Object.entries(row)) {
    const text = value === null ? '' : String(value).trim();
    if (text !== '' && code !== 'VIN') fields[code] = text;
  }
  return fields;
}

interface LiveDecoderOptions {
  source: Source;
  cachedFetch: CachedFetch;
  clock?: Clock;
}

/** Decodes by the live service: cached per VIN for 90 days, one call for all who ask at once. */
export function createLiveDecoder({
  source,
  cachedFetch,
  clock = systemClock,
}: LiveDecoderOptions): LiveDecoder {
  return {
    async decode(vin, { patienceMs, signal }) {
      const call = cachedFetch({
        key: `vpic:1:${vin}`,
        freshMs: FRESH_MS,
        staleMs: STALE_MS,
        source: { source: NAME, url: new URL(source.baseUrl).origin },
        schema: fieldsSchema,
        fetch: () =>
          source.getJson(`vehicles/DecodeVinValues/${encodeURIComponent(vin)}`, {
            query: { format: 'json' },
            schema: answerSchema,
          }),
        ...(patienceMs === undefined ? {} : { patienceMs }),
        ...(signal === undefined ? {} : { signal }),
      });
      const { value, provenance } =
        patienceMs === undefined ? await call : await withinPatience(call, patienceMs, clock);
      return { fields: value, provenance };
    },
  };
}

/** Gives up waiting, not the call: a late answer is in the cache for the next one. */
async function withinPatience<T>(work: Promise<T>, patienceMs: number, clock: Clock): Promise<T> {
  const answered = new AbortController();
  const outOfPatience = clock.sleep(patienceMs, answered.signal).then(
    () => Promise.reject(new UpstreamUnavailable(NAME)),
    () => work,
  );
  work.catch(() => undefined);
  outOfPatience.catch(() => undefined);
  return Promise.race([work, outOfPatience]).finally(() => answered.abort());
}

import { z } from 'zod';
import type { CachedFetch, Provenance } from '../cached.ts';
import type { Source } from '../http.ts';
import type { RawFields } from './embedded-decoder.ts';

const DAY_MS = 86_400_000;
/** An answer is kept for 90 days at most; in the last 30 it is read again where the service answers. */
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
  /** Names a descriptor in the cache: a reader of the cache alone must not find out which builds were asked for. */
  nameOf(descriptor: string): string;
}

/**
 * Decodes by the live service. It is sent a descriptor, never a serial number, so that one answer serves every vehicle of a
 * build: cached for 90 days, one call for all who ask at once.
 */
export function createLiveDecoder({ source, cachedFetch, nameOf }: LiveDecoderOptions) {
  return {
    /** Waits for `deadlineMs` at most; an answer that arrives later is cached for the next call. */
    async decode(
      descriptor: string,
      { deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal },
    ): Promise<{ fields: RawFields; provenance: Provenance }> {
      const { value, provenance } = await cachedFetch({
        key: `vpic:3:${nameOf(descriptor)}`,
        freshMs: FRESH_MS,
        staleMs: STALE_MS,
        source: { source: NAME, url: new URL(source.baseUrl).origin },
        schema: fieldsSchema,
        fetch: () =>
          source.getJson(`vehicles/DecodeVinValues/${encodeURIComponent(descriptor)}`, {
            query: { format: 'json' },
            schema: answerSchema,
          }),
        deadlineMs,
        ...(signal && { signal }),
      });
      return { fields: value, provenance };
    },
  };
}

export type LiveDecoder = ReturnType<typeof createLiveDecoder>;

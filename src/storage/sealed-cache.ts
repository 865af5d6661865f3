import { createHash, createHmac } from 'node:crypto';
import { seal, unseal } from '../lib/secret.ts';
import type { CacheStore } from './storage.ts';

const KIND = /^[a-z-]*(?:\/[a-z-]+)*/;

/**
 * Keeps everything under a digest of its name and sealed: the time at which something was stored is that of a purchase,
 * and a copy of the database must not say of which car.
 */
export function sealCache(cache: CacheStore, secret: string): CacheStore {
  const key = createHash('sha256').update(`cache seal ${secret}`).digest();
  // The words that a name begins with say what kind of thing it is, and of no car.
  const digestOf = (name: string) =>
    `${KIND.exec(name)?.[0]}:${createHmac('sha256', secret).update(`cache name ${name}`).digest('base64url')}`;
  return {
    async get(name, nowMs) {
      const entry = await cache.get(digestOf(name), nowMs);
      if (!entry) return undefined;
      try {
        return { ...entry, value: unseal(entry.value, { key, boundTo: name }) };
      } catch {
        // Of another secret, or changed by somebody: nothing that is known.
        return undefined;
      }
    },
    put: (name, entry) =>
      cache.put(digestOf(name), { ...entry, value: seal(entry.value, { key, boundTo: name }) }),
  };
}

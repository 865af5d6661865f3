import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Secret, seal, unseal } from '../lib/secret.ts';
import type { CacheStore } from './sql/small-stores.ts';
import type { Sql } from './sql/sql.ts';

export interface SecretStore {
  /** The secret of this name: the one kept already or, the first time, `candidate`. Every instance gets the same. */
  keep(name: string, candidate: string): Promise<string>;
  /** Really deletes the secret of this name, for one that is now kept elsewhere. */
  forget(name: string): Promise<void>;
}

/** Secrets in the database itself. `vacate` makes sure that what was deleted can be read nowhere any more. */
export function createSecretStore(sql: Sql, vacate: () => Promise<void>): SecretStore {
  return {
    async keep(name, candidate) {
      await sql.write('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
        name,
        candidate,
      ]);
      const [kept] = await sql.read<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [name]);
      if (!kept) throw new Error(`The secret ${name} was removed from the storage while it was being read.`);
      return kept.value;
    },
    async forget(name) {
      const gone = await sql.write('DELETE FROM secrets WHERE name = $1 RETURNING 1 AS gone', [name]);
      if (gone.length > 0) await vacate();
    },
  };
}

const NAME = 'payment-digests';
const BYTES = 32;

/** The key of all digests: the configured one, which then is kept nowhere else, or one that is made once and kept. */
export async function openDigestSecret(secrets: SecretStore, given: Secret | undefined): Promise<string> {
  if (given === undefined) return secrets.keep(NAME, randomBytes(BYTES).toString('base64url'));
  await secrets.forget(NAME);
  return given.reveal();
}

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

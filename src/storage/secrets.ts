import { randomBytes } from 'node:crypto';
import type { Secret } from '../lib/secret.ts';
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

import type { SecretStore } from '../storage.ts';
import type { Sql } from './sql.ts';

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

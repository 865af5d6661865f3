import type { SecretStore } from '../storage.ts';
import type { Sql } from './sql.ts';

export function createSecretStore(sql: Sql): SecretStore {
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
  };
}

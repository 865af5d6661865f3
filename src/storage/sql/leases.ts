import type { LeaseStore } from '../storage.ts';
import type { Sql } from './sql.ts';

export function createLeaseStore(sql: Sql): LeaseStore {
  return {
    async acquire(name, owner, nowMs, expiresAtMs) {
      const taken = await sql.write(
        `INSERT INTO leases (name, owner, expires_at_ms) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at_ms = excluded.expires_at_ms
           WHERE leases.owner = excluded.owner OR leases.expires_at_ms <= $4 OR leases.expires_at_ms > $5
         RETURNING name`,
        // One that runs far beyond what is asked for here was taken by a clock that was wrong.
        [name, owner, expiresAtMs, nowMs, expiresAtMs + (expiresAtMs - nowMs)],
      );
      return taken.length > 0;
    },
    async release(name, owner) {
      await sql.write('DELETE FROM leases WHERE name = $1 AND owner = $2', [name, owner]);
    },
  };
}

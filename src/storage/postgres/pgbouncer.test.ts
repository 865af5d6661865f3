import { afterAll, describe, onTestFinished } from 'vitest';
import { hasPooler, type Pooler, startPooler } from '../../../test/pooler.ts';
import { hasServer, withPostgres } from '../../../test/postgres.ts';
import { describeStorage } from '../../../test/storage/storage.contract.ts';
import { getOrInsert } from '../../lib/on-demand.ts';
import { openPostgresStorage } from './open-postgres-storage.ts';

describe.skipIf(!hasPooler)(
  `PostgreSQL storage behind PgBouncer in transaction mode${hasPooler ? '' : ' (skipped: no pgbouncer here)'}`,
  () => {
    const poolers = new Map<string, Promise<Pooler>>();
    afterAll(async () => {
      for (const pooler of poolers.values()) await (await pooler)[Symbol.asyncDispose]();
    });
    const poolerOf = (url: string) => getOrInsert(poolers, url, () => startPooler(url));

    describeStorage(
      async () => {
        const database = await withPostgres();
        onTestFinished(() => database[Symbol.asyncDispose]());
        const pooler = await poolerOf(database.url);
        const open = () => openPostgresStorage({ url: pooler.url });
        return { open, reopen: open };
      },
      { canCopy: hasServer },
    );
  },
);

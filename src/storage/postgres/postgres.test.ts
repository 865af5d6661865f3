import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasServer, type TestPostgres, withPostgres } from '../../../test/postgres.ts';
import { describeStorage } from '../../../test/storage/storage.contract.ts';
import { openPostgresStorage } from './open-postgres-storage.ts';

describe('PostgreSQL storage', () => {
  let spare: TestPostgres;
  beforeAll(async () => {
    spare = await withPostgres();
  });
  afterAll(() => spare[Symbol.asyncDispose]());

  describeStorage(
    async () => {
      const database = await withPostgres();
      onTestFinished(() => database[Symbol.asyncDispose]());
      const open = () => openPostgresStorage({ url: database.url });
      return { open, reopen: open };
    },
    { canCopy: hasServer },
  );

  it('reads payments by statements that it prepared before a newer program added a column', async () => {
    await using storage = await openPostgresStorage({ url: spare.url, prepareStatements: true });
    const readOnEach = () =>
      Promise.all(Array.from({ length: 10 }, () => storage.ledger.find({ payer: '0x1', nonce: '0x2' })));
    await readOnEach();
    const client = new pg.Client({ connectionString: spare.url });
    await client.connect();
    await client.query('ALTER TABLE payments ADD COLUMN of_a_newer_program TEXT');
    await client.end();
    expect(await readOnEach()).toHaveLength(10);
  });

  it('lives on when its idle connections are cut', async () => {
    await using storage = await openPostgresStorage({ url: spare.url });
    await using other = await openPostgresStorage({ url: spare.url });
    await other.check();
    if (spare.engine === 'server') {
      const client = new pg.Client({ connectionString: spare.url });
      await client.connect();
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await client.end();
    }
    await expect
      .poll(
        () =>
          storage.check().then(
            () => 'alive',
            () => 'broken',
          ),
        { timeout: 10_000 },
      )
      .toBe('alive');
  });
});

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startReplayServer } from '../../src/sources/recordings.ts';
import { startStandIn } from '../fleet/stand-in.ts';
import { clockOf, hasMovedClock, NO_MOVED_CLOCK, setClock } from '../moved-clock.ts';
import { folderOfTest } from '../own-folder.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';
import { withPostgres } from '../postgres.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { startServiceProcess } from '../service-process.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const COUNTS = {
  answers: 'SELECT count(*) AS n FROM payments WHERE answer IS NOT NULL OR request_digest IS NOT NULL',
  payments: 'SELECT count(*) AS n FROM payments',
  copies: 'SELECT count(*) AS n FROM cache',
  sales: 'SELECT count(*) AS n FROM sales',
};
type Counted = Record<keyof typeof COUNTS, number>;

async function openPlace(kind: 'sqlite' | 'postgres', folder: string) {
  if (kind === 'sqlite')
    return {
      environment: {},
      async count(statement: string) {
        const database = new DatabaseSync(join(folder, 'forecourt.sqlite'), { readOnly: true });
        const row = database.prepare(statement).get();
        database.close();
        return Number(row?.n);
      },
    };
  const database = await withPostgres();
  onTestFinished(() => database[Symbol.asyncDispose]());
  return {
    environment: { DATABASE_URL: database.url },
    async count(statement: string) {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const { rows } = await client.query<{ n: string }>(statement);
      await client.end();
      return Number(rows[0]?.n);
    },
  };
}

it.skipIf(!hasMovedClock).each(['sqlite', 'postgres'] as const)(
  `%s keeps answers for minutes, payments for a day, copies of sources for months, and sales${hasMovedClock ? '' : ` (skipped: ${NO_MOVED_CLOCK})`}`,
  async (kind) => {
    const folder = folderOfTest();
    const { environment, count } = await openPlace(kind, folder);
    await using standIn = await startStandIn();
    await using world = await startReplayServer(worldOf(elantra2013));
    const clock = join(folder, 'clock');

    /** The service as it starts so much later, and what it has left when nothing of this is deleted any more. */
    async function later(offSeconds: number, use?: (url: string) => Promise<void>, last?: Partial<Counted>) {
      setClock(clock, offSeconds);
      await using service = await startServiceProcess({
        PAY_TO: '0x00000000000000000000000000000000feedbeef',
        FACILITATOR_URL: standIn.url,
        RPC_URL: standIn.url,
        NHTSA_URL: world.sources.nhtsaUrl,
        TRANSPORT_CANADA_URL: world.sources.transportCanadaUrl,
        DIGEST_SECRET: 'a secret of at least thirty-two characters',
        ...environment,
        DATA_DIR: folder,
        ...clockOf(clock),
      });
      await use?.(service.url);
      const counted = async () =>
        Object.fromEntries(
          await Promise.all(Object.entries(COUNTS).map(async ([name, sql]) => [name, await count(sql)])),
        );
      if (last) await expect.poll(counted).toMatchObject(last);
      return (await counted()) as Counted;
    }

    const bought = await later(0, async (url) => {
      const path = `/v1/recalls?vin=${elantra2013.vin}`;
      const payment = createPayer(await askRequirements(url, path)).sign();
      expect((await fetch(`${url}${path}`, { headers: { 'PAYMENT-SIGNATURE': payment } })).status).toBe(200);
    });
    expect(bought).toMatchObject({ answers: 1, payments: 1, sales: 1 });
    expect(bought.copies).toBeGreaterThan(0);
    const { copies } = bought;
    // Nothing that is kept goes early.
    await later(9 * MINUTE, undefined, { answers: 1, payments: 1, copies, sales: 1 });
    await later(12 * MINUTE, undefined, { answers: 0, payments: 1, copies, sales: 1 });
    await later(DAY + 10 * MINUTE, undefined, { payments: 0, copies, sales: 1 });
    await later(92 * DAY, undefined, { copies: 0, sales: 1 });
  },
);

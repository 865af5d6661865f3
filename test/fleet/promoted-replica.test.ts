import { expect, it } from 'vitest';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { startBuyers } from './buyers.ts';
import { journalOf, probe, startMember } from './fleet.ts';
import { hasServer } from './own-postgres.ts';
import { startReplicatedPostgres } from './replicated-postgres.ts';
import { startStandIn } from './stand-in.ts';

const BACK_WITHIN_MS = 10_000;

it.skipIf(!hasServer)(
  `sells on over a synchronous replica that is promoted: no sale lost, none charged twice${hasServer ? '' : ' (skipped: no PostgreSQL server here)'}`,
  async () => {
    await using database = await startReplicatedPostgres();
    await using standIn = await startStandIn();
    standIn.settleMs = 20;
    await using one = await startMember(standIn, database.url);
    await using other = await startMember(standIn, database.url);
    const members = [one, other];
    for (const member of members) await expect.poll(() => probe(member)).toBe(200);

    const urls = () => members.map(({ url }) => url);
    const buyers = await startBuyers({ urls, count: 10 });
    await expect.poll(() => buyers.bought.length).toBeGreaterThan(60);
    await database.loseFirst();
    for (const member of members) await expect.poll(() => probe(member)).toBe(503);
    const before = buyers.bought.length;
    await database.promoteSecond();
    const promotedMs = performance.now();
    await expect.poll(() => buyers.bought.length).toBeGreaterThan(before + 60);
    const backMs = (buyers.bought[before]?.atMs ?? Number.NaN) - promotedMs;
    expect(backMs).toBeLessThan(BACK_WITHIN_MS);
    for (const member of members) await expect.poll(() => probe(member)).toBe(200);
    const bought = await buyers.stop();

    expect(buyers.wrongs).toEqual([]);
    const payers = bought.map(({ payer }) => payer).sort();
    expect([...standIn.paid.values()].map(({ from }) => from).sort()).toEqual(payers);
    await using storage = await openPostgresStorage({ url: database.secondUrl });
    const transactions = [...standIn.paid.values()].map(({ transaction }) => transaction).sort();
    // A caller has his answer before it is noted that he paid; where the note was lost, the chain is asked later.
    await expect.poll(() => journalOf(storage), { timeout: 60_000 }).toEqual(transactions);
  },
);

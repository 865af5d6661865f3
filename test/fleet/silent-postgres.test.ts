import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { SAMPLE_VIN } from '../../src/products/parameters.ts';
import { freePort } from '../free-port.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';
import { anAddress } from './buyers.ts';
import { type Member, probe, startMember } from './fleet.ts';
import { hasServer, openPostgres, urlOf } from './own-postgres.ts';
import { startStandIn } from './stand-in.ts';

const PATH = `/v1/decode?vin=${SAMPLE_VIN}`;
const FREE = ['/', '/docs', '/openapi.json', '/v1/sample/decode', '/v1/sample/prepurchase', PATH];
const skipped = hasServer ? '' : ' (skipped: no PostgreSQL server here)';

/** Tables that a sale cannot do without while somebody holds them; of others it need not know. */
const felt: Readonly<Record<string, { isReady: boolean; status: number }>> = {
  payments: { isReady: false, status: 503 },
  // Settled and answered, and entered as soon as that can be.
  sales: { isReady: false, status: 200 },
};

async function tablesOf(port: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: urlOf(port) });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY name`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

/** The longest that anything free has taken, in milliseconds. */
async function slowestFree({ url }: Member): Promise<number> {
  let slowest = 0;
  for (const path of [...FREE, ...FREE]) {
    const startedMs = performance.now();
    const response = await fetch(`${url}${path}`, { headers: { 'X-Forwarded-For': anAddress() } });
    await response.text();
    expect([path, response.status]).toEqual([path, path === PATH ? 402 : 200]);
    slowest = Math.max(slowest, performance.now() - startedMs);
  }
  return slowest;
}

describe.skipIf(!hasServer)(`a PostgreSQL that answers nothing${skipped}`, () => {
  it('keeps no free call waiting, and a sale for two seconds, uncharged', { timeout: 120_000 }, async () => {
    await using servers = await openPostgres();
    const port = await freePort();
    const server = await servers.start(await servers.initialise('data'), port);
    /** Stopped, it keeps every connection and answers on none. */
    const signalAll = (signal: 'STOP' | 'CONT') => {
      const children = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' });
      execFileSync('kill', [`-${signal}`, String(server.pid), ...children.trim().split('\n')]);
    };
    // One that stands still cannot be ended.
    using _ = { [Symbol.dispose]: () => signalAll('CONT') };
    await using standIn = await startStandIn();
    await using member = await startMember(standIn, urlOf(port));
    const requirements = await askRequirements(member.url, PATH);
    const buy = async () => {
      const signature = createPayer(requirements).sign();
      const headers = { 'PAYMENT-SIGNATURE': signature, 'X-Forwarded-For': anAddress() };
      const startedMs = performance.now();
      const { status } = await fetch(`${member.url}${PATH}`, { headers });
      expect(performance.now() - startedMs).toBeLessThan(4_000);
      return status;
    };
    await expect.poll(() => probe(member), { timeout: 20_000 }).toBe(200);
    expect(await buy()).toBe(200);
    await slowestFree(member);

    signalAll('STOP');
    expect(await slowestFree(member)).toBeLessThan(1_000);
    await expect.poll(() => probe(member), { timeout: 8_000 }).toBe(503);
    expect(await probe(member, '/livez')).toBe(200);
    expect(await buy()).toBe(503);
    expect(standIn.paid.size).toBe(1);
    signalAll('CONT');
    await expect.poll(() => probe(member), { timeout: 10_000 }).toBe(200);
    expect(await buy()).toBe(200);
    expect(standIn.paid.size).toBe(2);

    const tables = await tablesOf(port);
    expect(tables).toEqual(expect.arrayContaining([...Object.keys(felt), 'counters', 'cache', 'leases']));
    for (const table of tables) {
      const { isReady, status } = felt[table] ?? { isReady: true, status: 200 };
      const holder = new pg.Client({ connectionString: urlOf(port) });
      holder.on('error', () => {});
      await holder.connect();
      await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      expect(await slowestFree(member)).toBeLessThan(1_000);
      if (!isReady) await expect.poll(() => probe(member), { timeout: 8_000 }).toBe(503);
      expect([table, await buy()]).toEqual([table, status]);
      await holder.end();
      await expect.poll(() => probe(member), { timeout: 10_000 }).toBe(200);
    }
    expect(await buy()).toBe(200);
    expect(standIn.paid.size).toBe(2 + tables.length);
  });
});

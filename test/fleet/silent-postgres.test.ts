import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { SAMPLE_VIN } from '../../src/products/vin-parameter.ts';
import { freePort } from '../free-port.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';
import { anAddress } from './buyers.ts';
import { probe, startMember } from './fleet.ts';
import { hasServer, openPostgres, urlOf } from './own-postgres.ts';
import { startStandIn } from './stand-in.ts';

const PATH = `/v1/decode?vin=${SAMPLE_VIN}`;

it.skipIf(!hasServer)(
  `sells nothing and says so within 5 s while PostgreSQL stands still, and sells again when it goes on${hasServer ? '' : ' (skipped: no PostgreSQL server here)'}`,
  { timeout: 120_000 },
  async () => {
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
      return (await fetch(`${member.url}${PATH}`, { headers })).status;
    };
    await expect.poll(() => probe(member), { timeout: 20_000 }).toBe(200);
    expect(await buy()).toBe(200);

    signalAll('STOP');
    await expect.poll(() => probe(member), { timeout: 5_000 }).toBe(503);
    expect(await probe(member, '/livez')).toBe(200);
    expect(await buy()).toBe(503);
    expect(standIn.paid.size).toBe(1);

    signalAll('CONT');
    await expect.poll(() => probe(member), { timeout: 10_000 }).toBe(200);
    expect(await buy()).toBe(200);
    expect(standIn.paid.size).toBe(2);
  },
);

import { expect, it } from 'vitest';
import { SAMPLE_VIN } from '../../src/products/parameters.ts';
import { freePort } from '../free-port.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';
import { anAddress } from './buyers.ts';
import { probe, startMember } from './fleet.ts';
import { hasServer, openPostgres, urlOf } from './own-postgres.ts';
import { startStandIn } from './stand-in.ts';

const PATH = `/v1/decode?vin=${SAMPLE_VIN}`;

it.skipIf(!hasServer).each([
  ['is computing', '/verify', 'hang'],
  ['is settling', '/settle', 'hang'],
  ['has settled and said so to nobody', '/settle', 'cut_after'],
] as const)(
  `an instance is killed while it %s: within six seconds another gives the answer, charged once${hasServer ? '' : ' (skipped: no PostgreSQL server here)'}`,
  { timeout: 120_000 },
  async (_when, at, trouble) => {
    await using servers = await openPostgres();
    const port = await freePort();
    await servers.start(await servers.initialise('data'), port);
    await using standIn = await startStandIn();
    await using first = await startMember(standIn, urlOf(port));
    await using second = await startMember(standIn, urlOf(port));
    await expect.poll(() => probe(second), { timeout: 20_000 }).toBe(200);
    const signature = createPayer(await askRequirements(first.url, PATH)).sign();
    const headers = { 'PAYMENT-SIGNATURE': signature, 'X-Forwarded-For': anAddress() };
    const buy = (url: string) => fetch(`${url}${PATH}`, { headers });

    const reached = Promise.withResolvers<void>();
    standIn.trouble = (path) => {
      if (path !== at) return 'none';
      reached.resolve();
      return trouble;
    };
    const lost = buy(first.url).catch(() => undefined);
    await reached.promise;
    if (trouble === 'cut_after') await expect.poll(() => standIn.paid.size).toBe(1);
    first.child.kill('SIGKILL');
    await lost;
    standIn.trouble = () => 'none';
    const startedMs = performance.now();
    const answer = await buy(second.url);
    expect(await answer.json()).toMatchObject({ vin: SAMPLE_VIN, charged: true });
    expect(performance.now() - startedMs).toBeLessThan(6_000);
    expect(standIn.paid.size).toBe(1);
  },
);

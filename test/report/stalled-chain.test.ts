import { expect, it } from 'vitest';
import { reportSchema } from '../../src/report/report-schema.ts';
import { startDevService } from '../payments/dev-service.ts';
import { openBuyers, PRICE } from './buyers.ts';
import { age } from './cache-rows.ts';
import { startFaultySources } from './faulty-sources.ts';
import { cars, worldOf } from './report-world.ts';

it('a report whose payment hangs is kept as it was computed, for one charge', async () => {
  const [older, fresh] = cars;
  if (!older || !fresh) throw new Error('There are no cars');
  await using sources = await startFaultySources([...worldOf(older), ...worldOf(fresh)]);
  await using service = await startDevService(sources.environment);
  const buyers = await openBuyers(service);
  await buyers.buy(await buyers.sign(await buyers.withOnePrice()), `vin=${older.vin}`);
  age(service, 'issues');
  sources.complaints.manner = 'nonsense';
  const receivedBefore = await buyers.received();

  await buyers.rpc.call('evm_setIntervalMining', [0]);
  await buyers.rpc.call('evm_setAutomine', [false]);
  const reports = await Promise.all(
    [older, fresh].map(async ({ vin }) => ({
      search: `vin=${vin}`,
      payment: await buyers.sign(buyers.rich),
    })),
  );
  const hanging = await Promise.all(reports.map(({ payment, search }) => buyers.buy(payment, search)));
  for (const { status, body } of hanging) {
    expect(status).toBe(503);
    expect(body).toMatchObject({ error: 'settlement_pending', charged: null });
  }
  expect(await buyers.received()).toBe(receivedBefore);

  await buyers.rpc.call('evm_setAutomine', [true]);
  await buyers.rpc.call('evm_mine', []);
  sources.complaints.manner = 'answers';
  const kept = [];
  for (const { payment, search } of reports) {
    await expect
      .poll(async () => (await buyers.buy(payment, search)).status, { interval: 100, timeout: 15_000 })
      .toBe(200);
    kept.push(reportSchema.parse((await buyers.buy(payment, search)).body));
  }
  expect(kept).toMatchObject([
    { vin: older.vin, knownIssues: { provenance: { cache: 'stale' } } },
    { vin: fresh.vin, knownIssues: null, sections: { knownIssues: 'unavailable', recalls: 'ok' } },
  ]);
  expect((await buyers.received()) - receivedBefore).toBe(2n * PRICE);
});

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SAMPLE_VIN } from '../../src/products/parameters.ts';
import { folderOfTest } from '../own-folder.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';
import { runCommand } from '../run-command.ts';
import { anAddress } from './buyers.ts';
import { PAY_TO, probe, startMember } from './fleet.ts';
import { startStandIn } from './stand-in.ts';

const PATH = `/v1/decode?vin=${SAMPLE_VIN}`;
const KEPT = { BACKUP_SECRET: 'a key of thirty-two characters or more' };

it('sells on from a backup that is older than its last sales: who paid gets the answer, nobody pays twice', {
  timeout: 120_000,
}, async () => {
  const folder = folderOfTest();
  const file = join(folder, 'backup');
  await using standIn = await startStandIn();
  const show = async (url: string, signature: string) => {
    const headers = { 'PAYMENT-SIGNATURE': signature, 'X-Forwarded-For': anAddress() };
    const response = await fetch(`${url}${PATH}`, { headers });
    return { status: response.status, ...((await response.json()) as { charged: boolean }) };
  };
  const signatures: string[] = [];
  {
    await using member = await startMember(standIn, undefined);
    await expect.poll(() => probe(member), { timeout: 20_000 }).toBe(200);
    const requirements = await askRequirements(member.url, PATH);
    const sell = async () => {
      const signature = createPayer(requirements).sign();
      signatures.push(signature);
      expect(await show(member.url, signature)).toMatchObject({ status: 200 });
    };
    await sell();
    await sell();
    const live = { ...KEPT, PAY_TO, FACILITATOR_URL: standIn.url, DATA_DIR: member.dataDir };
    expect(await runCommand(['backup', file], live)).toMatchObject({ code: 0 });
    await sell();
    await sell();
    member.child.kill('SIGKILL');
    await member.ended;
  }
  const place = { DATA_DIR: join(folder, 'restored') };
  expect(await runCommand(['restore', file], { ...KEPT, ...place })).toMatchObject({ code: 0 });
  await using member = await startMember(standIn, undefined, place);
  await expect.poll(() => probe(member), { timeout: 20_000 }).toBe(200);
  for (const signature of signatures)
    expect(await show(member.url, signature)).toMatchObject({ status: 200, charged: true });
  expect(standIn.paid.size).toBe(signatures.length);
  const transactions = [...standIn.paid.values()].map(({ transaction }) => transaction);
  const { stdout } = await runCommand(['sales', '--csv'], place);
  expect(stdout.match(/0x[0-9a-f]{64}/g)?.sort()).toEqual(transactions.sort());
});

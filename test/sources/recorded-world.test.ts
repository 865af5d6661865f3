import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createClient } from '@forecourt/client';
import { x402Client } from '@x402/core/client';
import type { PaymentRequired } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.ts';
import { startReplayServer } from '../../src/sources/recordings.ts';
import { clients } from '../a2a/clients.ts';
import { connectMcp } from '../mcp/connect.ts';
import { openParts } from '../open-parts.ts';
import { folderOfTest } from '../own-folder.ts';
import { startDevService } from '../payments/dev-service.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { runCommand } from '../run-command.ts';
import { startServiceProcess } from '../service-process.ts';

const ELANTRA = '5NPDH4AE8DH100013';
const OTHERS = ['5XXGN4A74DG100013', '5XYKT3A66EG100013'];
/** Nobody listens there. */
const NOWHERE = { NHTSA_URL: 'http://127.0.0.1:9', TRANSPORT_CANADA_URL: 'http://127.0.0.1:9' };
const recorded = { recorded: true, cache: 'none', fetchedAt: expect.stringMatching(/^20/) };

test('without a network all five products can be bought, marked as recorded', async () => {
  await using service = await startDevService({ ...NOWHERE, RECORDED_WORLD: 'auto' });
  const account = privateKeyToAccount(service.payments.wallet.privateKey);
  const client = createClient({ url: service.url, account, maxPerCallUsd: 1, maxTotalUsd: 3 });
  expect(await client.decode(ELANTRA)).toMatchObject({ charged: true });
  const costs = { country: 'CA', province: 'ON', price: 18_000, saleType: 'private' } as const;
  expect(await client.purchaseCosts(costs)).toMatchObject({ charged: true });
  expect(await client.recalls(ELANTRA)).toMatchObject({
    charged: true,
    counts: { us: 1, canada: 1 },
    us: [{ campaign: '23V651000', parkOutside: true }],
    provenance: { us: recorded, canada: recorded },
  });
  const issues = await client.knownIssues(ELANTRA);
  expect(issues).toMatchObject({ charged: true, status: 'ok', provenance: recorded });
  expect(issues.knownIssues.length).toBeGreaterThan(3);
  expect(issues.reliability.asOf).toBe(issues.provenance.fetchedAt.slice(0, 10));
  expect(issues.reliability.recalls.namesNote).toContain('recorded answers');
  const report = await client.prepurchase({ vin: ELANTRA });
  expect(report).toMatchObject({
    charged: true,
    recalls: { provenance: { us: recorded, canada: recorded } },
    knownIssues: { provenance: recorded },
  });
  expect(report.summary.filter(({ kind }) => kind === 'recorded_answer')).toHaveLength(3);

  const page = await service.get(`/car?vin=${ELANTRA}`, { headers: { Accept: 'text/html' } });
  expect(await page.text()).toContain('These numbers are of a recorded answer');

  // Nobody pays for less than what the free sample of the same car holds, and everybody reads first what it is.
  const samples = { issues: await client.sample.knownIssues(), recalls: await client.sample.recalls() };
  expect(issues.complaintCount).toBeGreaterThanOrEqual(samples.issues.complaintCount);
  expect(issues.knownIssues.map(({ title }) => title)).toContain('Air bags do not deploy in a crash');
  expect(report.knownIssues?.topIssues).toHaveLength(samples.issues.knownIssues.length);
  const words = /^A recorded answer for trying the service out, neither complete nor of today/;
  expect([issues.note, report.note]).toEqual([expect.stringMatching(words), expect.stringMatching(words)]);
  expect((await client.brief.recalls(ELANTRA)).note).toMatch(words);
  await using mcp = await connectMcp(service.url);
  const payer = new x402Client().register('eip155:*', new ExactEvmScheme(account));
  const asked = await mcp.call('get_known_issues', { vin: ELANTRA });
  const payment = await payer.createPaymentPayload(asked.body as unknown as PaymentRequired);
  const told = await mcp.call('get_known_issues', { vin: ELANTRA }, payment);
  expect(told).toMatchObject({ words: expect.stringMatching(words), body: { note: issues.note } });
  const agent = await clients['1.0'](service.url);
  const order = await agent.send({ skill: 'recalls', parameters: { vin: ELANTRA } });
  const payload = await payer.createPaymentPayload(
    order.metadata['x402.payment.required'] as PaymentRequired,
  );
  const metadata = { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payload };
  const done = await agent.send('paid', { taskId: order.id, metadata });
  expect(done.answer[0]?.text).toMatch(words);

  // As much as the free sample of the same car.
  expect(issues.complaintCount).toBe(496);
  for (const vin of OTHERS) {
    expect(await client.decode(vin)).toMatchObject({ charged: true });
    expect(await client.recalls(vin)).toMatchObject({ charged: true, counts: { us: 3, canada: 1 } });
    expect(await client.knownIssues(vin)).toMatchObject({ charged: true, status: 'ok' });
    const { sections } = await client.prepurchase({ vin });
    expect(new Set(Object.values(sections))).toEqual(new Set(['ok']));
  }
  await expect(client.recalls('1HGCM82633A004352')).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test('nothing recorded is kept, and the source is believed again as soon as it answers', async () => {
  await using source = await startReplayServer(
    worldOf(elantra2013, { us: [{ campaign: '13V001000', date: '02/01/2013' }] }),
  );
  const { nhtsaUrl, transportCanadaUrl } = source.sources;
  const DATA_DIR = folderOfTest();
  const ask = async (environment: Record<string, string>) => {
    await using parts = await openParts({ DATA_DIR, RECORDED_WORLD: 'auto', ...environment });
    const { vehicles, recalls, issues } = await parts.knowledge();
    const { vehicle } = await vehicles.decode(elantra2013.vin);
    const { signal } = new AbortController();
    return {
      recalls: await recalls.forVehicle(vehicle),
      issues: await issues.forVehicle(vehicle, { signal }),
    };
  };
  const live = { NHTSA_URL: nhtsaUrl, TRANSPORT_CANADA_URL: transportCanadaUrl };
  await using gone = await startReplayServer([]);
  await gone[Symbol.asyncDispose]();
  expect(await ask(NOWHERE)).toMatchObject({ issues: { provenance: recorded } });
  expect((await ask(NOWHERE)).recalls.provenance.us).toMatchObject(recorded);
  const answered = await ask(live);
  expect(answered.recalls.us).toMatchObject([{ campaign: '13V001000' }]);
  expect(answered.recalls.provenance.us).not.toHaveProperty('recorded');
});

test('where money is real, or answers are replayed, nothing stands in', () => {
  const live = {
    PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    FACILITATOR_URL: 'https://facilitator.example',
    RECORDED_WORLD: 'auto',
  };
  expect(readConfig(live).recordedWorld).toBe(false);
  expect(readConfig({ REPLAY_DIR: '/somewhere' }).recordedWorld).toBe(false);
  expect(readConfig({ RECORDED_WORLD: 'off' }).recordedWorld).toBe(false);
  expect(readConfig({}).recordedWorld).toBe(true);
});

test('the start says what cannot be reached and what that means', async () => {
  await using service = await startServiceProcess({ ...NOWHERE, RECORDED_WORLD: 'auto' });
  await expect.poll(service.output).toContain('NHTSA recalls (127.0.0.1:9) cannot be reached: no recalls');
  expect(service.output()).toContain('Transport Canada (127.0.0.1:9) cannot be reached');
  expect(service.output()).toContain(`${ELANTRA}  2013 Hyundai Elantra`);
});

describe('a folder of recordings', () => {
  test('is written by forecourt record, and is a world without a network', async () => {
    await using source = await startReplayServer(
      worldOf(elantra2013, { us: [{ campaign: '13V001000', date: '02/01/2013' }] }),
    );
    const { nhtsaUrl: NHTSA_URL, transportCanadaUrl: TRANSPORT_CANADA_URL } = source.sources;
    const to = folderOfTest();
    const environment = { NHTSA_URL, TRANSPORT_CANADA_URL, DECODER: 'embedded' };
    const { code, stdout, stderr } = await runCommand(['record', elantra2013.vin, '--to', to], environment);
    expect([code, stderr + stdout]).toEqual([0, expect.stringMatching(/Hyundai Elantra, \d+ answers/)]);
    expect(await readdir(to)).toEqual([`${elantra2013.vin}.json`]);
    await using parts = await openParts({ REPLAY_DIR: to });
    const { vehicles, recalls } = await parts.knowledge();
    const { vehicle } = await vehicles.decode(elantra2013.vin);
    expect((await recalls.forVehicle(vehicle)).us).toMatchObject([{ campaign: '13V001000' }]);
  });

  test.each([
    ['that there is not', null, /REPLAY_DIR: there is no folder/],
    ['without a recording', {}, /REPLAY_DIR: .* holds no recordings/],
    [
      'with something else',
      { 'INDEX.json': '{"files": []}' },
      /REPLAY_DIR: .*INDEX\.json is no recording; a recording is \{"request"/,
    ],
    ['with no JSON', { 'a.json': '{' }, /REPLAY_DIR: .*a\.json is no recording/],
  ])(
    '%s is refused before the port opens, and by doctor',
    async (_name, files: Record<string, string> | null, message) => {
      const made = folderOfTest();
      for (const [name, text] of Object.entries(files ?? {})) await writeFile(join(made, name), text);
      const REPLAY_DIR = files ? made : join(made, 'none');
      const run = (command: string) =>
        runCommand([command], { PORT: '0', DATA_DIR: join(made, 'data'), REPLAY_DIR });
      const served = await run('serve');
      expect([served.code, served.stderr]).toEqual([1, expect.stringMatching(message)]);
      expect(served.stdout).not.toContain('serves');
      expect((await run('doctor')).stdout.replaceAll(/\s+/g, ' ')).toMatch(message);
    },
  );
});

const recordings = process.env.FORECOURT_RECORDINGS;

test.skipIf(recordings === undefined)(
  `what ships has real numbers and words of our own${recordings === undefined ? ' (skipped: FORECOURT_RECORDINGS is not set)' : ''}`,
  async () => {
    const read = async (path: string) => gunzipSync(await readFile(join(recordings ?? '', path))).toString();
    const elantra = z
      .object({ results: z.array(z.looseObject({ odiNumber: z.number(), summary: z.string() })) })
      .parse(JSON.parse(await read('complaints/2013-hyundai-elantra.json.gz')));
    const others = await read('recorded/nhtsa-flat/complaints-hyundai-kia-2022-2026.jsonl.gz');
    const campaigns = await read('recorded/nhtsa-flat/recall-campaign-vehicles-2020-2026.tsv.gz');
    const theirs = new Map(
      elantra.results.map(({ odiNumber, summary }) => [odiNumber, summary.toLowerCase()]),
    );
    const shape = z.looseObject({
      us: z.looseObject({ recalls: z.array(z.looseObject({ campaign: z.string(), summary: z.string() })) }),
      complaints: z.looseObject({
        complaints: z.array(z.looseObject({ odiNumber: z.number(), summary: z.string() })),
      }),
    });
    for (const name of (await readdir('data/recorded')).filter((file) => file.endsWith('.json'))) {
      const car = shape.parse(JSON.parse(await readFile(join('data/recorded', name), 'utf8')));
      for (const { odiNumber, summary } of car.complaints.complaints) {
        expect(theirs.has(odiNumber) || others.includes(`"ODINO":"${odiNumber}"`), `${odiNumber}`).toBe(true);
        expect(theirs.get(odiNumber) ?? '').not.toContain(summary.toLowerCase());
      }
      for (const { odiNumber, summary } of car.complaints.complaints)
        if (!theirs.has(odiNumber)) expect(others).not.toContain(summary);
      for (const { campaign } of car.us.recalls) expect(campaigns).toContain(`${campaign.slice(0, 6)}\t`);
    }
  },
);

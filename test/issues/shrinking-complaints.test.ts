import { expect, onTestFinished, test } from 'vitest';
import { missingOf } from '../../src/issues/read/filed.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createSources } from '../../src/sources/sources.ts';
import { openParts } from '../open-parts.ts';
import { type Behaviour, json, startFakeSource } from '../sources/fake-source.ts';

const HOUR_MS = 3_600_000;
const elantra = { make: 'Hyundai', model: 'Elantra', year: 2013 };
const numbers = [11_000_001, 11_000_002, 11_000_003];

/** Lists the model and these complaints. */
const filing =
  (filed: readonly number[], count = filed.length): Behaviour =>
  (request, response) => {
    const results = (request.url ?? '').includes('products')
      ? [{ model: 'ELANTRA' }]
      : filed.map((odiNumber) => ({ odiNumber, summary: 'It stalled.', components: 'ENGINE' }));
    const isComplaints = (request.url ?? '').includes('complaintsByVehicle');
    json({ count: isComplaints ? count : 1, results })(request, response);
  };

async function setUp() {
  const source = await startFakeSource(filing(numbers));
  let passedMs = 0;
  const clock: Clock = {
    now: () => Date.now() + passedMs,
    random: () => 0,
    sleep: (_ms, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  const sources = createSources({
    urls: { vpicUrl: source.url, nhtsaUrl: source.url, transportCanadaUrl: source.url },
    userAgent: 'test',
    clock: { ...clock, sleep: async () => undefined },
  });
  const parts = await openParts({}, { clock, sources });
  onTestFinished(async () => {
    await parts[Symbol.asyncDispose]();
    await sources[Symbol.asyncDispose]();
    await source[Symbol.asyncDispose]();
  });
  const complaints = await parts.complaints();
  return {
    source,
    pass: (hours: number) => {
      passedMs += hours * HOUR_MS;
    },
    read: async () => (await complaints.read(elantra)).value,
  };
}

test('complaints that vanish are kept and counted as missing until a second reading agrees', async () => {
  const { source, pass, read } = await setUp();
  expect(missingOf(await read())).toBeNull();

  pass(48);
  source.behave(filing(numbers.slice(0, 1)));
  const kept = await read();
  expect(kept.counted.complaintCount).toBe(3);
  expect(missingOf(kept)).toMatchObject({ count: 2 });

  pass(5);
  expect((await read()).counted.complaintCount).toBe(3);
  pass(2);
  const agreed = await read();
  expect(agreed.counted.complaintCount).toBe(1);
  expect(missingOf(agreed)).toBeNull();
});

test('complaints that come back are no longer missing', async () => {
  const { source, pass, read } = await setUp();
  await read();
  pass(48);
  source.behave(filing([]));
  expect(missingOf(await read())).toMatchObject({ count: 3 });
  pass(7);
  source.behave(filing(numbers));
  expect(missingOf(await read())).toBeNull();
});

test('an answer with fewer complaints than its count is none', async () => {
  const { source, read } = await setUp();
  source.behave(filing([], 3));
  await expect(read()).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

import { expect, test } from 'vitest';
import type { IssueSynthesizer } from '../../src/issues/synthesizer.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { knownIssues } from '../../src/products/known-issues.ts';
import { recalls } from '../../src/products/recalls.ts';
import { openParts } from '../open-parts.ts';
import { faults, json, startFakeSource } from '../sources/fake-source.ts';

const VIN = '5NPDH4AE8DH100013';
const DAY_MS = 86_400_000;
const { signal } = new AbortController();
const hanging = faults.slow;
const LONG = { timeout: 20_000 };
const elantra = json({ Results: [{ Make: 'HYUNDAI', Model: 'Elantra', ModelYear: '2013', ErrorCode: '0' }] });
const failed = (source: string) => ({ code: 'upstream_unavailable', details: { source } });

/** Time passes only when it is made to; who sleeps is woken then. */
function heldClock() {
  let nowMs = Date.parse('2026-11-22T00:00:00Z');
  const sleepers = new Map<() => void, number>();
  const clock: Clock = {
    now: () => nowMs,
    random: () => 0.5,
    sleep: (ms, aborted) =>
      new Promise((resolve, reject) => {
        if (ms <= 0) return resolve();
        sleepers.set(resolve, nowMs + ms);
        aborted?.addEventListener('abort', () => {
          sleepers.delete(resolve);
          reject(aborted.reason);
        });
      }),
  };
  return {
    clock,
    /** For how long somebody still sleeps. */
    sleeping: () => [...sleepers.values()].map((untilMs) => untilMs - nowMs),
    pass(ms: number) {
      nowMs += ms;
      for (const [wake, untilMs] of sleepers) {
        if (untilMs > nowMs) continue;
        sleepers.delete(wake);
        wake();
      }
    },
  };
}

async function open(environment: Record<string, string>, model?: IssueSynthesizer) {
  const time = heldClock();
  const parts = await openParts(environment, { clock: time.clock, ...(model && { model }) });
  return { parts, time, knowledge: await parts.knowledge() };
}

test('what a hanging decoder took of the eight seconds is not waited for the recalls as well', async () => {
  await using vpic = await startFakeSource(elantra);
  await using down = await startFakeSource(hanging);
  const { parts, time, knowledge } = await open({
    DECODER: 'vpic',
    VPIC_URL: vpic.url,
    NHTSA_URL: down.url,
    TRANSPORT_CANADA_URL: down.url,
  });
  await using _ = parts;
  await knowledge.vehicles.decode(VIN);
  time.pass(61 * DAY_MS);
  vpic.behave(hanging);

  const asked = recalls.compute(knowledge, { vin: VIN }, { signal });
  const refused = expect(asked).rejects.toMatchObject(failed('NHTSA recalls'));
  await expect.poll(time.sleeping, LONG).toEqual([5_000]);
  time.pass(5_000);
  await expect.poll(time.sleeping, LONG).toEqual([3_000, 3_000]);
  time.pass(3_000);
  await refused;
});

test('a decoder that hangs without an older copy is given up before the eight seconds are over', async () => {
  await using vpic = await startFakeSource(hanging);
  const { parts, time, knowledge } = await open({ DECODER: 'vpic', VPIC_URL: vpic.url });
  await using _ = parts;
  const refused = expect(knowledge.vehicles.decode(VIN)).rejects.toMatchObject(failed('NHTSA vPIC'));
  await expect.poll(time.sleeping, LONG).toEqual([5_000]);
  time.pass(5_000);
  await refused;
});

test('a hanging source is waited for once where a language model would read it first', async () => {
  await using down = await startFakeSource(hanging);
  const model: IssueSynthesizer = {
    engine: 'llm',
    fingerprint: 'never asked',
    mostComplaints: 160,
    synthesize: () => Promise.reject(new Error('there is nothing to read')),
  };
  const { parts, time, knowledge } = await open(
    { NHTSA_URL: down.url, TRANSPORT_CANADA_URL: down.url },
    model,
  );
  await using _ = parts;
  const asked = knownIssues.compute(knowledge, { vin: VIN }, { signal });
  const refused = expect(asked).rejects.toMatchObject(failed('NHTSA complaints'));
  const ofSources = () => time.sleeping().filter((ms) => ms === 8_000);
  await expect.poll(ofSources, LONG).toHaveLength(3);
  time.pass(8_000);
  await refused;
});

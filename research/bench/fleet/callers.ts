import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { anAddress } from '../../../test/fleet/buyers.ts';
import type { createPayer } from '../../../test/payments/payer.ts';

type Kind = 'challenge' | 'sample' | 'paid, warm' | 'paid, cold';

/** In a hundred calls: most look at prices and samples, some buy. */
const PROFILE: readonly [Kind, number][] = [
  ['challenge', 50],
  ['sample', 20],
  ['paid, warm', 20],
  ['paid, cold', 10],
];
const EXPECTED: Record<Kind, number> = { challenge: 402, sample: 200, 'paid, warm': 200, 'paid, cold': 200 };

interface World {
  ports: readonly number[];
  payers: readonly ReturnType<typeof createPayer>[];
  /** Each is bought once by each payer at most. */
  vins: readonly string[];
}

/** The answers of one stretch of time. */
export interface Tally {
  times: Map<Kind, number[]>;
  /** Anything but what was expected. */
  others: Map<string, number>;
}

export const newTally = (): Tally => ({
  times: new Map(PROFILE.map(([kind]) => [kind, []])),
  others: new Map(),
});

/** Keeps N callers asking over kept connections, each as soon as it is answered, or all together at a rate. */
export async function keepCalling(
  { ports, payers, vins }: World,
  { callers, callsPerSecond }: { callers: number; callsPerSecond: number },
  going: () => boolean,
  tally: () => Tally,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  let calls = 0;
  let bought = 0;
  const startedMs = performance.now();
  const one = async () => {
    while (going()) {
      const turn = calls++;
      const dueMs = startedMs + (turn / callsPerSecond) * 1_000;
      if (dueMs > performance.now()) await wait(dueMs - performance.now());
      const kind = kindOf((turn * 37) % 100);
      const headers: Record<string, string> = { 'X-Forwarded-For': anAddress() };
      let path = kind === 'sample' ? '/v1/sample/decode' : '/v1/decode';
      if (kind.startsWith('paid')) {
        const sale = bought++;
        // A warm car was bought by everybody before: the same few cars, by ever other payers.
        const car =
          kind === 'paid, warm' ? Math.floor(sale / payers.length) % 50 : 50 + (sale % (vins.length - 50));
        path = `${path}?vin=${vins[car]}`;
        headers['PAYMENT-SIGNATURE'] = payers[sale % payers.length]?.sign() ?? '';
      }
      const askedMs = performance.now();
      const status = await ask(agent, ports[turn % ports.length] ?? 0, path, headers).catch(String);
      const now = tally();
      if (status === EXPECTED[kind]) now.times.get(kind)?.push(performance.now() - askedMs);
      else now.others.set(`${kind}: ${status}`, (now.others.get(`${kind}: ${status}`) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: callers }, one));
  agent.destroy();
}

function kindOf(draw: number): Kind {
  let left = draw;
  for (const [kind, share] of PROFILE) {
    left -= share;
    if (left < 0) return kind;
  }
  return 'challenge';
}

function ask(agent: Agent, port: number, path: string, headers: Record<string, string>) {
  return new Promise<number | undefined>((resolve, reject) => {
    get({ agent, port, host: '127.0.0.1', path, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}

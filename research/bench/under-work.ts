import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startStandIn } from '../../test/fleet/stand-in.ts';
import { freePort } from '../../test/free-port.ts';
import { startChild } from './child.ts';
import { newClients } from './new-clients.ts';
import { askRequirements } from './payments/ask-requirements.ts';
import { createPayer } from './payments/sign.ts';

const COMPUTATIONS = 5;
const COMPLAINTS = 5_000;
const EVERY_MS = 5;
const IDLE_MS = 3_000;
const MOST_P99_MS = 20;
const PAY_TO = '0x00000000000000000000000000000000feedbeef';
const PATH = '/v1/known-issues';
/** One car a model year, so that each has complaints of its own. */
const VINS = [
  '5NPDH4AE8DH100013',
  '5NPDH4AE8EH100013',
  '5NPDH4AE8FH100013',
  '5NPDH4AE8GH100013',
  '5NPD84LF8HH100013',
] as const;

/** How long /livez and an unpaid 402 take while five cars with 5,000 complaints each are looked into for the first time. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    await using world = await startChild(['research/bench/complaints-world.ts', String(COMPLAINTS)]);
    const nhtsa = `http://127.0.0.1:${world.port}`;
    await using standIn = await startStandIn();
    const metricsPort = await freePort();
    await using service = await startChild(['bin/forecourt.js', 'serve'], {
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      SAMPLES_REFRESH: 'off',
      DECODER: 'embedded',
      TRUSTED_PROXIES: '1',
      METRICS_PORT: String(metricsPort),
      PAY_TO,
      FACILITATOR_URL: standIn.url,
      RPC_URL: standIn.url,
      NHTSA_URL: nhtsa,
      TRANSPORT_CANADA_URL: nhtsa,
    });
    const probes = [
      ['/livez', metricsPort, '/livez', 200],
      ['unpaid 402', service.port, '/v1/decode', 402],
    ] as const;
    const watch = async (going: () => boolean) =>
      Promise.all(probes.map(([, port, path, status]) => ping(port, path, status, going)));

    const buy = async (path: string, vin: string) => {
      const requirements = await askRequirements(service.port, path);
      const headers = { 'PAYMENT-SIGNATURE': createPayer(requirements).sign() };
      const answer = await fetch(`http://127.0.0.1:${service.port}${path}?vin=${vin}`, { headers });
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    };
    // What the first sale of a process takes is no part of it.
    await buy('/v1/decode', VINS[0]);
    const idleUntilMs = performance.now() + IDLE_MS;
    const idle = await watch(() => performance.now() < idleUntilMs);
    let bought = 0;
    const startedMs = performance.now();
    const buying = Promise.all(
      VINS.map(async (vin) => {
        await buy(PATH, vin);
        bought += 1;
      }),
    );
    const busy = await watch(() => bought < COMPUTATIONS);
    await buying;
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    console.log(`${COMPUTATIONS} cars with ${COMPLAINTS} complaints each, all at once: ${seconds} s`);
    for (const [index, [name]] of probes.entries()) {
      const [quiet = [], times = []] = [idle[index], busy[index]];
      console.log(
        `${name}: p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms, at most ${quantile(times, 1)} ms of ${times.length} ` +
          `(p99 at most ${MOST_P99_MS}); with nothing else to do p99 ${quantile(quiet, 0.99)} ms`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const quantile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);

/** Asks every few milliseconds over one connection, and again as soon as there is an answer where that took longer. */
async function ping(port: number, path: string, expected: number, going: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const clients = newClients(100_000, 10).values();
  const times: number[] = [];
  while (going()) {
    const [, client = ''] = clients.next().value?.split(': ') ?? [];
    const startedMs = performance.now();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      get({ agent, port, host: '127.0.0.1', path, headers: { 'X-Forwarded-For': client } }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      }).once('error', reject);
    });
    if (status !== expected) throw new Error(`${path} is ${status}`);
    const tookMs = performance.now() - startedMs;
    times.push(tookMs);
    await wait(Math.max(0, EVERY_MS - tookMs));
  }
  agent.destroy();
  return times;
}

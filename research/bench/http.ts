import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { load } from './load.ts';
import { newClients } from './new-clients.ts';
import { compare } from './payments/pairs.ts';
import { spend } from './payments/spend.ts';
import { stayAwake } from './stay-awake.ts';

const LEAST_RATIO = 0.6;
const ROUNDS = 15;

/** What is kept ready to be sent. */
const READY = ['/v1/sample/decode', '/v1/sample/known-issues', '/llms.txt', '/openapi.json'];
const READY_CALLS = 1_500;
const CONCURRENCY = 32;

/** A document or a sample, asked for by ever new clients, against bare Hono answering the same text. */
async function compareReady({ port }: Child, path: string): Promise<void> {
  const text = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const file = join(await mkdtemp(join(tmpdir(), 'forecourt-bench-')), 'text');
  await writeFile(file, text);
  await using bare = await startChild(['research/bench/bare-hono.ts', file]);
  const asking = (name: string, to: number, at: string) => ({
    name,
    async turn() {
      using _ = stayAwake();
      const { requestsPerSecond } = await spend(to, at, newClients(READY_CALLS, 2), CONCURRENCY);
      return requestsPerSecond;
    },
  });
  const sides = [
    asking('ours', port, path),
    asking('bare Hono with the same text', bare.port, '/text'),
  ] as const;
  await compare(`${path} (${text.length} characters)`, sides, { rounds: 9, least: LEAST_RATIO });
  await rm(dirname(file), { recursive: true });
}

/** Requests per second on /health and on a 404: ours against a bare Hono server, in turns. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    await using bare = await startChild(['research/bench/bare-hono.ts']);
    await using ours = await startChild(['bin/forecourt.js', 'serve'], {
      PORT: '0',
      DATA_DIR: dataDir,
      SAMPLES_REFRESH: 'off',
      TRUSTED_PROXIES: '1',
    });
    for (const path of ['/health', '/nothing-here']) {
      await load({ port: bare.port, path, durationMs: 1000 });
      await load({ port: ours.port, path, durationMs: 1000 });
      const rates = { bare: [] as number[], ours: [] as number[] };
      // Short turns, so that whatever else the machine does falls on both alike.
      for (let round = 0; round < ROUNDS; round += 1) {
        rates.bare.push((await load({ port: bare.port, path, durationMs: 400 })).requestsPerSecond);
        rates.ours.push((await load({ port: ours.port, path, durationMs: 400 })).requestsPerSecond);
      }
      const [bareRate, ourRate] = [median(rates.bare), median(rates.ours)];
      const ratio = ourRate / bareRate;
      console.log(
        `${path}: bare ${Math.round(bareRate)}/s, ours ${Math.round(ourRate)}/s, ratio ${ratio.toFixed(2)} (at least ${LEAST_RATIO})`,
      );
    }
    for (const path of READY) await compareReady(ours, path);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { load } from './load.ts';

const LEAST_RATIO = 0.6;
const ROUNDS = 15;

/** Requests per second on /health and on a 404: ours against a bare Hono server, in turns. */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    await using bare = await startChild(['bench/bare-hono.ts']);
    await using ours = await startChild(['bin/forecourt.js', 'serve'], {
      PORT: '0',
      DATA_DIR: dataDir,
      SAMPLES_REFRESH: 'off',
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
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

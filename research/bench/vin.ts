import { availableParallelism } from 'node:os';
import { createVinEngine } from '@forecourt/vin';
import { wmiOf } from '@forecourt/vin/vin-text';
import { defaultDatasetPath, loadDataset } from '../../src/sources/vpic/dataset-file.ts';
import { measureStream, timeFirstDecode } from './vin-command.ts';
import { measureCorgi } from './vin-corgi.ts';
import { inventVins } from './vin-corpus.ts';
import { measureUltravin } from './vin-ultravin.ts';

const CORPUS = 20_000;
const ROUNDS = 5;
const CORES = availableParallelism();
const STREAMS = [
  { count: 100_000, threads: 1, bar: 'memory 200 MB' },
  { count: 1_000_000, threads: 1, bar: 'memory 200 MB' },
  { count: 1_000_000, threads: CORES, bar: '50000 lines a second' },
];

/** The decoder on one core, over invented VINs of all kinds, against the best decoder on npm and the fastest there is. */
export async function run(): Promise<void> {
  const startMs = await median(5, timeFirstDecode);
  console.log(`process start to first decode: ${startMs.toFixed(0)} ms (bar: 250)`);

  const vins = inventVins(loadDataset(defaultDatasetPath()), CORPUS);
  for (const { count, threads, bar } of STREAMS) {
    const { lines, peakBytes, seconds } = await measureStream(vins, count, threads);
    const rate = Math.round(lines / seconds);
    console.log(
      `${lines} mixed VINs through decode --raw - with ${threads} threads: at most ${(peakBytes / 1e6).toFixed(0)} MB, ${seconds.toFixed(1)} s, ${rate} lines a second (bar: ${bar})`,
    );
  }

  const engine = createVinEngine(loadDataset(defaultDatasetPath()));
  const nowMs = Date.now();
  const seen = new Set<string>();
  const coldUs: number[] = [];
  for (const vin of vins) {
    const us = timed(() => engine.decode(vin, { nowMs }));
    if (!seen.has(wmiOf(vin))) coldUs.push(us);
    seen.add(wmiOf(vin));
  }
  console.log(
    `first sight of ${coldUs.length} manufacturer codes: p50 ${share(coldUs, 0.5)} µs, p99 ${share(coldUs, 0.99)} µs (bar: p50 1000)`,
  );

  const us: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const vin of vins) us.push(timed(() => engine.decode(vin, { nowMs })));
  }
  console.log(`${us.length} decodes: p50 ${share(us, 0.5)} µs, p99 ${share(us, 0.99)} µs (bars: 20 and 200)`);
  const rates = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (const vin of vins) engine.decode(vin, { nowMs });
    const { user, system } = process.cpuUsage(before);
    return (vins.length / (user + system)) * 1e6;
  });
  const rate = rates.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const best = Math.max(...rates);
  console.log(
    `rate: ${Math.round(rate)} VINs a second of processor time (collecting garbage included), best round ${Math.round(best)} (bar: 50000)`,
  );

  const ultravin = measureUltravin(vins);
  if ('reason' in ultravin) console.log(`ultravin: skipped, ${ultravin.reason}`);
  else {
    console.log(
      `ultravin 3.0.2 (Rust, called from Python) on the same VINs: p50 ${ultravin.p50Us.toFixed(1)} µs, ${Math.round(ultravin.rate)} VINs a second of processor time, ${Math.round(ultravin.jsonRate)} as JSON; ours is ${(best / ultravin.rate).toFixed(2)} times as fast (bar: 1)`,
    );
  }

  const corgi = await measureCorgi(vins.slice(0, 200));
  if ('reason' in corgi) {
    console.log(`@cardog/corgi: skipped, ${corgi.reason}`);
    return;
  }
  console.log(
    `@cardog/corgi 2.0.1 on ${corgi.count} of the same VINs: ${corgi.rate.toFixed(1)} VINs a second of processor time, p50 ${corgi.p50Ms.toFixed(1)} ms; ours is ${Math.round(rate / corgi.rate)} times as fast (bar: 1000)`,
  );
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) * 1000;
}

function share(values: readonly number[], part: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
}

async function median(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let time = 0; time < times; time++) values.push(await measure());
  return values.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

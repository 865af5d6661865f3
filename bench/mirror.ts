import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { writeMirrorFiles } from '../scripts/mirror-files/write-files.ts';
import { createFiling } from '../src/issues/filing.ts';
import { createComplaintsSource } from '../src/issues/read-complaints.ts';
import { createMirror } from '../src/mirror/read/mirror.ts';
import { mostComplained } from '../src/mirror/read/standing.ts';
import { createCachedFetch } from '../src/sources/cached.ts';
import { createSources } from '../src/sources/sources.ts';
import { mirrorDatasets } from '../src/storage/mirror-store.ts';
import { openPostgresStorage } from '../src/storage/postgres/open-postgres-storage.ts';
import { openSqliteStorage } from '../src/storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../src/storage/storage.ts';
import { withPostgres } from '../test/postgres.ts';

const SIZES = { complaints: 2_000_000, recalls: 300_000, canada: 200_000 };
const MUCH = { make: 'HYUNDAI', model: 'ELANTRA', year: 2013, complaints: 5_000 };
const COMMAND = fileURLToPath(new URL('../bin/forecourt.js', import.meta.url));
const NOBODY = 'http://127.0.0.1:1';
const TICKS_A_SECOND = 100;
const READINGS = 1_000;
const LARGE_READINGS = 100;

/** Figures of the mirror at full size; MIRROR_BENCH_SHARE=0.1 for a tenth of it. */
export async function run(): Promise<void> {
  const share = Number(process.env.MIRROR_BENCH_SHARE ?? '1');
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-mirror-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const sized = Object.entries(SIZES).map(([name, rows]) => [name, Math.round(rows * share)]);
  await writeMirrorFiles(join(folder, 'files'), { ...SIZES, ...Object.fromEntries(sized), much: MUCH });
  const url = await serveFiles(join(folder, 'files'), parts);

  const database = parts.use(await withPostgres());
  const sqlite = join(folder, 'sqlite');
  const places: { kind: Storage['kind']; environment: Record<string, string>; open(): Promise<Storage> }[] = [
    {
      kind: 'sqlite',
      environment: { DATA_DIR: sqlite },
      open: () => openSqliteStorage({ file: join(sqlite, 'forecourt.sqlite') }),
    },
    {
      kind: 'postgres',
      environment: { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: database.url },
      open: () => openPostgresStorage({ url: database.url }),
    },
  ];
  for (const { kind, environment, open } of places) {
    const synced = await sync({
      ...environment,
      NHTSA_FILES_URL: url,
      TRANSPORT_CANADA_FILE_URL: `${url}/vrdb_full_monthly.csv`,
    });
    console.log(
      `${kind}: first sync of ${synced.rows} rows in ${synced.seconds.toFixed(1)} s, ${Math.round(synced.rows / synced.seconds)} rows a second; ` +
        `${synced.cpuSeconds.toFixed(1)} s of one core, ${Math.round(synced.rows / synced.cpuSeconds)} rows in each; at most ${synced.megabytes} MB`,
    );
    await using storage = await open();
    await measureReading(kind, storage);
  }
}

/** On this machine, in the place of the real servers. */
async function serveFiles(folder: string, parts: AsyncDisposableStack): Promise<string> {
  const server = createServer((request, response) => {
    const path = join(folder, request.url ?? '');
    if (!existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const { size, mtime } = statSync(path);
    response.writeHead(200, { 'content-length': size, 'last-modified': mtime.toUTCString() });
    if (request.method === 'HEAD') response.end();
    else createReadStream(path).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parts.defer(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The command as a user runs it, and what the system says that it took; on Linux alone. */
async function sync(environment: Record<string, string>) {
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  const command = spawn(process.execPath, [COMMAND, 'mirror', 'sync', '--json'], {
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [rows, kilobytes, ticks] = [0, 0, 0];
  const look = () => {
    try {
      const status = readFileSync(`/proc/${command.pid}/status`, 'utf8');
      kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      const times = readFileSync(`/proc/${command.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      ticks = Math.max(ticks, Number(times[11]) + Number(times[12]));
    } catch {
      // It has ended.
    }
  };
  const looking = setInterval(look, 100);
  for await (const line of createInterface({ input: command.stdout })) {
    const step = JSON.parse(line) as { step: string; facts?: { rows: number } };
    rows += step.facts?.rows ?? 0;
  }
  clearInterval(looking);
  const seconds = (performance.now() - startedAt) / 1000;
  return { rows, seconds, cpuSeconds: ticks / TICKS_A_SECOND, megabytes: Math.round(kilobytes / 1024) };
}

async function measureReading(kind: Storage['kind'], storage: Storage): Promise<void> {
  const mirror = createMirror({
    store: storage.mirror,
    clock: { now: Date.now },
    maxAgeMs: Number.MAX_SAFE_INTEGER,
  });
  const [recalls, complaints] = [await mirror.copy('recalls'), await mirror.copy('complaints')];
  if (!recalls || !complaints) throw new Error('The sync left no copy.');
  let bytes = 0;
  for (const dataset of mirrorDatasets)
    for (const { id } of (await storage.mirror.generation(dataset))?.segments ?? [])
      bytes += await storage.mirror.size(id);
  const cars = await mostComplained(complaints.reader, 5_000, 2027);
  const car = (index: number) => cars[(index * 7919) % cars.length] ?? MUCH;
  // What the copy knows nobody else is asked for: there is nobody at that address.
  const urls = { vpicUrl: NOBODY, nhtsaUrl: NOBODY, transportCanadaUrl: NOBODY };
  await using sources = createSources({ urls, userAgent: 'forecourt/bench' });
  const cachedFetch = createCachedFetch({ cache: storage.cache, leases: storage.leases });
  await using filing = createFiling(Number.POSITIVE_INFINITY);
  const checked = createComplaintsSource({ nhtsa: sources.nhtsa, cachedFetch, mirror, filing });
  const ofCar = async ({ make, model, year }: { make: string; model: string; year: number }) => {
    await recalls.reader.models(make, year);
    return recalls.reader.recallsByVehicle({ make, model, year });
  };
  const found = await checked.read(MUCH);
  const lines = [
    [`recalls of a car`, await percentiles(READINGS, (index) => ofCar(car(index)))],
    [`recalls of one with ${(await ofCar(MUCH)).length}`, await percentiles(READINGS, () => ofCar(MUCH))],
    [
      `the ${found.value.counted.complaintCount} complaints of one`,
      await percentiles(LARGE_READINGS, () => complaints.reader.complaintsByVehicle(MUCH)),
    ],
    [`the same, named, checked and packed`, await percentiles(LARGE_READINGS, () => checked.read(MUCH))],
    [
      `complaints of a car, named, checked and packed`,
      await percentiles(READINGS, (index) => checked.read(car(index))),
    ],
  ];
  console.log(
    `${kind}: ${Math.round(bytes / 1e6)} MB on disk; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
  );
  for (const [what, figures] of lines) console.log(`${kind}: ${what}: ${figures}`);
}

/** By the clock, and of processor time of this process: other work on the machine lengthens only the first much. */
async function percentiles(readings: number, read: (index: number) => Promise<unknown>): Promise<string> {
  const [times, processor]: [number[], number[]] = [[], []];
  // The first ones warm up.
  for (let index = -20; index < readings; index++) {
    const [startedAt, usage] = [performance.now(), process.cpuUsage()];
    await read(Math.abs(index));
    const { user, system } = process.cpuUsage(usage);
    if (index < 0) continue;
    times.push(performance.now() - startedAt);
    processor.push((user + system) / 1000);
  }
  const at = (values: number[], share: number) =>
    (values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(2);
  return `p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms; of processor time p50 ${at(processor, 0.5)} ms, p99 ${at(processor, 0.99)} ms`;
}

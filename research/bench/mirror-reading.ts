import { cpus, loadavg } from 'node:os';
import { createComplaintsSource } from '../../src/issues/read/source.ts';
import { createComplaintWorker } from '../../src/issues/read/worker.ts';
import { createMirror } from '../../src/mirror/read/mirror.ts';
import { mostComplained } from '../../src/mirror/read/standing.ts';
import { readUsRecalls } from '../../src/recalls/read-us-recalls.ts';
import { createRecallService } from '../../src/recalls/recall-service.ts';
import { createCachedFetch } from '../../src/sources/cached.ts';
import { createSources } from '../../src/sources/sources.ts';
import { mirrorDatasets } from '../../src/storage/mirror-store.ts';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';

const NOBODY = 'http://127.0.0.1:1';
/** Before anything is measured, as in a service that has run for a while: V8 goes on compiling for some 8,000 of the first. */
const FIRST_WARMING = 12_000;
const WARMING = 5_000;
const READINGS = 2_000;

interface Car {
  make: string;
  model: string;
  year: number;
}

/** What a request waits for that is answered from the copy: its names resolved, its warnings read, its complaints counted. */
async function measureReading(storage: Storage, much: Car): Promise<void> {
  const { kind } = storage;
  const mirror = createMirror({
    store: storage.mirror,
    clock: { now: Date.now },
    maxAgeMs: Number.MAX_SAFE_INTEGER,
  });
  const complaints = await mirror.copy('complaints');
  if (!complaints) throw new Error('The sync left no copy.');
  let bytes = 0;
  for (const dataset of mirrorDatasets)
    for (const { id } of (await storage.mirror.generation(dataset))?.segments ?? [])
      bytes += await storage.mirror.size(id);
  const cars = await mostComplained(complaints.reader, 5_000, 2027);
  const car = (index: number) => cars[(index * 7919) % cars.length] ?? much;
  // What the copy knows nobody else is asked for: there is nobody at that address.
  const urls = { vpicUrl: NOBODY, nhtsaUrl: NOBODY, transportCanadaUrl: NOBODY };
  await using sources = createSources({ urls, userAgent: 'forecourt/bench' });
  const cachedFetch = createCachedFetch({ cache: storage.cache, leases: storage.leases });
  await using worker = createComplaintWorker(Number.POSITIVE_INFINITY);
  const parts = { ...sources, cachedFetch, mirror, worker };
  const recalls = createRecallService(parts);
  const filed = createComplaintsSource(parts);
  const usRecalls = (of: Car) => readUsRecalls(parts, of, {});

  console.log(
    `${kind}: ${Math.round(bytes / 1e6)} MB on disk; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
  );
  let warming = FIRST_WARMING;
  const measure = async (what: string, read: (index: number) => Promise<unknown>) => {
    console.log(`${kind}: ${what}: ${await percentiles(read, warming)}`);
    warming = WARMING;
  };
  const [ofMuch, counted] = [await usRecalls(much), await filed.read(much)];
  await measure('US recalls of a car', (index) => usRecalls(car(index)));
  await measure(`US recalls of one with ${ofMuch.value.recalls.length}`, () => usRecalls(much));
  const inBoth: Car[] = [];
  for (const one of cars) {
    const canadian = (await mirror.copy('canada'))?.reader.recallsOfMakes([one.make], one.year);
    if ((await canadian)?.some(({ make, model }) => make === one.make && model === one.model))
      inBoth.push(one);
  }
  const recalled = (index: number) => inBoth[(index * 7919) % inBoth.length] ?? much;
  await measure('recalls of a car in both countries, related', (index) =>
    recalls.forVehicle(recalled(index)),
  );
  await measure('complaints of a car', (index) => filed.read(car(index)));
  await measure(`the ${counted.value.counted.complaintCount} complaints of one`, () => filed.read(much));
}

/** By the clock, and of processor time of this process: other work on the machine lengthens only the first much. */
async function percentiles(read: (index: number) => Promise<unknown>, warming: number): Promise<string> {
  const [times, processor]: [number[], number[]] = [[], []];
  for (let index = -warming; index < READINGS; index++) {
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

const [, , kind, storedAt = '', much = ''] = process.argv;
await using storage =
  kind === 'postgres'
    ? await openPostgresStorage({ url: storedAt, prepareStatements: true })
    : await openSqliteStorage({ file: storedAt });
await measureReading(storage, JSON.parse(much));

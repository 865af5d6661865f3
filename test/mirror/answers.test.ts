import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { startMirrorRefresh } from '../../src/background/refresh-mirror.ts';
import { watchAges } from '../../src/background/watch-ages.ts';
import { unreachedNames } from '../../src/cli/commands/mirror.ts';
import { createMetrics } from '../../src/events/metrics.ts';
import { syncInWorker } from '../../src/mirror/sync/sync-in-worker.ts';
import { mirrorDatasets } from '../../src/storage/mirror-store.ts';
import { twoFailures } from '../issues/complaints.ts';
import { type OpenParts, openParts } from '../open-parts.ts';
import { folderOfTest } from '../own-folder.ts';
import { type Behaviour, type FakeSource, faults, json, startFakeSource } from '../sources/fake-source.ts';
import { ALL_COMPLAINTS, type BulkServer, fileRecalls, startBulkServer, zipOf } from './bulk-server.ts';
import { canadaFile, complaintRow, recallRow } from './rows.ts';

const HOUR_MS = 3_600_000;
const elantra = { make: 'Hyundai', model: 'Elantra', year: 2013 };
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

interface World extends OpenParts {
  source: FakeSource;
  files: BulkServer;
  folder: string;
  /** Moves the time of the service. */
  pass(ms: number): void;
}

/** The parts of a service whose sources fail and whose bulk files are ours. */
async function openWorld(): Promise<World> {
  await using parts = new AsyncDisposableStack();
  const source = parts.use(await startFakeSource(faults.serverError));
  const files = parts.use(await startBulkServer());
  const folder = folderOfTest();
  await fileRecalls(files, recallRow({ campaign: '14V001000' }));
  files.files.set(ALL_COMPLAINTS, await zipOf(complaints()));
  files.files.set('/canada.csv', canadaFile([{ number: '2014001' }]));
  let passedMs = 0;
  const clock = {
    now: () => Date.now() + passedMs,
    random: () => 0,
    // Retries do not wait; a source is waited for.
    sleep: (ms: number, signal?: AbortSignal) => (ms > 2_000 ? never(signal) : Promise.resolve()),
  };
  const open = parts.use(
    await openParts(
      {
        DATA_DIR: folder,
        NHTSA_URL: source.url,
        TRANSPORT_CANADA_URL: source.url,
        NHTSA_FILES_URL: files.url,
        TRANSPORT_CANADA_FILE_URL: `${files.url}/canada.csv`,
      },
      { clock },
    ),
  );
  const closing = parts.move();
  return {
    ...open,
    source,
    files,
    folder,
    pass(ms) {
      passedMs += ms;
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

function never(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** As the service answers, of a car that is newer than the copy. */
const newRecall = {
  NHTSACampaignNumber: '26V900000',
  ReportReceivedDate: '15/10/2026',
  Component: 'STEERING',
  Summary: 'The steering may lock.',
  Consequence: 'A crash.',
  Remedy: 'Dealers replace it.',
  Notes: null,
  ModelYear: '2027',
  Make: 'RIVIAN',
  Model: 'R3',
};

/** Sources that are up: NHTSA gives these, and Canada has none. */
const answering =
  (resultsAt: (path: string) => object[]): Behaviour =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://source');
    const results = resultsAt(pathname);
    const none = pathname.endsWith('/count') ? [[{ Name: 'c', Value: { Literal: '0' } }]] : [];
    const answer = { Count: results.length, Message: '', results };
    json(pathname.includes('/recall/') ? { ResultSet: none } : answer)(request, response);
  };

/** Complaints of two failures, and of other cars to compare with. */
function complaints(): string[] {
  const of = (count: number, fields: Parameters<typeof complaintRow>[0]) =>
    Array.from({ length: count }, (_, index) => complaintRow({ ...fields, odi: fields.odi + index }));
  const peers = ['FORTE', 'SOUL', 'RIO', 'OPTIMA', 'CADENZA'].flatMap((model, index) =>
    of(15 + index, { odi: 2_000 + index * 100, make: 'KIA', model, summary: 'It stalled.' }),
  );
  return [
    ...of(16, { odi: 1_000, summary: 'The engine stalled on the highway and would not restart.', fire: 'Y' }),
    ...of(9, { odi: 1_100, summary: 'The steering wheel locked up in a turn.', component: 'STEERING' }),
    ...peers,
  ];
}

const filed = (complaints: ReturnType<typeof twoFailures>, year: string, from: number) =>
  complaints.map(({ odiNumber, summary, components }) =>
    complaintRow({ odi: odiNumber + from, year, summary, component: components.join() }),
  );

const syncOf = ({ folder, files }: World) => ({
  storage: { kind: 'sqlite' as const, folder },
  addresses: files.addresses,
  folder: join(folder, 'mirror-files'),
  userAgent: 'forecourt/test',
});
const sync = (world: World) => syncInWorker({ ...syncOf(world), datasets: mirrorDatasets, report: () => {} });

/** As if an older release had made the copy. */
function setOlderForm({ folder }: World): void {
  using database = new DatabaseSync(join(folder, 'forecourt.sqlite'));
  database.exec(`UPDATE mirror_segments SET version = '1' || substr(version, instr(version, ' '))`);
}

describe('with a copy of the record', () => {
  it('recalls are answered from it, say so, and no source is asked', async () => {
    await using world = await openWorld();
    world.files.changedAt = new Date(Date.now() - 48 * HOUR_MS);
    await sync(world);
    const report = await (await world.recalls()).forVehicle(elantra);
    expect(report).toMatchObject({
      counts: { us: 1, canada: 1 },
      us: [
        {
          campaign: '14V001000',
          models: ['HYUNDAI ELANTRA'],
          filing: { unitsAffected: 1200, ownersToldOn: '2014-03-01', producedFrom: '2012-08-01' },
        },
      ],
      canada: [{ recallNumber: '2014001', unitsAffected: 2700 }],
      provenance: {
        us: { source: 'NHTSA recalls, own copy', cache: 'hit', modelListed: true },
        canada: { source: 'Transport Canada recalls, own copy', cache: 'hit' },
      },
    });
    expect(report.provenance.us.dataset).toBe(`files of ${isoDay(world.files.changedAt)}, generation 1`);
    expect(report.provenance.us.fetchedAt.slice(0, 10)).toBe(isoDay(world.files.changedAt));
    expect(world.source.requests).toEqual([]);
  });

  it('a recall whose words say not to drive warns like one that the source gives', async () => {
    await using world = await openWorld();
    const summary = 'The air bag may burst. Owners should not drive these vehicles until they are repaired.';
    const plain = recallRow({ campaign: '14V002000' });
    await fileRecalls(world.files, recallRow({ campaign: '14V001000', summary }), plain);
    await sync(world);
    const { us } = await (await world.recalls()).forVehicle(elantra);
    expect(us.map(({ campaign, parkIt, warningText }) => ({ campaign, parkIt, warningText }))).toEqual([
      { campaign: '14V001000', parkIt: true, warningText: summary.slice('The air bag may burst. '.length) },
      { campaign: '14V002000', parkIt: null, warningText: null },
    ]);
    expect(world.source.requests).toEqual([]);
  });

  it('that another release made nothing is answered, until it is made again', async () => {
    await using world = await openWorld();
    await sync(world);
    setOlderForm(world);
    world.pass(3_000);
    const recalls = await world.recalls();
    const answered = async () => (await recalls.forVehicle(elantra)).provenance.us?.source;
    await expect(answered()).rejects.toThrow();
    expect(world.source.requests).not.toEqual([]);
    // Long before a day has passed.
    await using _refresh = startMirrorRefresh({
      store: (await world.storage()).mirror,
      sync: (asked) => syncInWorker({ ...asked, ...syncOf(world) }),
      events: await world.events(),
      firstAfterMs: 0,
    });
    const made = async () => {
      world.pass(3_000);
      return answered().catch(() => undefined);
    };
    await expect.poll(made, { timeout: 20_000 }).toBe('NHTSA recalls, own copy');
  });

  it('that another release made is not given up for one that lost a recall', async () => {
    await using world = await openWorld();
    await sync(world);
    setOlderForm(world);
    await fileRecalls(world.files, recallRow({ campaign: '14V002000' }));
    await expect(sync(world)).rejects.toThrow('1 recall is gone, such as 14V001000.');
  });

  it('known issues are made of it and compared with like cars', async () => {
    await using world = await openWorld();
    await sync(world);
    const { signal } = new AbortController();
    const vehicle = { ...elantra, bodyClass: 'Sedan/Saloon' };
    const answer = await (await world.issues()).forVehicle(vehicle, { signal });
    expect(answer).toMatchObject({
      complaintCount: 25,
      provenance: { source: 'NHTSA complaints, own copy' },
      reliability: {
        comparison: {
          vehicleClass: 'car',
          peers: 5,
          complaints: { count: 25, medianOfPeers: 17, moreThan: 1 },
          severe: { count: 16, share: 0.64, medianOfPeers: 0, moreThan: 1 },
          rankInMake: { rank: 1, of: 1 },
        },
      },
    });
    expect(world.source.requests).toEqual([]);
  });

  it('an issue says in which neighbouring model years owners report it as well', async () => {
    await using world = await openWorld();
    const stalling = twoFailures(60).filter(({ components: [part] }) => part === 'ENGINE');
    // Too little is told of the year after.
    const told = [
      ...filed(twoFailures(60), '2013', 0),
      ...filed(twoFailures(60), '2012', 1_000),
      ...filed(stalling, '2011', 2_000),
      ...filed(twoFailures(10), '2014', 3_000),
    ];
    world.files.files.set(ALL_COMPLAINTS, await zipOf(told));
    await sync(world);
    const { signal } = new AbortController();
    const { knownIssues } = await (await world.issues()).forVehicle(elantra, { signal });
    const years = knownIssues.map(({ title, alsoYears }) => [
      /stall/i.test(title) ? 'stalling' : 'fuel gauge',
      alsoYears?.firstYear,
      alsoYears?.lastYear,
      alsoYears?.evidence.map(({ year }) => year),
    ]);
    expect(years.sort()).toEqual([
      ['fuel gauge', 2012, 2013, [2012]],
      ['stalling', 2011, 2013, [2011, 2012]],
    ]);
    expect(knownIssues[0]?.alsoYears?.evidence[0]).toMatchObject({ count: 30 });
    expect(world.source.requests).toEqual([]);
  });

  it('an old copy is only asked where the source fails, and is then marked as old', async () => {
    await using world = await openWorld();
    await sync(world);
    world.pass(73 * HOUR_MS);
    const recalls = await world.recalls();
    const old = await recalls.forVehicle(elantra);
    expect(old.provenance.us).toMatchObject({ source: 'NHTSA recalls, own copy', cache: 'stale' });
    expect(old.counts).toEqual({ us: 1, canada: 1 });
    expect(world.source.requests.length).toBeGreaterThan(0);

    world.source.behave(answering(() => []));
    world.pass(HOUR_MS);
    const empty = await recalls.forVehicle(elantra);
    expect([empty.provenance.us.source, empty.counts]).toEqual([old.provenance.us.source, old.counts]);

    const ofElantra = { ...newRecall, Make: 'HYUNDAI', Model: 'ELANTRA', ModelYear: '2013' };
    const two = [ofElantra, { ...ofElantra, NHTSACampaignNumber: '14V001000' }];
    world.source.behave(answering((path) => (path.includes('products') ? [{ model: 'ELANTRA' }] : two)));
    world.pass(HOUR_MS);
    const live = await recalls.forVehicle(elantra);
    expect(live.provenance.us.source).toBe('NHTSA recalls');
    expect(live.counts.us).toBe(2);
  });

  it('an old copy is not given up for an answer that is older still', async () => {
    await using world = await openWorld();
    world.source.behave(answering(() => []));
    const recalls = await world.recalls();
    expect((await recalls.forVehicle(elantra)).provenance.us.source).toBe('NHTSA recalls');
    world.files.changedAt = new Date(Date.now() + HOUR_MS);
    await sync(world);
    world.source.behave(faults.serverError);
    world.pass(73 * HOUR_MS);
    const old = await recalls.forVehicle(elantra);
    expect(old.provenance.us).toMatchObject({ source: 'NHTSA recalls, own copy', cache: 'stale' });
    expect(old.counts.us).toBe(1);
  });

  it('the source is asked for a car that the copy does not know', async () => {
    await using world = await openWorld();
    await sync(world);
    const unknown = { make: 'Rivian', model: 'R3', year: 2027 };
    const refused = (await world.recalls()).forVehicle(unknown);
    await expect(refused).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(world.source.requests.some((path) => path.includes('modelYear=2027'))).toBe(true);

    world.source.behave(answering((path) => (path.includes('products') ? [{ model: 'R3' }] : [newRecall])));
    world.pass(HOUR_MS);
    const completed = await (await world.recalls()).forVehicle(unknown);
    expect(completed.provenance.us).toMatchObject({ source: 'NHTSA recalls', modelListed: true });
    expect(completed.us.map(({ campaign }) => campaign)).toEqual(['26V900000']);
  });
});

describe('a copy', () => {
  it('has its age measured, dataset by dataset', async () => {
    await using world = await openWorld();
    await sync(world);
    const storage = await world.storage();
    const metrics = createMetrics();
    const ages = async () =>
      (await metrics.mirrorAge.get()).values.map(({ labels: { dataset }, value }) => [
        dataset,
        Math.round(value / 3600),
      ]);
    const now = () => Date.now() + 5 * HOUR_MS;
    await using _watching = watchAges({ storage, metrics, now, everyMs: 1_000 });
    await expect.poll(ages).toEqual(['recalls', 'complaints', 'canada'].map((dataset) => [dataset, 5]));
  });

  it('says which of its names no car asks for that can be decoded', async () => {
    await using world = await openWorld();
    const told = [
      complaintRow({ odi: 1, make: 'TESLA', model: 'MODEL S', year: '2012' }),
      complaintRow({ odi: 2, make: 'TESLA', model: 'MODEL Q', year: '2012' }),
      complaintRow({ odi: 3, make: 'TESLA', model: 'MODEL Z', year: '2011' }),
    ];
    world.files.files.set(ALL_COMPLAINTS, await zipOf(told));
    await sync(world);
    const { mirror: store } = await world.storage();
    const asked = { firstYear: 2012, lastYear: 2012, make: 'TESLA', vinData: undefined };
    const found = await unreachedNames(store, asked);
    expect(found).toEqual({
      names: 2,
      inDoubt: 0,
      complaints: { all: 2, unreached: 1 },
      recalls: { all: 0, unreached: 0 },
      unreached: [{ make: 'TESLA', model: 'MODEL Q', year: 2012, complaints: 1, recalls: 0 }],
    });
  });
});

describe('the refresh in the service', () => {
  it('makes the copies in a thread and leaves them alone until they are a day old', async () => {
    await using world = await openWorld();
    const storage = await world.storage();
    const taken: string[] = [];
    const lookedAt: number[] = [];
    let nowMs = Date.now();
    const start = () =>
      startMirrorRefresh({
        store: storage.mirror,
        sync: async (asked) => {
          lookedAt.push(nowMs);
          await syncInWorker({ ...asked, ...syncOf(world) });
        },
        events: {
          mirrorTaken: ({ dataset }) => taken.push(dataset),
          mirrorRefused: () => {},
          backgroundFaulted: ({ error }) => {
            throw error;
          },
        },
        now: () => nowMs,
        firstAfterMs: 0,
        everyMs: 20,
      });
    {
      await using _refresh = start();
      await expect.poll(() => taken, { timeout: 20_000 }).toEqual(['recalls', 'complaints', 'canada']);
    }
    const before = lookedAt.length;
    expect(before).toBe(3);
    nowMs += 25 * HOUR_MS;
    await using _again = start();
    await expect.poll(() => lookedAt.length, { timeout: 20_000 }).toBeGreaterThan(before);
  });
});

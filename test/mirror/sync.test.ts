import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readComplaints } from '../../src/mirror/complaint-blocks.ts';
import { createMirror } from '../../src/mirror/read/mirror.ts';
import { describeMirror } from '../../src/mirror/read/whole-copy.ts';
import type { SyncStep } from '../../src/mirror/sync/sync-in-worker.ts';
import { type SyncOptions, syncMirror } from '../../src/mirror/sync/sync-mirror.ts';
import type { MirrorDataset } from '../../src/storage/mirror-store.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { folderOfTest } from '../own-folder.ts';
import { withStorage } from '../storage/with-storage.ts';
import { ALL_COMPLAINTS, type BulkServer, fileRecalls, POST, startBulkServer, zipOf } from './bulk-server.ts';
import { describeOnBoth } from './on-both.ts';
import { canadaFile, complaintRow, recallRow } from './rows.ts';

const NOW_MS = Date.parse('2012-06-01');
const complaintsOf = (years: string) => `/cmpl/COMPLAINTS_RECEIVED_${years}.zip`;

interface World extends AsyncDisposable {
  storage: Storage;
  server: BulkServer;
  sync(datasets: readonly MirrorDataset[], options?: Partial<SyncOptions>): Promise<SyncStep[]>;
  /** Bytes of the files that have arrived, and wait to be loaded. */
  arrived(): number[];
  mirror(): ReturnType<typeof createMirror>;
}

async function openWorld(kind: Storage['kind'] = 'sqlite'): Promise<World> {
  await using parts = new AsyncDisposableStack();
  const storage = parts.use(await withStorage(kind));
  const server = parts.use(await startBulkServer());
  server.changedAt = new Date(NOW_MS);
  const folder = folderOfTest();
  await fileRecalls(server, recallRow({ campaign: '14V001000' }), recallRow({ campaign: '14V002000' }));
  server.files.set('/canada.csv', canadaFile([{ number: '2014001' }]));
  for (const years of ['1995-1999', '2000-2004', '2005-2009', '2010-2011']) {
    const odi = 100 + Number(years.slice(0, 4));
    server.files.set(complaintsOf(years), await zipOf([complaintRow({ odi })]));
  }
  const open = parts.move();
  return {
    storage,
    server,
    async sync(datasets, options = {}) {
      const steps: SyncStep[] = [];
      await syncMirror({
        store: storage.mirror,
        addresses: server.addresses,
        userAgent: 'forecourt/test',
        folder,
        now: () => NOW_MS,
        report: (step) => steps.push(step),
        ...options,
        datasets,
      });
      return steps;
    },
    arrived: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.part'))
        .map((name) => statSync(join(folder, name)).size),
    mirror: () => createMirror({ store: storage.mirror, clock: { now: () => NOW_MS }, maxAgeMs: 86_400_000 }),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

const elantra = { make: 'Hyundai', model: 'Elantra', year: 2013 };
const campaignsIn = async (world: World) =>
  ((await (await world.mirror().copy('recalls'))?.reader.recallsByVehicle(elantra)) ?? []).map(
    ({ NHTSACampaignNumber }) => NHTSACampaignNumber,
  );
const complaintsIn = async (world: World) =>
  (await (await world.mirror().copy('complaints'))?.reader.complaintBlocks(elantra))?.flatMap((block) =>
    readComplaints(block),
  );
const loadedOf = (steps: readonly SyncStep[]) =>
  steps.flatMap((step) => (step.kind === 'loaded' ? [step.part] : []));

describeOnBoth('a sync', (kind) => {
  it('takes all three into use, and the next one only what has changed', async () => {
    await using world = await openWorld(kind);
    const first = await world.sync(['recalls', 'complaints', 'canada']);
    expect(loadedOf(first)).toEqual(['before 2010', 'since 2010', '1995', '2000', '2005', '2010', 'all']);
    expect(await campaignsIn(world)).toEqual(['14V001000', '14V002000']);
    const complaints = await complaintsIn(world);
    expect(complaints?.map(({ odiNumber }) => odiNumber).sort()).toEqual([2095, 2100, 2105, 2110]);

    world.server.files.delete(complaintsOf('2010-2011'));
    const more = await zipOf([complaintRow({ odi: 2110 }), complaintRow({ odi: 9999 })]);
    world.server.files.set(complaintsOf('2010-2012'), more);
    const second = await world.sync(['recalls', 'complaints', 'canada']);
    expect(loadedOf(second)).toEqual(['2010']);
    expect(second.filter((step) => step.kind === 'published')).toEqual([
      { kind: 'published', dataset: 'recalls', number: 1, isNew: false },
      { kind: 'published', dataset: 'complaints', number: 2, isNew: true },
      { kind: 'published', dataset: 'canada', number: 1, isNew: false },
    ]);
  });
});

describe('a sync', () => {
  it('refuses recalls that lost one, keeps the old ones in use, and takes them when forced', async () => {
    await using world = await openWorld();
    await world.sync(['recalls']);
    const others = [recallRow({ campaign: '14V002000' }), recallRow({ campaign: '14V003000' })];
    await fileRecalls(world.server, ...others);
    await expect(world.sync(['recalls'])).rejects.toThrow('1 recall is gone, such as 14V001000.');
    expect(await campaignsIn(world)).toEqual(['14V001000', '14V002000']);
    const steps = await world.sync(['recalls'], { force: true });
    // Loaded files are not loaded again.
    expect(loadedOf(steps)).toEqual([]);
    expect(await campaignsIn(world)).toEqual(['14V002000', '14V003000']);
  });

  it('refuses complaints of which more than two in a hundred are gone', async () => {
    await using world = await openWorld();
    const many = Array.from({ length: 200 }, (_, index) => complaintRow({ odi: 5_000 + index }));
    const offer = async (count: number) =>
      world.server.files.set(complaintsOf('2010-2011'), await zipOf(many.slice(0, count)));
    await offer(200);
    await world.sync(['complaints']);
    await offer(195);
    await expect(world.sync(['complaints'])).rejects.toThrow('There are 198 rows, and were 203.');
    await offer(196);
    await world.sync(['complaints']);
  });

  it('refuses complaints of which one model lost more than a fifth, however many the others have', async () => {
    await using world = await openWorld();
    const rows = (model: string, count: number, from: number) =>
      Array.from({ length: count }, (_, index) => complaintRow({ odi: from + index, model }));
    const others = rows('SONATA', 1_000, 20_000);
    const offer = async (count: number) =>
      world.server.files.set(
        complaintsOf('2010-2011'),
        await zipOf([...others, ...rows('VELOSTER', count, 9_000)]),
      );
    await offer(20);
    await world.sync(['complaints']);
    await offer(15);
    await expect(world.sync(['complaints'])).rejects.toThrow('1 model lost complaints, such as ');
    await offer(16);
    await world.sync(['complaints']);
  });

  it('keeps a campaign whatever letters its number has', async () => {
    await using world = await openWorld();
    const rows = ['21V00M000', '21v00m000', '22E01X', '66V032002', '99V1234567'].map((campaign) =>
      recallRow({ campaign }),
    );
    await fileRecalls(world.server, ...rows);
    await world.sync(['recalls']);
    expect(await campaignsIn(world)).toEqual(['21V00M000', '22E01X000', '66V032002', '99V1234567']);
  });

  it('shows what it sets aside, and believes no file with more than one such row in ten thousand', async () => {
    await using world = await openWorld();
    const good = Array.from({ length: 29_997 }, () => recallRow({ campaign: '14V100000' }));
    const broken = [
      recallRow({ campaign: 'none' }),
      recallRow({ campaign: '14V500000', reported: '20140231' }),
      recallRow({ campaign: '14V501000', summary: 'a tab\tin the text' }),
    ];
    world.server.files.set(POST, await zipOf([...good, ...broken]));
    await world.sync(['recalls']);
    const [, held] = await describeMirror(world.storage.mirror);
    expect(held?.facts).toMatchObject({ rows: 30_000, rejected: 3, records: 1 });
    expect(held?.rejected?.map(({ reason }) => reason)).toEqual([
      'it has no campaign number',
      'the day of its report is no date',
      'it has 30 columns and not 29',
    ]);
    const another = recallRow({ campaign: 'x', model: 'SONATA' });
    world.server.files.set(POST, await zipOf([...good, ...broken, another]));
    await expect(world.sync(['recalls'])).rejects.toThrow(
      /4 of 30,001 rows of the file since 2010 could not be used, .* such as \(it has no campaign number\): 1\tnone\tHYUNDAI/,
    );
    expect(await campaignsIn(world)).toEqual(['14V100000']);
    await world.sync(['recalls'], { force: true });
    const [, forced] = await describeMirror(world.storage.mirror);
    expect(forced?.rejected?.map(({ line }) => line.split('\t')[1])).toEqual([
      'none',
      '14V500000',
      '14V501000',
    ]);
    // A change that was accepted once is not objected to again.
    await world.sync(['recalls']);
  });

  it('finds an archive damaged, says which, and has it sent again', async () => {
    await using world = await openWorld();
    const whole = await zipOf([recallRow({ campaign: '14V001000' })]);
    const damaged = Buffer.from(whole);
    const checksumAt = damaged.indexOf('PK\x01\x02', 0, 'latin1') + 16;
    damaged.writeUInt32LE(damaged.readUInt32LE(checksumAt) ^ 1, checksumAt);
    world.server.files.set(POST, damaged);
    const words = `${world.server.url}${POST}: The archive is damaged.`;
    await expect(world.sync(['recalls'])).rejects.toThrow(words);
    expect(world.arrived()).toEqual([]);
    world.server.files.set(POST, whole);
    await world.sync(['recalls']);
    expect(await campaignsIn(world)).toEqual(['14V001000']);
  });

  it('goes on with a download where it stopped', async () => {
    await using world = await openWorld();
    const stop = new AbortController();
    world.server.stallAfter.set(POST, 100);
    const interrupted = expect(world.sync(['recalls'], { signal: stop.signal })).rejects.toThrow('aborted');
    await expect.poll(() => world.arrived()).toEqual([100]);
    stop.abort();
    await interrupted;
    world.server.stallAfter.clear();
    world.server.requests.length = 0;
    const steps = await world.sync(['recalls']);
    expect(loadedOf(steps)).toEqual(['since 2010']);
    const fetched = world.server.requests.filter((request) => request.startsWith('GET'));
    expect(fetched).toEqual([`GET ${POST} bytes=100-`]);
    expect(await campaignsIn(world)).toHaveLength(2);
  });

  it('takes the file of all years where one of five years is missing', async () => {
    await using world = await openWorld();
    world.server.files.delete(complaintsOf('2000-2004'));
    world.server.files.set(ALL_COMPLAINTS, await zipOf([complaintRow({ odi: 77 })]));
    expect(loadedOf(await world.sync(['complaints']))).toEqual(['all']);
  });

  it('leaves one that runs already alone', async () => {
    await using world = await openWorld();
    await using _ = await world.storage.mirror.hold();
    await expect(world.sync(['recalls'])).rejects.toThrow('Another process is synchronising the mirror');
  });

  it('says what is the matter with a server that has no files', async () => {
    await using world = await openWorld();
    world.server.files.clear();
    const unavailable = { code: 'upstream_unavailable', details: { source: 'Transport Canada files' } };
    await expect(world.sync(['canada'])).rejects.toMatchObject(unavailable);
  });
});

describe('what is read from the files', () => {
  it('is one complaint for the rows of its components, without equipment', async () => {
    await using world = await openWorld();
    const rows = [
      complaintRow({ odi: 1, component: 'SERVICE BRAKES, HYDRAULIC:DISC', summary: 'It wasn\x92t safe.' }),
      complaintRow({ odi: 1, component: 'ELECTRICAL SYSTEM', fire: 'Y', summary: 'It wasn\x92t' }),
      complaintRow({ odi: 2, summary: Buffer.from('Das Öl läuft.').toString('latin1') }),
      complaintRow({ odi: 3, year: '9999' }),
      complaintRow({ odi: 4, type: 'T' }),
    ];
    world.server.files.set(complaintsOf('2010-2011'), await zipOf(rows));
    await world.sync(['complaints']);
    const complaints = await complaintsIn(world);
    expect(complaints?.filter(({ odiNumber }) => Number(odiNumber) < 1_000)).toMatchObject([
      {
        odiNumber: 1,
        components: 'SERVICE BRAKES, HYDRAULIC,ELECTRICAL SYSTEM',
        fire: true,
        summary: 'It wasn’t safe.',
        dateComplaintFiled: '2020-03-01',
      },
      { odiNumber: 2, summary: 'Das Öl läuft.', components: 'ENGINE AND ENGINE COOLING' },
    ]);
  });

  it('is a Canadian recall with texts of several lines, quotes and accents', async () => {
    await using world = await openWorld();
    const comment = 'Issue\r\nThe "inflator", in short, may fail.';
    const rows = [{ comment }, { model: 'ELANTRA GT' }].map((row) => ({ number: '2014001', ...row }));
    world.server.files.set('/canada.csv', canadaFile(rows));
    await world.sync(['canada']);
    const reader = (await world.mirror().copy('canada'))?.reader;
    expect(await reader?.recallDetails('2014001')).toMatchObject([
      {
        MODEL_NAME_NM: 'ELANTRA',
        COMMENT_ETXT: comment,
        COMMENT_FTXT: 'Le sac, déployé.',
        UNIT_AFFECTED_NBR: 2700,
      },
      { MODEL_NAME_NM: 'ELANTRA GT', RECALL_DATE_DTE: '2014-02-03' },
    ]);
    expect(await reader?.recallsOfMakes(['yund'], 2013)).toHaveLength(2);
  });

  it('is a Canadian recall of names beyond ASCII and with a line end in them', async () => {
    await using world = await openWorld();
    const rows = [
      { number: '2014002', make: 'Citroën', model: '"ŠKODA\r\nFabia"', year: '1990' },
      { number: '2014001' },
      { number: '2014002', make: 'Citroën', model: 'C4', year: '2013' },
    ];
    world.server.files.set('/canada.csv', canadaFile(rows));
    await world.sync(['canada']);
    const reader = (await world.mirror().copy('canada'))?.reader;
    expect(await reader?.recallsOfMakes(['citroën'], 1990)).toMatchObject([
      { recallNumber: '2014002', recalledOn: '2014-02-03', make: 'CITROËN', model: 'ŠKODA FABIA' },
    ]);
    expect(await reader?.recallDetails('2014002')).toMatchObject([
      { MAKE_NAME_NM: 'CITROËN', MODEL_NAME_NM: 'ŠKODA FABIA', DATE_YEAR_CD: '1990' },
      { MAKE_NAME_NM: 'CITROËN', MODEL_NAME_NM: 'C4', DATE_YEAR_CD: '2013' },
    ]);
  });
});

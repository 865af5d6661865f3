import { describe } from 'vitest';
import { readComplaints } from '../../src/mirror/complaint-blocks.ts';
import { createMirror } from '../../src/mirror/read/mirror.ts';
import { syncMirror } from '../../src/mirror/sync/sync-mirror.ts';
import type { VehicleName } from '../../src/sources/nhtsa/nhtsa.ts';
import { complaintsAnswer } from '../../src/sources/nhtsa/records.ts';
import { readJson } from '../../src/sources/read-answer.ts';
import { createSources } from '../../src/sources/sources.ts';
import { type MirrorDataset, mirrorDatasets } from '../../src/storage/mirror-store.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { folderOfTest } from '../own-folder.ts';
import { json, startFakeSource } from '../sources/fake-source.ts';
import { withStorage } from '../storage/with-storage.ts';
import { fileRecalls, startBulkServer, zipOf } from './bulk-server.ts';
import { describeOnBoth } from './on-both.ts';
import { canadaFile, complaintRow, recallRow } from './rows.ts';
import { describeSources, type RecordSources } from './sources.contract.ts';

const NOW_MS = Date.parse('1999-06-01');

async function openCopy(kind: Storage['kind']): Promise<RecordSources & AsyncDisposable> {
  await using parts = new AsyncDisposableStack();
  const storage = parts.use(await withStorage(kind));
  const server = parts.use(await startBulkServer());
  server.changedAt = new Date(NOW_MS);
  const folder = folderOfTest();
  await fileRecalls(
    server,
    recallRow({ campaign: '14V001000', park: 'Yes' }),
    recallRow({ campaign: '14V001000', park: 'Yes', model: 'ELANTRA GT' }),
    recallRow({ campaign: '15V002000', reported: '20150302' }),
  );
  const complaintRows = [
    complaintRow({ odi: 7001, component: 'ENGINE', fire: 'Y' }),
    complaintRow({ odi: 7001, component: 'SERVICE BRAKES, HYDRAULIC:DISC' }),
    complaintRow({ odi: 7002, component: 'STEERING', summary: 'It pulls to the left.' }),
  ];
  server.files.set('/cmpl/COMPLAINTS_RECEIVED_1995-1999.zip', await zipOf(complaintRows));
  server.files.set('/canada.csv', canadaFile([{ number: '2014001' }]));
  await syncMirror({
    store: storage.mirror,
    addresses: server.addresses,
    userAgent: 'forecourt/test',
    folder,
    now: () => NOW_MS,
    report: () => {},
    datasets: mirrorDatasets,
  });
  const mirror = createMirror({ store: storage.mirror, clock: { now: () => NOW_MS }, maxAgeMs: 1 });
  const readerOf = async <Dataset extends MirrorDataset>(dataset: Dataset) => {
    const copy = await mirror.copy(dataset);
    if (copy === undefined) throw new Error('There is no copy.');
    return copy.reader;
  };
  const [recalls, complaints] = [await readerOf('recalls'), await readerOf('complaints')];
  const canada = await readerOf('canada');
  const open = parts.move();
  const complaintsByVehicle = async (vehicle: VehicleName) =>
    (await complaints.complaintBlocks(vehicle)).flatMap((block) => readComplaints(block));
  return {
    recalls,
    complaints: { ...complaints, complaintsByVehicle },
    canada,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

const model = (name: string) => ({ modelYear: '2013', make: 'HYUNDAI', model: name });
const recall = (fields: object) => ({
  Manufacturer: 'Hyundai Motor America',
  Component: 'AIR BAGS',
  Summary: 'The air bag may not inflate.',
  Consequence: 'Injuries.',
  Remedy: 'Dealers replace it.',
  Notes: null,
  ModelYear: '2013',
  Make: 'HYUNDAI',
  Model: 'ELANTRA',
  ...fields,
});
const complaint = (fields: object) => ({
  crash: false,
  fire: false,
  numberOfInjuries: 0,
  numberOfDeaths: 0,
  dateOfIncident: '01/10/2020',
  dateComplaintFiled: '03/01/2020',
  vin: '5NPDH4AE8DH',
  summary: 'The engine knocks.',
  ...fields,
});
const cells = (row: Record<string, string>) =>
  Object.entries(row).map(([Name, Literal]) => ({ Name, Value: { Type: 'System.String', Literal } }));

/** The answers of the services for the same records. */
function answerTo(url: string): object {
  const { pathname, searchParams } = new URL(url, 'http://source');
  const asked = (name: string) => searchParams.get(name)?.toUpperCase();
  const isElantra =
    asked('make') === 'HYUNDAI' && asked('model') === 'ELANTRA' && asked('modelYear') === '2013';
  if (pathname.includes('products')) {
    const isKnown = asked('make') === 'HYUNDAI' && asked('modelYear') === '2013';
    const names = asked('issueType') === 'R' ? ['ELANTRA', 'ELANTRA GT'] : ['ELANTRA'];
    return { count: 0, message: '', results: isKnown ? names.map(model) : [] };
  }
  if (pathname.includes('recallsByVehicle')) {
    const results = [
      recall({ NHTSACampaignNumber: '15V002000', ReportReceivedDate: '02/03/2015' }),
      recall({ NHTSACampaignNumber: '14V001000', ReportReceivedDate: '15/01/2014', parkOutSide: true }),
    ];
    return { Count: isElantra ? 2 : 0, Message: '', results: isElantra ? results : [] };
  }
  if (pathname.includes('complaintsByVehicle')) {
    const results = [
      complaint({ odiNumber: 7002, components: 'STEERING', summary: 'It pulls to the left.' }),
      complaint({ odiNumber: 7001, components: 'ENGINE,SERVICE BRAKES, HYDRAULIC', fire: true }),
    ];
    return { count: isElantra ? 2 : 0, message: '', results: isElantra ? results : [] };
  }
  if (pathname.includes('recall-summary')) {
    const row = {
      RECALL_NUMBER_NUM: '2014001',
      MANUFACTURER_RECALL_NO_TXT: 'M1',
      CATEGORY_ETXT: 'Car',
      MODEL_NAME_NM: 'ELANTRA',
      MAKE_NAME_NM: 'HYUNDAI',
      UNIT_AFFECTED_NBR: '2700',
      SYSTEM_TYPE_ETXT: 'Airbag',
      NOTIFICATION_TYPE_ETXT: 'Safety Mfr',
      COMMENT_ETXT: 'The air bag may fail.',
      DATE_YEAR_CD: '2013',
      RECALL_DATE_DTE: '2/3/2014 12:00:00 AM',
    };
    return { ResultSet: pathname.endsWith('/2014001') ? [cells(row)] : [] };
  }
  const isKnown = /make-name\/hyun/i.test(pathname) && pathname.includes('2013-2013');
  if (pathname.endsWith('/count')) return { ResultSet: [cells({ 'Result Count': isKnown ? '1' : '0' })] };
  const row = {
    'Recall number': '2014001',
    'Manufacturer Name': 'HYUNDAI',
    'Model name': 'ELANTRA',
    'Make name': 'HYUNDAI',
    Year: '2013',
    'Recall date': '2/3/2014 12:00:00 AM',
  };
  return { ResultSet: isKnown ? [cells(row)] : [] };
}

async function openLive(): Promise<RecordSources & AsyncDisposable> {
  await using parts = new AsyncDisposableStack();
  const server = parts.use(
    await startFakeSource((request, response) => json(answerTo(request.url ?? ''))(request, response)),
  );
  const urls = { vpicUrl: server.url, nhtsaUrl: server.url, transportCanadaUrl: server.url };
  const { nhtsa, transportCanada } = parts.use(createSources({ urls, userAgent: 'forecourt/test' }));
  const open = parts.move();
  return {
    recalls: { ...nhtsa, models: (make, year) => nhtsa.models('recalls', make, year) },
    complaints: {
      models: (make, year) => nhtsa.models('complaints', make, year),
      complaintsByVehicle: (vehicle) =>
        nhtsa.complaintsByVehicle(vehicle, (body, status) => readJson(body, status, complaintsAnswer)),
    },
    canada: transportCanada,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

describe('the services that are asked', () => describeSources(openLive));
describeOnBoth('our own copy', (kind) => describeSources(() => openCopy(kind)));

import { expect, test } from 'vitest';
import { isServiceError } from '../../src/errors/service-error.ts';
import type { RecallReport } from '../../src/recalls/recall-schemas.ts';
import { type Behaviour, faults, json, startFakeSource } from '../sources/fake-source.ts';
import { canada, nhtsaModels, nhtsaRecalls, usRecord } from './recorded-world.ts';
import { startRecalls } from './start-recalls.ts';

const sorento = {
  make: 'Kia',
  model: 'Sorento',
  year: 2022,
  electrification: {
    level: 'PHEV (Plug-in Hybrid Electric Vehicle)',
    batteryType: null,
    batteryKwh: null,
    chargerLevel: null,
    chargerPowerKw: null,
    driveUnit: null,
  },
};
const NAMES = ['SORENTO', 'SORENTO HYBRID', 'SORENTO PHEV'];
const CANADIAN = [
  { number: '2022100', date: '2022-03-01', models: [['KIA', 'SORENTO', 2022]] as [string, string, number][] },
  { number: '2022200', date: '2022-05-01', models: [['KIA', 'SORENTO', 2022]] as [string, string, number][] },
];
const WHOLE = ['22V001000', '22V002000', '22V003000', '2022100', '2022200'];

const keyOf = (path: string, query: Record<string, string>) =>
  `${path}?${[query.model ?? '', query.issueType ?? ''].join('&')}`;
const bodies = new Map(
  [
    nhtsaModels('KIA', 2022, [...NAMES, 'SOUL']),
    nhtsaModels('KIA', 2022, [...NAMES, 'SOUL'], 'c'),
    ...NAMES.map((name, at) =>
      nhtsaRecalls('KIA', name, 2022, [{ campaign: `22V00${at + 1}000`, date: '21/01/2022' }]),
    ),
    ...canada('KIA', 2022, CANADIAN),
  ].map(({ request, response }) => [
    keyOf(request.path.replace(/^\/(?:nhtsa|transport-canada)/, ''), {
      model: String(request.query?.model ?? ''),
      issueType: String(request.query?.issueType ?? ''),
    }),
    response.body,
  ]),
);

const well: Behaviour = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://source');
  const body = bodies.get(keyOf(decodeURIComponent(pathname), Object.fromEntries(searchParams)));
  json(body ?? {}, body === undefined ? 404 : 200)(request, response);
};

/** One mode: what is asked for, and how it is answered in place of well. */
type Mode = readonly [name: string, asked: RegExp, behaviour: Behaviour];

const RECALLS = /recallsByVehicle/;
const PHEV = /recallsByVehicle.*PHEV/;
const MODELS = /products.*issueType=r/;
const BOTH_LISTS = /products/;
const COUNT = /\/count/;
const ROWS = /year-range\/2022-2022\?/;
const DETAILS = /recall-summary/;

const nothing = json({ Count: 0, Message: 'Results returned successfully', results: [] });
const badRequest = json({ Count: 0, results: [] }, 400);
const record = (make: string, model: string, year: number, more = {}) => {
  const row = { ...usRecord(make, model, year, { campaign: '22V009000', date: '21/01/2022' }), ...more };
  return json({ Count: 1, results: [row] });
};
const listing = (...rows: object[]) => json({ count: rows.length, results: rows });
const html =
  (status: number): Behaviour =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Maintenance</html>');
const ofOthers = (make: string, model: string, year: number, number = '2022900') => {
  const rows = canada(make, year, [{ number, date: '2022-01-01', models: [[make, model, year]] }]);
  return { list: json(rows[1]?.response.body), details: json(rows[2]?.response.body) };
};

const riskiest: readonly Mode[] = [
  ['nothing for any name', RECALLS, nothing],
  ['nothing for one name of three', PHEV, nothing],
  ['no models of the make', MODELS, nothing],
  [
    'no models of the make, of recalls and of complaints, and no recalls',
    /products|recallsByVehicle/,
    nothing,
  ],
  ['rows of another model', RECALLS, record('KIA', 'SOUL', 2022)],
  ['a Canadian count of 0', COUNT, json({ ResultSet: [[{ Name: 'c', Value: { Literal: '0' } }]] })],
];

const others: readonly Mode[] = [
  ['400 and nothing', RECALLS, badRequest],
  ['400 and nothing for one name', PHEV, badRequest],
  ['rows of another make', RECALLS, record('FORD', 'SORENTO', 2022)],
  ['rows of another year', RECALLS, record('KIA', 'SORENTO', 1999)],
  ['rows of another year for one name', PHEV, record('KIA', 'SORENTO PHEV', 2021)],
  ['more rows counted than given', RECALLS, json({ Count: 4, results: [] })],
  ['results of null', RECALLS, json({ Count: 0, results: null })],
  ['results that are no list', RECALLS, json({ Count: 0, results: {} })],
  ['a list in place of the envelope', RECALLS, json([])],
  ['no results', RECALLS, json({ Count: 0 })],
  ['null', RECALLS, json(null)],
  ['a time-out in disguise', RECALLS, json({ message: 'Endpoint request timed out' })],
  ['a throttle in disguise', RECALLS, json({ message: 'Too Many Requests' })],
  ['a row without a number', RECALLS, record('KIA', 'SORENTO', 2022, { NHTSACampaignNumber: undefined })],
  ['a row with a number as its text', RECALLS, record('KIA', 'SORENTO', 2022, { Summary: 7 })],
  ['a day that is none', RECALLS, record('KIA', 'SORENTO', 2022, { ReportReceivedDate: '31/02/2022' })],
  ['a page of a gateway', RECALLS, html(200)],
  ['a page of a gateway with 400', RECALLS, html(400)],
  ['401', RECALLS, json({}, 401)],
  ['403', RECALLS, faults.refused],
  ['404', RECALLS, json({ Count: 0, results: [] }, 404)],
  ['429', RECALLS, json({}, 429)],
  ['500', RECALLS, faults.serverError],
  ['500 for one name', PHEV, faults.serverError],
  ['503 with nothing', RECALLS, json({ Count: 0, results: [] }, 503)],
  ['a redirect', RECALLS, (_request, response) => response.writeHead(302, { location: '/' }).end()],
  ['half a body', RECALLS, faults.truncated],
  ['a connection that is cut', RECALLS, faults.cutOff],
  ['an empty body', RECALLS, faults.empty],
  ['ten megabytes of nothing', RECALLS, faults.tenMegabytes],
  ['no answer', RECALLS, faults.slow],
  ['no answer for one name', PHEV, faults.slow],
  ['a list of models that fails', MODELS, faults.serverError],
  ['a list of models of another make', MODELS, listing({ make: 'FORD', modelYear: '2022', model: 'EDGE' })],
  ['a list of models of another year', MODELS, listing({ make: 'KIA', modelYear: '2012', model: 'RIO' })],
  ['400 and no models', MODELS, badRequest],
  ['models without a name', BOTH_LISTS, listing({ make: 'KIA', modelYear: '2022' })],
  ['Canadian rows of another year', ROWS, ofOthers('KIA', 'SORENTO', 2012).list],
  ['Canadian rows of another make', ROWS, ofOthers('FORD', 'EDGE', 2022).list],
  ['fewer Canadian rows than counted', ROWS, json({ ResultSet: [] })],
  ['Canadian details of another recall', DETAILS, ofOthers('KIA', 'SORENTO', 2022).details],
  ['no Canadian details', DETAILS, json({ ResultSet: [] })],
  ['a Canadian page of a gateway', /recall/, html(200)],
];

const numbersOf = (report: RecallReport) => [
  ...report.us.map(({ campaign }) => campaign).sort(),
  ...report.canada.map(({ recallNumber }) => recallNumber ?? '').sort(),
];

/** Where something is missing, the report says so. */
const isMarked = ({ provenance, canada: given, namesNote }: RecallReport) =>
  ([...provenance.us.notRead, ...provenance.canada.notRead].length > 0 &&
    namesNote?.includes('Recalls may be missing') === true) ||
  given.some(({ unreadAdvice }) => unreadAdvice !== null);

test.each([...riskiest, ...others])(
  'a source that answers with %s is not believed, and the next call has it all',
  async (_mode, asked, behaviour) => {
    const failing: Behaviour = (request, response) =>
      (asked.test(decodeURIComponent(request.url ?? '')) ? behaviour : well)(request, response);
    await using source = await startFakeSource(failing);
    const timing = { attemptTimeoutMs: 400, timeoutMs: 900 };
    await using recalls = await startRecalls({ nhtsaUrl: source.url, canadaUrl: source.url, timing });
    const first = await recalls.service.forVehicle(sorento).catch((error: unknown) => {
      expect(isServiceError(error, 'upstream_unavailable')).toBe(true);
    });
    if (first) expect(isMarked(first)).toBe(true);

    source.behave(well);
    // A source that failed often is given a rest.
    recalls.pass(60_000);
    const healed = await recalls.service.forVehicle(sorento);
    expect([numbersOf(healed), isMarked(healed)]).toEqual([WHOLE, false]);
  },
);

test('there are five modes of the largest risk and forty in all', () => {
  expect(riskiest.length).toBeGreaterThanOrEqual(5);
  expect(new Set([...riskiest, ...others].map(([name]) => name)).size).toBeGreaterThanOrEqual(40);
});

test('a name for which nothing is filed is believed six hours after it was first read so', async () => {
  const empty: Behaviour = (request, response) =>
    (PHEV.test(decodeURIComponent(request.url ?? '')) ? nothing : well)(request, response);
  await using source = await startFakeSource(empty);
  await using recalls = await startRecalls({ nhtsaUrl: source.url, canadaUrl: source.url });
  const notRead = async (hours: number) => {
    recalls.pass(hours * 3_600_000);
    return (await recalls.service.forVehicle(sorento)).provenance.us.notRead;
  };
  expect(await notRead(0)).toEqual(['KIA SORENTO PHEV']);
  expect(await notRead(5)).toEqual(['KIA SORENTO PHEV']);
  expect(await notRead(2)).toEqual([]);
  expect(await notRead(30)).toEqual([]);
});

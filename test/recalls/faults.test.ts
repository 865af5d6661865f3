import { describe, expect, test } from 'vitest';
import { isServiceError, type ServiceError } from '../../src/errors/service-error.ts';
import { type Behaviour, faults, json, startFakeSource } from '../sources/fake-source.ts';
import { canada, nhtsaModels, nhtsaRecalls, usRecord } from './recorded-world.ts';
import { startRecalls } from './start-recalls.ts';

const DAY_MS = 24 * 3_600_000;
const elantra = { make: 'Hyundai', model: 'Elantra', year: 2013 };

const bodies = new Map(
  [
    nhtsaModels('HYUNDAI', 2013, ['ELANTRA']),
    nhtsaRecalls('HYUNDAI', 'ELANTRA', 2013, [{ campaign: '23V651000', date: '21/09/2023' }]),
    ...canada('HYUNDAI', 2013, [
      { number: '2023510', date: '2023-09-28', models: [['HYUNDAI', 'ELANTRA', 2013]] },
    ]),
  ].map(({ request, response }) => [request.path, response.body]),
);

const wellFor =
  (source: 'nhtsa' | 'transport-canada'): Behaviour =>
  (request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    json(bodies.get(`/${source}${path}`), bodies.has(`/${source}${path}`) ? 200 : 404)(request, response);
  };

/** Answers well except where the answer itself is asked for. */
const wellExcept =
  (source: 'nhtsa' | 'transport-canada', path: RegExp, behaviour: Behaviour): Behaviour =>
  (request, response) =>
    (path.test(request.url ?? '') ? behaviour : wellFor(source))(request, response);

/** The service on two sources that answer well unless said otherwise. */
async function startBoth(manners: { us?: Behaviour; ca?: Behaviour } = {}) {
  await using parts = new AsyncDisposableStack();
  const us = parts.use(await startFakeSource(manners.us ?? wellFor('nhtsa')));
  const ca = parts.use(await startFakeSource(manners.ca ?? wellFor('transport-canada')));
  // Short for a source that hangs, long enough for a good answer on a busy machine.
  const timing = { attemptTimeoutMs: 1_000, timeoutMs: 1_500 };
  const recalls = parts.use(await startRecalls({ nhtsaUrl: us.url, canadaUrl: ca.url, timing }));
  const open = parts.move();
  return { ...recalls, us, ca, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

async function failureOf(promise: Promise<unknown>): Promise<ServiceError<'upstream_unavailable'>> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!isServiceError(error, 'upstream_unavailable'))
    throw new Error('expected upstream_unavailable', { cause: error });
  return error;
}

const US = ['NHTSA recalls', 'nhtsa', /recallsByVehicle/] as const;
const CANADA = ['Transport Canada recalls', 'transport-canada', /year-range\/2013-2013\?/] as const;

describe.each([US, CANADA])('when %s fails', (name, source, path) => {
  const failing = wellExcept(source, path, faults.serverError);

  test('and there is no older copy, the call fails naming it', async () => {
    await using recalls = await startBoth({ [source === 'nhtsa' ? 'us' : 'ca']: failing });
    const failure = await failureOf(recalls.service.forVehicle(elantra));
    expect(failure.details).toEqual({ source: name });
    const { counts } = await recalls.service.countsFor(elantra);
    expect(source === 'nhtsa' ? counts : { us: counts.canada, canada: counts.us }).toMatchObject({
      us: null,
      canada: 1,
    });
  });

  test('an older copy is served, marked stale with its age, beside fresh data of the other source', async () => {
    await using recalls = await startBoth();
    const before = await recalls.service.forVehicle(elantra);
    expect(before.counts).toEqual({ us: 1, canada: 1 });

    recalls.pass(2 * DAY_MS);
    (source === 'nhtsa' ? recalls.us : recalls.ca).behave(failing);
    const after = await recalls.service.forVehicle(elantra);
    expect([after.us, after.canada, after.counts]).toEqual([before.us, before.canada, before.counts]);
    const failed = source === 'nhtsa' ? after.provenance.us : after.provenance.canada;
    const other = source === 'nhtsa' ? after.provenance.canada : after.provenance.us;
    expect(failed.cache).toBe('stale');
    expect(failed.ageSeconds).toBeGreaterThanOrEqual(2 * 24 * 3600);
    expect(other).toMatchObject({ cache: 'miss' });
    expect(other.ageSeconds).toBeLessThan(60);
  });
});

const { ReportReceivedDate: _dropped, ...withoutDate } = usRecord('HYUNDAI', 'ELANTRA', 2013, {
  campaign: '23V651000',
  date: '21/09/2023',
});
const cells = (...names: string[]) =>
  json({ ResultSet: [names.map((Name) => ({ Name, Value: { Type: 'System.String', Literal: '2013' } }))] });

test.each([
  ['a missing field', US, json({ Count: 1, results: [withoutDate] })],
  [
    'a date of another format',
    US,
    json({ Count: 1, results: [{ ...withoutDate, ReportReceivedDate: '09/21/2023' }] }),
  ],
  ['a list of fewer rows than it counted', US, json({ Count: 6, results: [] })],
  ['a time-out in disguise', US, json({ message: 'Endpoint request timed out' })],
  ['400 without an envelope', US, json({ message: 'Bad Request' }, 400)],
  ['a missing cell', CANADA, cells('Recall number', 'Manufacturer Name')],
  [
    'cells in another order',
    CANADA,
    cells('Year', 'Recall number', 'Model name', 'Make name', 'Manufacturer Name', 'Recall date'),
  ],
  ['another envelope', CANADA, json({ results: [] })],
])(
  '%s is no answer: the call fails and names the source',
  async (_fault, [name, source, path], behaviour) => {
    const failing = wellExcept(source, path, behaviour);
    await using recalls = await startBoth({ [source === 'nhtsa' ? 'us' : 'ca']: failing });
    expect((await failureOf(recalls.service.forVehicle(elantra))).details).toEqual({ source: name });
  },
);

test('a recall that Canada lists but no longer details is given with what the list says', async () => {
  const gone = wellExcept('transport-canada', /recall-summary/, json({ ResultSet: [] }));
  await using recalls = await startBoth({ ca: gone });
  const { canada: given } = await recalls.service.forVehicle(elantra);
  expect(given).toMatchObject([
    { recallNumber: '2023510', recalledOn: '2023-09-28', summary: null, unitsAffected: null },
  ]);
});

const HOUR_MS = 3_600_000;
const two = nhtsaRecalls('HYUNDAI', 'ELANTRA', 2013, [
  { campaign: '23V651000', date: '21/09/2023' },
  { campaign: '24V001000', date: '10/01/2024' },
]).response.body;
const none = json({ Count: 0, results: [] });
const half = json(bodies.get('/nhtsa/recalls/recallsByVehicle'));
const answering = (behaviour: Behaviour) => wellExcept('nhtsa', /recallsByVehicle/, behaviour);

describe('a list that shrinks', () => {
  test.each([
    ['to nothing', none, 0],
    ['to half', half, 1],
  ])(
    '%s keeps what is missing, marked, until a second reading six hours later agrees',
    async (_how, shorter, left) => {
      await using recalls = await startBoth({ us: answering(json(two)) });
      expect((await recalls.service.forVehicle(elantra)).counts.us).toBe(2);

      recalls.pass(2 * DAY_MS);
      recalls.us.behave(answering(shorter));
      const kept = await recalls.service.forVehicle(elantra);
      expect(kept.counts.us).toBe(2);
      expect(kept.us.filter(({ missingSince }) => missingSince !== null)).toHaveLength(2 - left);
      expect(kept.provenance.us.modelListed).toBe(true);

      recalls.pass(5 * HOUR_MS);
      expect((await recalls.service.forVehicle(elantra)).counts.us).toBe(2);
      recalls.pass(2 * HOUR_MS);
      expect((await recalls.service.forVehicle(elantra)).counts.us).toBe(left);
    },
  );

  test('to nothing does not make a model unknown at once that no list has', async () => {
    const unlisted =
      (recalls: Behaviour): Behaviour =>
      (request, response) =>
        (/products/.test(request.url ?? '') ? none : answering(recalls))(request, response);
    await using recalls = await startBoth({ us: unlisted(json(two)) });
    await recalls.service.forVehicle(elantra);
    recalls.pass(2 * DAY_MS);
    recalls.us.behave(unlisted(none));
    const kept = await recalls.service.forVehicle(elantra);
    expect(kept).toMatchObject({ counts: { us: 2 }, provenance: { us: { modelListed: true } } });
    recalls.pass(7 * HOUR_MS);
    const gone = await recalls.service.forVehicle(elantra);
    expect(gone).toMatchObject({ counts: { us: 0 }, provenance: { us: { modelListed: false } } });
  });

  test('and is whole again is served without marks', async () => {
    await using recalls = await startBoth({ us: answering(json(two)) });
    await recalls.service.forVehicle(elantra);
    recalls.pass(2 * DAY_MS);
    recalls.us.behave(answering(none));
    await recalls.service.forVehicle(elantra);
    recalls.pass(7 * HOUR_MS);
    recalls.us.behave(answering(json(two)));
    expect((await recalls.service.forVehicle(elantra)).us).toMatchObject([
      { missingSince: null },
      { missingSince: null },
    ]);
  });

  test('in Canada is kept in the same way', async () => {
    const empty = { ResultSet: [] };
    const noneCounted = { ResultSet: [[{ Name: 'Result Count', Value: { Literal: '0' } }]] };
    await using recalls = await startBoth();
    await recalls.service.forVehicle(elantra);
    recalls.pass(2 * DAY_MS);
    recalls.ca.behave((request, response) => {
      const isCount = (request.url ?? '').includes('/count');
      const isList = (request.url ?? '').includes('year-range');
      if (isList) json(isCount ? noneCounted : empty)(request, response);
      else wellFor('transport-canada')(request, response);
    });
    const kept = await recalls.service.forVehicle(elantra);
    expect(kept.counts.canada).toBe(1);
    expect(kept.canada[0]?.missingSince).not.toBeNull();
    recalls.pass(7 * HOUR_MS);
    expect((await recalls.service.forVehicle(elantra)).counts.canada).toBe(0);
  });
});

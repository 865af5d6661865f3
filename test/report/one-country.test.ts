import { expect, it } from 'vitest';
import { isServiceError } from '../../src/errors/service-error.ts';
import { prepurchase } from '../../src/products/prepurchase.ts';
import { parseParameters } from '../../src/products/product.ts';
import { recalls } from '../../src/products/recalls.ts';
import { reportSchema } from '../../src/report/report-schema.ts';
import { reportPage, reportText } from '../../src/view/report.ts';
import { openParts } from '../open-parts.ts';
import { runService } from '../running-service.ts';
import { startFaultySources } from './faulty-sources.ts';
import { elantra2013, worldOf } from './report-world.ts';

const { vin } = elantra2013;
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';

const countries = [
  {
    country: 'US',
    out: 'TRANSPORT_CANADA_URL',
    source: 'Transport Canada recalls',
    missing: 'Canada',
    items: ['13V001000', '13V002000'],
  },
  {
    country: 'CA',
    out: 'NHTSA_URL',
    source: 'NHTSA recalls',
    missing: 'the United States',
    items: ['2013123'],
  },
] as const;

it.each(countries)('$country is told in full where the other country is out', async (row) => {
  await using sources = await startFaultySources(worldOf(elantra2013));
  const environment = { ...sources.environment, [row.out]: NOWHERE };
  await using parts = await openParts({ ...environment, DECODER: 'embedded' });
  const knowledge = await parts.knowledge();
  const call = { signal: new AbortController().signal };
  const buy = async (country: string) => {
    const query = parseParameters(prepurchase.query, { values: { vin, country }, repeated: [] });
    return reportSchema.parse((await prepurchase.compute(knowledge, query, call)).body);
  };

  const own = await buy(row.country);
  expect(own.sections.recalls).toBe('ok');
  expect(own.recalls?.items.map(({ campaign }) => campaign)).toEqual(row.items);
  expect(own.recalls?.missing).toContain(`The recalls of ${row.missing} are missing.`);
  expect(own.recalls?.missing).toContain(row.source);
  expect(own.recalls?.provenance[row.country === 'US' ? 'canada' : 'us']).toBeNull();
  const first = `Missing from this report: the recalls of ${row.missing}`;
  expect(own.decision.verdict).toContain(first);
  expect(reportPage(own, new Date())).toContain(`recalls of ${row.missing} are missing.`);
  expect(reportText(own).replace(/\s+/g, ' ')).toContain(first);
});

it('what the other country warns of is shown where that of the buyer is out, and the section does not pass for read', async () => {
  await using sources = await startFaultySources(worldOf(elantra2013));
  const environment = { ...sources.environment, TRANSPORT_CANADA_URL: NOWHERE };
  await using parts = await openParts({ ...environment, DECODER: 'embedded' });
  const knowledge = await parts.knowledge();
  const call = { signal: new AbortController().signal };
  const query = parseParameters(prepurchase.query, { values: { vin, country: 'CA' }, repeated: [] });
  const { body, charge } = await prepurchase.compute(knowledge, query, call);
  expect(charge).toBe(true);
  const report = reportSchema.parse(body);
  expect(report.sections.recalls).toBe('unavailable');
  expect(report.sectionDetails.recalls).toContain('Transport Canada recalls');
  expect(report.recalls?.items[0]).toMatchObject({ campaign: '13V001000', parkIt: true });
  expect(report.decision).toMatchObject({
    level: 'urgent',
    verdict: expect.stringMatching(/^Do not drive this car.* 13V001000 .* the recalls of Canada\.$/),
  });

  const failure: unknown = await recalls.compute(knowledge, { vin }, call).catch((reason: unknown) => reason);
  if (!isServiceError(failure, 'upstream_unavailable')) throw failure;
  expect(failure.body('id')).toMatchObject({
    error: 'upstream_unavailable',
    charged: false,
    source: 'Transport Canada recalls',
    urgentNotices: [{ country: 'US', campaign: '13V001000', parkIt: true }],
    message: expect.stringContaining('Recall 13V001000 of the other country says: do not drive the car.'),
  });
});

it('the first look shows what one country says, and promises nothing of the other', async () => {
  await using sources = await startFaultySources(worldOf(elantra2013));
  await using service = await runService({ ...sources.environment, TRANSPORT_CANADA_URL: NOWHERE });
  const look = async () =>
    await (await service.get(`/car?vin=${vin}`, { headers: { Accept: 'text/html' } })).text();
  // The country that the first look did not wait for is in the cache for the next.
  await expect.poll(look).toContain('13V001000');
  const page = await look();
  expect(page).toContain('not read just now');
  expect(page).not.toContain('read for the report');
});

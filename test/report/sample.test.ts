import { expect, test } from 'vitest';
import { z } from 'zod';
import { runService } from '../running-service.ts';

const REFERENCE = '#/components/schemas/';
const documentSchema = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});
const reportSchema = z.looseObject({ summary: z.array(z.unknown()), sections: z.looseObject({}) });

test('the report has the shape that /openapi.json promises', async () => {
  await using service = await runService();
  const published = await (await service.get('/openapi.json')).text();
  const document = documentSchema.parse(JSON.parse(published.replaceAll(REFERENCE, '#/$defs/')));
  const { Prepurchase: promised, ...others } = document.components.schemas;
  const fits = z.fromJSONSchema({ ...promised, $defs: others });
  const report = reportSchema.parse(await (await service.get('/v1/sample/prepurchase')).json());

  expect(fits.safeParse(report).error?.issues).toBeUndefined();
  expect(fits.safeParse({ ...report, summary: [{ kind: 'rumour' }] }).success).toBe(false);
  expect(fits.safeParse({ ...report, recalls: undefined }).success).toBe(false);
  expect(fits.safeParse({ ...report, sections: { ...report.sections, recalls: 'stale' } }).success).toBe(
    false,
  );
});

test('the sample is free twice a minute and takes no parameters', async () => {
  await using service = await runService();
  const ask = (search = '') => service.get(`/v1/sample/prepurchase${search}`);
  expect(await (await ask()).json()).toMatchObject({ sample: true, disclaimer: expect.any(String) });
  expect((await ask('?country=US')).status).toBe(400);
  expect((await ask()).status).toBe(429);
});

test('what contradicts each other stands in the unpaid challenge, and what the parts cost alone', async () => {
  await using service = await runService();
  const search = 'vin=5NPDH4AE8DH100013&country=CA&state=TX&odometer=5';
  const response = await service.get(`/v1/prepurchase?${search}`);
  expect(response.status).toBe(402);
  expect(await response.json()).toMatchObject({
    issues: [
      { parameter: 'odometer_unit', message: 'is required with odometer' },
      { parameter: 'province', message: 'is required when country is CA' },
      { parameter: 'state', message: 'is only for country US; leave it out when country is CA' },
    ],
    resource: {
      description: expect.stringContaining(
        'Its parts, without these: decode $0.01, recalls $0.01, known issues $0.05 and purchase costs $0.02, $0.09 together.',
      ),
    },
  });
});

test('it is asked for payment first, whatever its parameters are', async () => {
  await using service = await runService();
  const response = await service.get('/v1/prepurchase?country=MX');
  expect(response.status).toBe(402);
  expect(await response.json()).toMatchObject({
    error: 'payment_required',
    accepts: [{ amount: '250000', network: 'eip155:8453' }],
    charged: false,
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { products } from '../../src/products/table.ts';
import { runService } from '../running-service.ts';

describe('what is sold, asked without a payment', async () => {
  const service = await runService();
  afterAll(() => service[Symbol.asyncDispose]());

  it.each(products.map(({ path, priceUsd }) => [path, priceUsd]))(
    'asks %s for %s dollars, whatever the parameters',
    async (path, priceUsd) => {
      for (const query of ['', '?vin=nonsense&vin=twice&unknown=1']) {
        const response = await service.get(`${path}${query}`);
        expect(response.status).toBe(402);
        expect(response.headers.get('cache-control')).toBe('no-store');
        const header = JSON.parse(
          Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString(),
        );
        const amount = String(Math.round(Number(priceUsd) * 1_000_000));
        expect(header).toMatchObject({
          x402Version: 2,
          accepts: [{ scheme: 'exact', network: 'eip155:8453', amount }],
        });
        const body = (await response.json()) as { accepts: object[] };
        expect(body).toMatchObject({
          x402Version: 2,
          error: 'payment_required',
          accepts: [
            {
              amount,
              price: `$${priceUsd}`,
              mimeType: 'application/json',
              asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
            },
          ],
          terms: expect.stringMatching(/\/terms\.txt$/),
          charged: false,
          requestId: response.headers.get('x-request-id'),
          disclaimer: expect.any(String),
        });
      }
    },
  );

  it.each(['', '&x402Version=1'])(
    'says before anybody signs what would be refused after it%s',
    async (version) => {
      const issuesOf = async (path: string) => {
        const response = await service.get(`${path}${version}`);
        expect(response.status).toBe(402);
        return ((await response.json()) as { issues?: unknown }).issues;
      };
      expect(
        await issuesOf('/v1/purchase-costs?country=US&state=ON&price=25%2C000&sale_type=private'),
      ).toMatchObject([
        { parameter: 'state', allowed: expect.arrayContaining(['CA', 'NY']) },
        { parameter: 'price', message: expect.stringContaining('24999.99') },
      ]);
      expect(await issuesOf('/v1/decode?vin=123')).toEqual([
        { parameter: 'vin', message: expect.stringContaining('17 characters') },
      ]);
      expect(
        await issuesOf('/v1/purchase-costs?country=US&state=CA&price=25000&sale_type=private'),
      ).toBeUndefined();
    },
  );

  it('tells no mistakes to who only asks for the price', async () => {
    expect(await (await service.get('/v1/decode')).json()).not.toHaveProperty('issues');
  });

  it('gives legacy clients a body they can read', async () => {
    const response = await service.get('/v1/decode?x402Version=1');
    expect(await response.json()).toMatchObject({
      x402Version: 1,
      accepts: [{ network: 'base', maxAmountRequired: '10000' }],
    });
  });

  it('gives the legacy body to who asks for it, whatever he pays by', async () => {
    const bodyFor = async (query: string, headers: Record<string, string>) =>
      (await service.get(`/v1/decode${query}`, { headers })).json();
    const [modern, legacy] = [{ 'PAYMENT-SIGNATURE': '%' }, { 'X-PAYMENT': '%' }];
    expect(await bodyFor('', legacy)).toMatchObject({ x402Version: 1 });
    expect(await bodyFor('?x402Version=1', modern)).toMatchObject({ x402Version: 1 });
    expect(await bodyFor('', modern)).toMatchObject({ x402Version: 2 });
    expect(await bodyFor('', { ...modern, ...legacy })).toMatchObject({ x402Version: 2 });
  });

  it('asks for authorizations that outlive the slowest answer', async () => {
    await using patient = await runService({ REQUEST_DEADLINE_MS: '300000' });
    expect(await (await patient.get('/v1/decode')).json()).toMatchObject({
      accepts: [{ maxTimeoutSeconds: 360 }],
    });
    expect(await (await service.get('/v1/decode')).json()).toMatchObject({
      accepts: [{ maxTimeoutSeconds: 120 }],
    });
  });

  it('answers a payment that cannot be read with 400 and a fresh challenge, whatever the older header holds', async () => {
    const headers = { 'PAYMENT-SIGNATURE': '%%%', 'X-PAYMENT': 'e30=' };
    const response = await service.get('/v1/decode', { headers });
    expect(response.status).toBe(400);
    expect(response.headers.get('payment-required')).not.toBeNull();
    expect(await response.json()).toMatchObject({
      error: 'invalid_payment_payload',
      reason: 'not_base64',
      charged: false,
    });
  });

  it('has a free sample of every product that fits its schema', async () => {
    for (const { sample } of products) {
      const response = await service.get(sample.path);
      expect(response.status).toBe(200);
      const body = (await response.json()) as Record<string, unknown>;
      expect(body).toMatchObject({ sample: true, note: expect.any(String), disclaimer: expect.any(String) });
      const { disclaimer: _, ...rest } = body;
      expect(sample.response.parse(rest)).toEqual(rest);
    }
  });

  it('refuses parameters on samples, naming each', async () => {
    const response = await service.get('/v1/sample/purchase-costs?vin=1&x=2');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'invalid_parameters',
      issues: [{ parameter: 'vin' }, { parameter: 'x' }],
      charged: false,
    });
  });
});

describe('limits of what is sold', () => {
  it('lets a client ask for the price 120 times a minute', async () => {
    await using service = await runService();
    const statuses = await Promise.all(
      Array.from({ length: 125 }, async () => (await service.get('/v1/decode')).status),
    );
    expect(statuses.filter((status) => status === 402)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it('lets a client fail to pay 20 times a minute, and still asks him for the price', async () => {
    await using service = await runService();
    const pay = () => service.get('/v1/decode', { headers: { 'PAYMENT-SIGNATURE': '!' } });
    for (let failed = 0; failed < 20; failed += 1) expect((await pay()).status).toBe(400);
    const refused = await pay();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await refused.json()).toMatchObject({ error: 'rate_limited', limit: 'failed_payments' });
    expect((await service.get('/v1/decode')).status).toBe(402);
  });
});

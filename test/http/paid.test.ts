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
});

import { afterAll, describe, expect, it } from 'vitest';
import { MAX_HEADER_CHARACTERS } from '../../src/payments/wire/header.ts';
import { products } from '../../src/products/table.ts';
import { runService } from '../running-service.ts';
import { createChecker } from './json-schema.ts';

const service = await runService({ PUBLIC_URL: 'https://api.forecourt.example' });
afterAll(() => service[Symbol.asyncDispose]());

const ROOM_FOR_A_PAYMENT = 3_500;

describe.each(products)('the challenge of $slug', ({ path, query, sample }) => {
  const challenge = async () => {
    const { headers } = await service.get(path);
    const header = headers.get('PAYMENT-REQUIRED') ?? '';
    return { header, json: JSON.parse(Buffer.from(header, 'base64').toString()) };
  };

  it('carries a Bazaar declaration that its own schema accepts', async () => {
    const { info, schema } = (await challenge()).json.extensions.bazaar;
    expect(createChecker()(schema, info)).toEqual([]);
    expect(info.input).toMatchObject({ type: 'http', method: 'GET' });
    expect(info.output.type).toBe('json');
  });

  it('declares a query that the path takes', async () => {
    const { queryParams } = (await challenge()).json.extensions.bazaar.info.input;
    const raw = Object.entries(queryParams).map(([name, value]) => [name, String(value)]);
    expect(query.safeParse(Object.fromEntries(raw)).error).toBeUndefined();
  });

  it('shows an output whose members are those of the free sample', async () => {
    const { output } = (await challenge()).json.extensions.bazaar.info;
    expect(output.format).toContain(sample.path);
    expect(Object.keys(output.example).length).toBeGreaterThan(2);
  });

  it('is small enough for a client to send it all back', async () => {
    const { header } = await challenge();
    expect(header.length).toBeLessThan(MAX_HEADER_CHARACTERS - ROOM_FOR_A_PAYMENT);
  });

  it('names the service so that indexers keep it', async () => {
    const { serviceName, tags } = (await challenge()).json.resource;
    expect(tags.length).toBeLessThanOrEqual(5);
    for (const text of [serviceName, ...tags]) expect(text).toMatch(/^[\x20-\x7e]{1,32}$/);
  });
});

import { once } from 'node:events';
import { get } from 'node:http';
import { validateDiscoveryExtension } from '@x402/extensions/bazaar';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_HEADER_CHARACTERS } from '../../src/payments/wire/header.ts';
import { describeQuery } from '../../src/products/describe-query.ts';
import { products } from '../../src/products/table.ts';
import { runService } from '../running-service.ts';
import { createChecker } from './json-schema.ts';

/** An address of a usual length. */
const PUBLIC_URL = 'https://forecourt.some-company-name.example';
const LONGEST_NAME = `https://${'long-name.'.repeat(24)}example`;

const service = await runService({ PUBLIC_URL });
const longNamed = await runService({ PUBLIC_URL: LONGEST_NAME });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await longNamed[Symbol.asyncDispose]();
});

const ROOM_FOR_A_PAYMENT = 3_500;

/** Counts what came before the body, as a proxy must hold it. */
async function bytesOfHead(url: string, headers: Record<string, string>): Promise<number> {
  const [response] = await once(get(url, { headers }), 'response');
  response.resume();
  const { rawHeaders, statusCode, statusMessage, httpVersion } = response;
  expect(statusCode).toBe(402);
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, ''];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return Buffer.byteLength(lines.map((line) => `${line}\r\n`).join(''));
}

describe.each(products)('the challenge of $slug', ({ path, query, sample }) => {
  const challenge = async () => {
    const { headers } = await service.get(path);
    const header = headers.get('PAYMENT-REQUIRED') ?? '';
    return { header, json: JSON.parse(Buffer.from(header, 'base64').toString()) };
  };
  const bazaarInBody = async () => {
    const { extensions } = (await (await service.get(path)).json()) as Challenge;
    return extensions.bazaar;
  };

  it.each([
    ['a program', { Accept: 'application/json', 'Accept-Encoding': 'gzip' }],
    ['a program of version 1', { 'X-X402-Version': '1' }],
    ['a browser', { Accept: 'text/html', 'Accept-Encoding': 'br' }],
  ])('has a head that fits into what nginx gives it, for %s', async (_who, headers) => {
    const everything = new URLSearchParams();
    for (const { name, example = 1 } of describeQuery(query)) everything.set(name, String(example));
    for (const search of ['', `?${everything}`, '?vin=wrong&colour=red&price=x']) {
      for (const { url } of [service, longNamed])
        expect(await bytesOfHead(`${url}${path}${search}`, headers)).toBeLessThan(4_000);
    }
  });

  it('has every extension in its header where the address is of a usual length', async () => {
    expect(Object.keys((await challenge()).json.extensions).sort()).toEqual([
      'bazaar',
      'offer-receipt',
      'payment-identifier',
      'sign-in-with-x',
    ]);
  });

  it('carries Bazaar declarations that their own schemas accept', async () => {
    const declared = [await bazaarInBody(), (await challenge()).json.extensions.bazaar];
    for (const { info, schema } of declared) {
      expect(createChecker()(schema, info)).toEqual([]);
      expect(validateDiscoveryExtension({ info, schema })).toEqual({ valid: true });
      expect(info.input).toMatchObject({ type: 'http', method: 'GET' });
      const { queryParams } = info.input;
      for (const name of Object.keys(queryParams)) {
        const { [name]: _left, ...others } = queryParams;
        const isRequired = describeQuery(query).some((one) => one.name === name && one.required);
        const errors = createChecker()(schema, { ...info, input: { ...info.input, queryParams: others } });
        expect(errors.length > 0, name).toBe(isRequired);
      }
    }
  });

  it('declares a query that the path takes', async () => {
    const { queryParams } = (await challenge()).json.extensions.bazaar.info.input;
    const raw = Object.entries(queryParams).map(([name, value]) => [name, String(value)]);
    expect(query.safeParse(Object.fromEntries(raw)).error).toBeUndefined();
  });

  it('shows whoever has an order no call of somebody else, in at most 2,600 bytes', async () => {
    const order = new URLSearchParams({ vin: 'wrong', state: 'TX', view: 'brief' });
    const text = await (await service.get(`${path}?${order}`)).text();
    expect(text).toContain('"accepts":');
    expect(text).not.toMatch(/bazaar|Ontario|"ON"/);
    expect(text.length).toBeLessThan(2_600);
  });

  it('shows an output whose members are those of the free sample', async () => {
    const { output } = (await bazaarInBody()).info;
    expect(output.type).toBe('json');
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

interface Challenge {
  extensions: {
    bazaar: {
      info: {
        input: { queryParams: Record<string, unknown> };
        output: { type: string; format: string; example: object };
      };
      schema: object;
    };
  };
}

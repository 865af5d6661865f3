import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, it } from 'vitest';
import { errorCodes, errors } from '../../src/errors/errors.ts';
import { disclaimer } from '../../src/lib/disclaimer.ts';
import { interfaceVersion, version } from '../../src/lib/version.ts';
import { products } from '../../src/products/table.ts';
import { runService } from '../running-service.ts';
import { createChecker, pointer } from './json-schema.ts';
import { type Description, readJson } from './read.ts';

const CONTACT = 'mailto:desk@forecourt.example';
const service = await runService({ PUBLIC_URL: 'https://forecourt.example', CONTACT });
afterAll(() => service[Symbol.asyncDispose]());
const description = await readJson<Description>(service, '/openapi.json');
const check = createChecker({ openapi: description });

const copy = (): Record<string, unknown> => ({ ...structuredClone(description) });
const schemaAt = (...steps: string[]) => ({ $ref: `openapi#${pointer(...steps)}` });
/** Those without members of their own are described together. */
const errorSchema = (name: string) =>
  schemaAt('components', 'schemas', name in description.components.schemas ? name : 'AnyError');
const bodySchema = (path: string, status: string, method = 'get') =>
  schemaAt('paths', path, method, 'responses', status, 'content', 'application/json', 'schema');
const challengeSchema = schemaAt(
  'components',
  'responses',
  'PaymentRequired',
  'content',
  'application/json',
  'schema',
);
const operations = () =>
  Object.entries(description.paths).flatMap(([path, { get, post }]) =>
    [get, post].flatMap((operation) => (operation ? [{ path, operation }] : [])),
  );

describe('the OpenAPI document', () => {
  it('is valid for @seriousme/openapi-schema-validator', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(copy());
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('is valid for @apidevtools/swagger-parser', async () => {
    const api = await SwaggerParser.validate(copy() as never);
    expect(api.info.title).toBe('Forecourt');
  });

  it('says version, contact, terms and guidance where indexers look', () => {
    expect(description.info).toMatchObject({
      version: `${interfaceVersion}+${version}`,
      contact: { email: 'desk@forecourt.example' },
      termsOfService: 'https://forecourt.example/terms.txt',
      'x-guidance': expect.stringContaining('PAYMENT-SIGNATURE'),
    });
    expect(description.servers).toEqual([{ url: 'https://forecourt.example' }]);
    expect(description.components.securitySchemes.x402).toMatchObject({
      in: 'header',
      name: 'PAYMENT-SIGNATURE',
    });
  });

  it('has no more operations than ChatGPT takes, and none for crawlers', () => {
    const paths = operations().map(({ path }) => path);
    expect(paths.length).toBeLessThanOrEqual(30);
    expect(paths).toEqual(
      expect.arrayContaining(products.flatMap(({ path, sample }) => [path, sample.path])),
    );
    for (const path of ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt'])
      expect(paths).not.toContain(path);
  });

  it('has a name of its own for every operation, and says of each whether it is paid', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations()) {
      expect(operation.security).toEqual(operation['x-payment-info'] ? [{ x402: [] }] : []);
    }
  });

  it('has no schema that nothing uses, and no reference that leads nowhere', () => {
    const written = JSON.stringify(description);
    const references = new Set(written.match(/(?<="\$ref":")#[^"]+/g));
    for (const name of Object.keys(description.components.schemas)) {
      expect(references, name).toContain(`#/components/schemas/${name}`);
    }
    expect(written).not.toContain('#/$defs/');
  });

  it('names every error code there is, each with its status', () => {
    const codes = errorCodes.filter((code) => errors[code].status !== 402);
    const { AnyError } = Object(description.components.schemas);
    expect(AnyError.properties.error.enum).toEqual(errorCodes);
    const named = JSON.stringify(description.components.responses);
    // An operation that takes a body says by itself that it can refuse it.
    for (const code of codes.filter((one) => one !== 'body_too_large'))
      expect(named).toContain(`\`${code}\``);
  });

  it('shows only examples that its schemas accept', () => {
    let shown = 0;
    const sets = [
      ...operations().flatMap(({ path, operation }) =>
        Object.entries(operation.responses).map(([status, response]) => ({
          steps: ['paths', path, operation.requestBody ? 'post' : 'get', 'responses', status],
          response,
        })),
      ),
      ...Object.entries(description.components.responses).map(([name, response]) => ({
        steps: ['components', 'responses', name],
        response,
      })),
    ];
    for (const { steps, response } of sets) {
      for (const [mediaType, { examples = {} }] of Object.entries(response.content ?? {})) {
        const schema = schemaAt(...steps, 'content', mediaType, 'schema');
        for (const [name, { value }] of Object.entries(examples)) {
          expect(check(schema, value), `${steps.join(' ')} ${name}`).toEqual([]);
          shown += 1;
        }
      }
    }
    expect(shown).toBeGreaterThan(0);
  });

  it('shows examples of parameters that their schemas accept', () => {
    for (const { operation } of operations()) {
      for (const { name, schema, example } of operation.parameters ?? []) {
        if (example !== undefined) expect(check(schema, example), name).toEqual([]);
      }
    }
  });
});

describe('what the service answers fits the OpenAPI document:', () => {
  it.each(products)('the sample of $slug', async ({ sample }) => {
    const body = await readJson<object>(service, sample.path);
    expect(check(bodySchema(sample.path, '200'), body)).toEqual([]);
    // A schema drops what it does not know: nothing is answered that is not described.
    expect({ ...Object(sample.response.parse(body)), disclaimer }).toEqual(body);
  });

  it.each(products)('the challenge of $slug', async ({ path }) => {
    const response = await service.get(path);
    expect(check(challengeSchema, await response.json())).toEqual([]);
    const legacy = await service.get(`${path}?x402Version=1`);
    expect(check(challengeSchema, await legacy.json())).toEqual([]);
    for (const header of Object.keys(description.components.responses.PaymentRequired?.headers ?? {})) {
      if (!header.endsWith('RESPONSE')) expect(response.headers.has(header), header).toBe(true);
    }
  });

  it.each(products)('the 400 of $slug for a payment that cannot be read', async ({ path }) => {
    const response = await service.get(path, { headers: { 'PAYMENT-SIGNATURE': 'not a payment' } });
    expect(response.status).toBe(400);
    expect(check(errorSchema('InvalidPaymentPayloadError'), await response.json())).toEqual([]);
  });

  it('every document, health included', async () => {
    for (const [path, { get }] of Object.entries(description.paths)) {
      const isProduct = products.some((product) =>
        [product.path, product.sample.path].includes(path as never),
      );
      if (!get || isProduct) continue;
      const response = await service.get(path);
      expect(response.status, path).toBe(200);
      const { content = {}, headers = {} } = get.responses['200'] ?? {};
      const [mediaType = ''] = Object.keys(content);
      expect(response.headers.get('content-type')?.split(';')[0], path).toBe(mediaType);
      for (const header of Object.keys(headers))
        expect(response.headers.has(header), `${path} ${header}`).toBe(true);
      const body = await response.text();
      if (mediaType !== 'application/json') continue;
      expect(check(bodySchema(path, '200'), JSON.parse(body)), path).toEqual([]);
      const { disclaimer: plain, 'x-disclaimer': inOpenApi } = JSON.parse(body);
      expect(plain ?? inOpenApi, path).toBe(disclaimer);
    }
  });

  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const current = { 'MCP-Protocol-Version': '2026-07-28' };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  it.each([
    ['/mcp', 200, ping, {}],
    ['/mcp', 202, { jsonrpc: '2.0', method: 'notifications/initialized' }, {}],
    ['/mcp', 400, '{', {}],
    ['/mcp', 400, { hello: 'world' }, {}],
    ['/mcp', 403, ping, { Origin: 'https://stranger.example' }],
    ['/mcp', 404, { ...ping, params: { _meta: meta } }, { ...current, 'Mcp-Method': 'ping' }],
    ['/mcp', 406, ping, { Accept: 'text/plain' }],
    ['/mcp', 413, 'x'.repeat(33_000), {}],
    ['/mcp', 415, ping, { 'Content-Type': 'text/plain' }],
    ['/a2a', 200, { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 'none' } }, {}],
    ['/a2a', 413, 'x'.repeat(33_000), {}],
  ] as const)('a call of %s that is answered %i', async (path, status, body, headers) => {
    const response = await service.get(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(response.status).toBe(status);
    const described = description.paths[path]?.post?.responses[status];
    expect(described?.description).toBeTruthy();
    const answer = await response.text();
    if (!described?.content) return expect(answer).toBe('');
    expect(check(bodySchema(path, String(status), 'post'), JSON.parse(answer))).toEqual([]);
  });

  it('the refusal of an agent that sends too much, which says when it may come again', async () => {
    await using own = await runService();
    const call = () => own.get('/a2a', { method: 'POST', body: '{}' });
    for (let sent = 0; sent < 120; sent += 1) await call();
    const response = await call();
    expect(response.status).toBe(429);
    const described = description.paths['/a2a']?.post?.responses['429'];
    for (const header of Object.keys(described?.headers ?? { none: {} }))
      expect(response.headers.has(header), header).toBe(true);
    expect(check(bodySchema('/a2a', '429', 'post'), await response.json())).toEqual([]);
  });

  it.each([
    ['what HTTP does not know', 'GET /health HTTP/1.1\r\nno colon\r\n\r\n', 400, 'BadRequestError'],
    ['headers that are too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431, 'HeadersTooLargeError'],
  ])('the answer to %s', async (_name, bytes, status, name) => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(bytes);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(check(errorSchema(name), JSON.parse(answer.slice(answer.indexOf('{'))))).toEqual([]);
  });

  it.each([
    ['NotFoundError', '/nothing/here', 'GET'],
    ['MethodNotAllowedError', '/health', 'POST'],
    ['UrlTooLongError', `/health?${'x'.repeat(2100)}`, 'GET'],
    ['InvalidParametersError', '/v1/sample/purchase-costs?vin=1', 'GET'],
  ])('the error that anybody can provoke: %s', async (name, path, method) => {
    const response = await service.get(path, { method });
    expect(check(errorSchema(name), await response.json())).toEqual([]);
  });
});

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, describe, expect, test } from 'vitest';
import { runService } from '../running-service.ts';

const service = await runService({ TRUSTED_PROXIES: '1' });
afterAll(() => service[Symbol.asyncDispose]());

let asked = 0;

/** As it travels: this client unpacks nothing. Each is another client, so that no limit hides an answer. */
async function get(path: string, headers: Record<string, string> = {}, body?: string) {
  asked += 1;
  const response = await request(`${service.url}${path}`, {
    headers: {
      'X-Forwarded-For': `10.0.0.${asked}`,
      ...headers,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { method: 'POST', body }),
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, bytes };
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

describe.each([
  ['a document', '/openapi.json', {}, undefined],
  ['a text', '/llms-full.txt', {}, undefined],
  ['a sample', '/v1/sample/prepurchase', {}, undefined],
  ['a challenge', '/v1/recalls', {}, undefined],
  ['a page in place of a challenge', '/v1/recalls', { Accept: 'text/html' }, undefined],
  ['a reply of MCP', '/mcp', {}, listing],
])('%s', (_name, path, headers, body) => {
  test.each(['br', 'gzip'] as const)('travels packed by %s to whoever takes it so', async (encoding) => {
    const plain = await get(path, headers, body);
    const packed = await get(path, { ...headers, 'Accept-Encoding': encoding }, body);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe(encoding);
    for (const { headers: sent } of [plain, packed]) expect(String(sent.vary)).toContain('Accept-Encoding');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
    const length = (bytes: Buffer) => bytes.toString('utf8').replaceAll(/[0-9a-f-]{36}/g, '').length;
    expect(length(unpack[encoding](packed.bytes))).toBeCloseTo(length(plain.bytes), -2);
  });
});

test('br is preferred to gzip, and what is not wanted is not sent', async () => {
  const encodingFor = async (accepted: string) =>
    (await get('/openapi.json', { 'Accept-Encoding': accepted })).headers['content-encoding'];
  expect(await encodingFor('gzip, deflate, br')).toBe('br');
  expect(await encodingFor('br;q=0.1, gzip;q=0.9')).toBe('gzip');
  expect(await encodingFor('*')).toBe('br');
  expect(await encodingFor('br;q=0, *;q=0')).toBeUndefined();
  expect(await encodingFor('identity, zstd')).toBeUndefined();
});

test('a short answer is sent as it is', async () => {
  const { headers } = await get('/health', { 'Accept-Encoding': 'br' });
  expect(headers).not.toHaveProperty('content-encoding');
});

test('a caller that has the document is not sent it again, however it came', async () => {
  const { headers } = await get('/openapi.json', { 'Accept-Encoding': 'br' });
  const again = await get('/openapi.json', { 'If-None-Match': String(headers.etag) });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test('a document is a fraction of itself', async () => {
  const plain = await get('/openapi.json');
  const packed = await get('/openapi.json', { 'Accept-Encoding': 'br' });
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 6);
});

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { runService } from '../running-service.ts';

/** The beginnings of what two servers could read as different requests. */
const POST = 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

describe('manners of the HTTP interface', async () => {
  const service = await runService();
  afterAll(() => service[Symbol.asyncDispose]());

  it('reports liveness, versions, payment mode and storage on /health', async () => {
    const response = await service.get('/health');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      interfaceVersion: '0.2.1',
      paymentMode: 'dev',
      storage: { kind: 'sqlite', ok: true },
      sources: expect.any(Object),
      disclaimer: expect.stringContaining('not a vehicle-history report'),
    });
  });

  it('says on /health that a source failed when it was asked last', async () => {
    const dead = 'http://127.0.0.1:1/';
    await using lonely = await runService({ NHTSA_URL: dead, SAMPLES_REFRESH: 'on' });
    const health = () => lonely.get('/health').then((response) => response.json());
    await expect.poll(health, { timeout: 20_000 }).toMatchObject({
      status: 'degraded',
      storage: { ok: true },
      sources: { 'NHTSA recalls': { state: expect.stringMatching('failing|resting'), lastSuccessAt: null } },
    });
  });

  it('answers an unknown path with 404 in the error shape', async () => {
    const response = await service.get('/no/such/path?secret=1');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json');
    const body = (await response.json()) as Record<string, string>;
    expect(body).toMatchObject({ error: 'not_found', path: '/no/such/path', charged: false });
    expect(body.requestId).toBe(response.headers.get('x-request-id'));
    expect(body.disclaimer).toContain('not professional');
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    'answers %s on a document with 405 and Allow',
    async (method) => {
      const response = await service.get('/health', { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      expect(await response.json()).toMatchObject({ error: 'method_not_allowed', charged: false });
    },
  );

  it('answers HEAD as GET without a body', async () => {
    const response = await service.get('/terms.txt', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toBe('');
  });

  it('lets browsers ask first and read the payment headers', async () => {
    const preflight = await service.get('/health', {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('PAYMENT-SIGNATURE');
    const answer = await service.get('/health');
    expect(answer.headers.get('access-control-expose-headers')).toContain('PAYMENT-RESPONSE');
  });

  it('sends security headers', async () => {
    const { headers } = await service.get('/health');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('refuses a URL above its limit with 414', async () => {
    const get = (bytes: number) => service.get('/health?'.padEnd(bytes, 'x'));
    expect((await get(2048)).status).toBe(200);
    const response = await get(2049);
    expect(response.status).toBe(414);
    expect(await response.json()).toMatchObject({ error: 'url_too_long', limitBytes: 2048, charged: false });
  });

  it.each([
    ['without a host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['with an impossible host', 'GET /health HTTP/1.1\r\nHost: <x>\r\nConnection: close\r\n\r\n'],
    ['with two hosts', 'GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n'],
    ['for a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['with two lengths', `${POST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['with a length and in chunks', `${POST}Content-Length: 5\r\n${CHUNKED}\r\n0\r\n\r\n`],
    ['with a length that has a sign', `${POST}Content-Length: +2\r\n\r\n{}`],
    ['in chunks twice', `${POST}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
    ['in an encoding that is not named before its colon', `${POST}Transfer-Encoding : chunked\r\n\r\n`],
    ['with an encoding on a line of its own', `${POST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
    ['with a chunk that ends as no line does', `${POST}${CHUNKED}\r\n2\n{}\n0\n\n`],
    ['with lines that end in no carriage return', 'GET /health HTTP/1.1\nHost: x\n\n'],
    ['for no path', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['that is not HTTP', 'HELLO\r\n\r\n'],
  ])('answers a request %s with 400 in the error shape', async (_what, sent) => {
    const { status, headers, body } = await rawExchange(service.port, sent);
    expect(status).toBe(400);
    expect(headers).toMatch(/^content-type: application\/json$/im);
    expect(headers).toMatch(/^x-content-type-options: nosniff$/im);
    expect(JSON.parse(body)).toEqual({
      error: 'bad_request',
      message: expect.any(String),
      charged: false,
      requestId: /^x-request-id: (\S+)$/im.exec(headers)?.[1],
      disclaimer: expect.any(String),
    });
  });

  it('answers what was asked for before it refuses what cannot be read', async () => {
    const good = 'GET /v1/sample/decode HTTP/1.1\r\nHost: x\r\n\r\n';
    const { whole } = await rawExchange(service.port, `${good}${good}HELLO\r\n\r\n`);
    expect(whole.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('answers HTTP/1.0 without a host, as load balancers ask', async () => {
    expect((await rawExchange(service.port, 'GET /health HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('passes over an expectation that it does not know', async () => {
    const sent = 'GET /health HTTP/1.1\r\nHost: x\r\nExpect: cake\r\nConnection: close\r\n\r\n';
    expect((await rawExchange(service.port, sent)).status).toBe(200);
  });

  it.each([
    ['/v1/decodes', '/v1/decode'],
    ['/v1/decode/', '/v1/decode'],
    ['/V1/DECODE', '/v1/decode'],
    ['/v1/known_issues', '/v1/known-issues'],
    ['/openapi.jsn', '/openapi.json'],
    ['/nothing-like-it', undefined],
  ])('suggests for %s what was probably meant', async (path, didYouMean) => {
    const response = await service.get(path);
    const body = (await response.json()) as { didYouMean?: string; message: string };
    expect([response.status, body.didYouMean]).toEqual([404, didYouMean]);
    expect(body.message).toContain(
      didYouMean ? `; did you mean ${didYouMean}? /openapi.json` : 'this path. /openapi.json',
    );
  });

  it('answers a document that did not change with 304', async () => {
    const first = await service.get('/terms.json');
    const etag = first.headers.get('etag');
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await service.get('/terms.json', { headers: { 'If-None-Match': etag ?? '' } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('serves terms as text and as data, and the changelog', async () => {
    expect(await (await service.get('/terms.txt')).text()).toContain('90 days');
    expect(await (await service.get('/terms.json')).json()).toMatchObject({
      sections: expect.any(Array),
      disclaimer: expect.any(String),
    });
    expect(await (await service.get('/changelog')).text()).toContain('# Changelog');
  });
});

/** The answer on a connection that the other side closes behind it. */
async function rawExchange(port: number, sent: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  const answer = await text(socket);
  const end = answer.indexOf('\r\n\r\n');
  const headers = answer.slice(0, end).replaceAll('\r', '');
  return { status: Number(headers.split(' ')[1]), headers, body: answer.slice(end + 4), whole: answer };
}

import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runService } from '../running-service.ts';

const service = await runService({ TRUSTED_PROXIES: '1' });
afterAll(() => service[Symbol.asyncDispose]());
let sent = 0;

const send = (path: string, body: unknown, headers: Record<string, string>) =>
  service.get(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
  });

/** Each from a client of its own, so that no limit hides an answer. */
async function post(path: string, message: object) {
  sent += 1;
  const headers = { 'X-Forwarded-For': `10.0.${sent >> 8}.${sent & 255}` };
  const response = await send(path, { jsonrpc: '2.0', id: 1, ...message }, headers);
  return { status: response.status, text: await response.text() };
}

const anything = fc.jsonValue({ maxDepth: 3 });
const INTERNAL_ERROR = '-32603';

test('whatever is sent over MCP and A2A, it is the sender who learns what is wrong with it', async () => {
  const names = ['tools/call', 'prompts/get', 'resources/read', 'message/send', 'tasks/get', 'x'];
  const methods = fc.constantFrom(...names);
  await fc.assert(
    fc.asyncProperty(methods, anything, async (method, value) => {
      const parts = [{ kind: 'data', data: { skill: 'decode', parameters: value } }];
      const calls = [
        post('/mcp', { method, params: value }),
        post('/mcp', {
          method: 'tools/call',
          params: { name: 'get_decode', arguments: value, _meta: { 'x402/payment': value } },
        }),
        post('/a2a', { method, params: value }),
        post('/a2a', {
          method: 'message/send',
          params: { message: { messageId: 'm', role: 'user', parts, metadata: value } },
        }),
      ];
      for (const { status, text } of await Promise.all(calls)) {
        expect(status).toBeLessThan(500);
        expect(text).not.toContain(INTERNAL_ERROR);
      }
    }),
    { numRuns: 60, examples: [['x', { '': { toString: 0 } }]] },
  );
});

/** Many messages at once, as the earliest revision has it. */
const postList = (messages: object[], client = '10.255.0.1') =>
  send(
    '/mcp',
    messages.map((message) => ({ jsonrpc: '2.0', ...message })),
    { 'MCP-Protocol-Version': '2025-03-26', 'X-Forwarded-For': client },
  );

test('a request in a list is answered though the list calls it off', async () => {
  const params = { name: 'get_decode', arguments: { vin: '5NPDH4AE8DH100013' } };
  const request = { id: 7, method: 'tools/call', params };
  const calledOff = { method: 'notifications/cancelled', params: { requestId: 7 } };
  for (const list of [
    [request, calledOff],
    [calledOff, request],
  ]) {
    const response = await postList(list);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('payment_required');
  }
});

test('a list in which two messages have one id is refused: only one could be answered', async () => {
  const request = { id: 7, method: 'tools/call', params: { name: 'get_decode' } };
  const response = await postList([request, request]);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: -32600 } });
});

test('messages that come together in one list count each', async () => {
  const ask = (messages: number) =>
    postList(
      Array.from({ length: messages }, (_, id) => ({ id, method: 'ping' })),
      '10.255.0.2',
    );
  for (let sent = 0; sent < 600; sent += 100) expect((await ask(100)).status).toBe(200);
  const refused = await ask(2);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
});

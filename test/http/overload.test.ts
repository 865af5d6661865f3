import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, it } from 'vitest';
import { startDoor } from './door.ts';

it('turns away what there is no room for and who holds too much of it, says when to come back, and takes the next when there is', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  let inside = 0;
  const addRoutes: Parameters<typeof startDoor>[0] = (app) =>
    app.get('/slow', async (c) => {
      inside += 1;
      await promise;
      return c.text('done');
    });
  await using server = await startDoor(addRoutes, {
    trustedProxies: 1,
    mostInside: { perClient: 2, inAll: 3 },
    failurePage: ({ code }) => ({ text: `a page about ${code}`, headers: { 'Content-Language': 'en' } }),
  });
  const ask = async (client: string, more: Record<string, string> = {}) => {
    const headers = { ...more, 'X-Forwarded-For': client };
    const asking = request({ port: server.port, path: '/slow', agent: false, headers }).end();
    const [response]: IncomingMessage[] = await once(asking, 'response');
    const body = (await response?.toArray())?.join('') ?? '';
    return { status: response?.statusCode, retryAfter: response?.headers['retry-after'], body };
  };
  const slow = [ask('192.0.2.1'), ask('192.0.2.1')];
  await expect.poll(() => inside).toBe(2);
  const eager = await ask('192.0.2.1');
  expect(eager).toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) });
  expect(JSON.parse(eager.body)).toMatchObject({ limit: 'open_requests', charged: false });

  slow.push(ask('192.0.2.2'));
  await expect.poll(() => inside).toBe(3);
  const refused = await ask('192.0.2.3');
  expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
  expect(JSON.parse(refused.body)).toMatchObject({ error: 'overloaded', charged: false });

  const person = await ask('192.0.2.3', { Accept: 'text/html' });
  expect(person).toMatchObject({ status: 503, body: 'a page about overloaded' });
  for (const header of ['PAYMENT-SIGNATURE', 'X-PAYMENT', 'SIGN-IN-WITH-X']) {
    const payer = await ask('192.0.2.3', { Accept: 'text/html', [header]: 'e30=' });
    expect(JSON.parse(payer.body)).toMatchObject({ error: 'overloaded', charged: false });
  }

  answer();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await ask('192.0.2.1')).toMatchObject({ status: 200, body: 'done' });
});

it('tells those who wait for a service whose start fails to come back, and calls it no fault of an answer', async () => {
  const faulted: unknown[] = [];
  const events = { requestFinished() {}, requestFaulted: (event: unknown) => void faulted.push(event) };
  const app = Promise.reject(new Error('no database'));
  app.catch(() => {});
  await using server = await startDoor(() => {}, { door: { leaving: false, closing: false, app }, events });
  const answer = await fetch(`http://127.0.0.1:${server.port}/v1/decode`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: 'shutting_down', charged: false });
  expect(faulted).toEqual([]);
});

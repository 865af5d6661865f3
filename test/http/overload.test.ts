import { request } from 'node:http';
import { expect, it } from 'vitest';
import { createEntrance, type Door } from '../../src/http/entrance.ts';
import { createHttpApp } from '../../src/http/routes.ts';
import { startHttpServer } from '../../src/http/server.ts';

const events = { requestFaulted() {}, requestFinished() {} };

it('turns away what there is no room for and who holds too much of it, says when to come back, and takes the next when there is', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const app = createHttpApp(events);
  let inside = 0;
  app.get('/slow', async (c) => {
    inside += 1;
    await promise;
    return c.text('done');
  });
  const door: Door = { closing: false };
  await using server = await startHttpServer({
    fetch: createEntrance({
      appFor: () => app,
      events,
      trustedProxies: 1,
      door,
      mostInside: { perClient: 2, inAll: 3 },
      failurePage: ({ code }) => ({ text: `a page about ${code}`, headers: { 'Content-Language': 'en' } }),
    }),
    events,
    host: '127.0.0.1',
    port: 0,
    door,
    trustedProxies: 0,
    drainDeadlineMs: 1_000,
  });
  const ask = (client: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; retryAfter: string | undefined; body: string }>(
      (resolve, reject) => {
        request(
          {
            port: server.port,
            path: '/slow',
            agent: false,
            headers: { ...headers, 'X-Forwarded-For': client },
          },
          async (response) => {
            const body = (await response.toArray()).join('');
            resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'], body });
          },
        )
          .on('error', reject)
          .end();
      },
    );
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
  const door: Door = { closing: false };
  const faulted: unknown[] = [];
  const told = { ...events, requestFaulted: (event: unknown) => void faulted.push(event) };
  await using server = await startHttpServer({
    fetch: createEntrance({
      appFor: () => Promise.reject(new Error('no database')),
      events: told,
      trustedProxies: 0,
      door,
    }),
    events: told,
    host: '127.0.0.1',
    port: 0,
    door,
    trustedProxies: 0,
    drainDeadlineMs: 1_000,
  });
  const answer = await fetch(`http://127.0.0.1:${server.port}/v1/decode`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ error: 'shutting_down', charged: false });
  expect(faulted).toEqual([]);
});

import { request } from 'node:http';
import { expect, it } from 'vitest';
import { createHttpApp } from '../../src/api/http/app.ts';
import { createEntrance, type Door } from '../../src/api/http/entrance.ts';
import { startHttpServer } from '../../src/api/http/server.ts';

const events = { requestFaulted() {}, requestFinished() {} };

it('turns away what there is no room for, says when to come back, and takes the next when there is', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const app = createHttpApp(events);
  app.get('/slow', async (c) => {
    await promise;
    return c.text('done');
  });
  const door: Door = { closing: false, inside: 0 };
  await using server = await startHttpServer({
    fetch: createEntrance({
      appFor: () => app,
      events,
      trustedProxies: 0,
      door,
      maxConcurrentRequests: 3,
      failurePage: ({ code }) => ({ text: `a page about ${code}`, headers: { 'Content-Language': 'en' } }),
    }),
    events,
    host: '127.0.0.1',
    port: 0,
    door,
    trustedProxies: 0,
    drainDeadlineMs: 1_000,
  });
  const ask = (headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; retryAfter: string | undefined; body: string }>(
      (resolve, reject) => {
        request({ port: server.port, path: '/slow', agent: false, headers }, async (response) => {
          const body = (await response.toArray()).join('');
          resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'], body });
        })
          .on('error', reject)
          .end();
      },
    );
  const inside = [ask(), ask(), ask()];
  await expect.poll(() => door.inside).toBe(3);

  const refused = await ask();
  expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
  expect(JSON.parse(refused.body)).toMatchObject({ error: 'overloaded', charged: false });

  const person = await ask({ Accept: 'text/html' });
  expect(person).toMatchObject({ status: 503, body: 'a page about overloaded' });
  const payer = await ask({ Accept: 'text/html', 'PAYMENT-SIGNATURE': 'e30=' });
  expect(JSON.parse(payer.body)).toMatchObject({ error: 'overloaded', charged: false });

  answer();
  expect((await Promise.all(inside)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await ask()).toMatchObject({ status: 200, body: 'done' });
});

it('tells those who wait for a service whose start fails to come back, and calls it no fault of an answer', async () => {
  const door: Door = { closing: false, inside: 0 };
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
  expect(door.inside).toBe(0);
});

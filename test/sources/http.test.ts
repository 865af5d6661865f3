import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isServiceError, type ServiceError } from '../../src/errors/service-error.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createSource, type SourceOptions } from '../../src/sources/http.ts';
import { SourceError } from '../../src/sources/read-answer.ts';
import { type Behaviour, type FakeSource, faults, json, startFakeSource } from './fake-source.ts';

const answer = z.object({ results: z.array(z.object({ model: z.string() })) });
const good = json({ results: [{ model: 'ELANTRA' }] });

function heldClock(startMs = 1_000_000): Clock & { pauses: number[]; pass(ms: number): void } {
  let nowMs = startMs;
  const pauses: number[] = [];
  return {
    pauses,
    pass: (ms) => {
      nowMs += ms;
    },
    now: () => nowMs,
    random: () => 0.5,
    async sleep(ms) {
      pauses.push(ms);
      nowMs += ms;
    },
  };
}

function sourceFor(fake: FakeSource, options: Partial<SourceOptions> = {}) {
  const named = { name: 'Test source', userAgent: 'forecourt/test' };
  return createSource({ ...named, baseUrl: fake.url, clock: heldClock(), ...options });
}

async function failureOf(promise: Promise<unknown>): Promise<ServiceError<'upstream_unavailable'>> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!isServiceError(error, 'upstream_unavailable'))
    throw new Error('expected upstream_unavailable', { cause: error });
  return error;
}

function kindOf(failure: ServiceError<'upstream_unavailable'>) {
  return failure.cause instanceof SourceError ? failure.cause.kind : undefined;
}

function inTurn(...behaviours: Behaviour[]): Behaviour {
  let calls = 0;
  return (request, response) => {
    const behaviour = behaviours[Math.min(calls, behaviours.length - 1)];
    calls += 1;
    behaviour?.(request, response);
  };
}

describe('a source that answers', () => {
  test('gives the parsed answer, asked with the query, a JSON accept header and the service named', async () => {
    let headers: NodeJS.Dict<string | string[]> = {};
    await using fake = await startFakeSource((request, response) => {
      headers = request.headers;
      good(request, response);
    });
    await using source = sourceFor(fake, { baseUrl: `${fake.url}/api/` });

    const query = { make: 'LAND ROVER', year: 2016 };
    const value = await source.getJson('/recalls', { query, schema: answer });
    expect(value).toEqual({ results: [{ model: 'ELANTRA' }] });
    expect(fake.requests).toEqual(['/api/recalls?make=LAND%20ROVER&year=2016']);
    expect(headers).toMatchObject({ 'user-agent': 'forecourt/test', accept: 'application/json' });
  });

  test('may compress and may add fields', async () => {
    await using fake = await startFakeSource((_request, response) => {
      const body = gzipSync(JSON.stringify({ results: [{ model: 'ELANTRA', added: 1 }], extra: true }));
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
    });
    await using source = sourceFor(fake);
    expect(await source.getJson('/', { schema: answer })).toEqual({ results: [{ model: 'ELANTRA' }] });
  });

  test('may answer with a status named as an answer, as long as the body fits', async () => {
    const [none, refused] = [json({ results: [] }, 400), json({ message: 'no' }, 400)];
    await using fake = await startFakeSource(inTurn(none, refused));
    await using source = sourceFor(fake);
    const call = { schema: answer, alsoAnswers: [400] };
    expect(await source.getJson('/', call)).toEqual({ results: [] });
    expect(kindOf(await failureOf(source.getJson('/', call)))).toBe('refused');
    expect(fake.requests).toHaveLength(2);
  });
});

describe('a source that fails', () => {
  test.each([
    ['500', faults.serverError, 'server_error', 3],
    ['403', faults.refused, 'refused', 1],
    ['truncated JSON', faults.truncated, 'not_json', 3],
    ['a connection cut off inside the body', faults.cutOff, 'unreachable', 3],
    ['HTML instead of JSON', faults.html, 'not_json', 3],
    ['a missing field', json({ results: [{}] }), 'unexpected_shape', 1],
    ['10 MB', faults.tenMegabytes, 'too_large', 1],
    ['10 MB announced', json({}, 200, { 'content-length': '10485760' }), 'too_large', 1],
    ['a redirect', json({}, 302, { location: 'http://127.0.0.1:1/' }), 'refused', 1],
  ] as const)('with %s is upstream_unavailable naming it', async (_name, behaviour, kind, requests) => {
    await using fake = await startFakeSource(behaviour);
    await using source = sourceFor(fake);
    const failure = await failureOf(source.getJson('/v/5NPDH4AE8DH100013', { schema: answer }));
    expect(failure.details).toEqual({ source: 'Test source' });
    expect(kindOf(failure)).toBe(kind);
    expect(fake.requests).toHaveLength(requests);
    expect(`${failure.message} ${failure.cause}`).not.toMatch(/5NPDH4AE8DH100013|127\.0\.0\.1/);
  });

  test('by being slow is given up after the attempt time, and tried again', async () => {
    await using fake = await startFakeSource(inTurn(faults.slow, good));
    await using source = sourceFor(fake, { attemptTimeoutMs: 50 });
    expect(await source.getJson('/', { schema: answer })).toEqual({ results: [{ model: 'ELANTRA' }] });
  });

  test('by being slow is given up for good after the whole time', async () => {
    await using fake = await startFakeSource(faults.slow);
    await using source = sourceFor(fake, { timeoutMs: 60 });
    expect(kindOf(await failureOf(source.getJson('/', { schema: answer })))).toBe('timeout');
    expect(fake.requests).toHaveLength(1);
  });

  test('by not listening is unreachable', async () => {
    const fake = await startFakeSource(good);
    await fake[Symbol.asyncDispose]();
    await using source = sourceFor(fake);
    expect(kindOf(await failureOf(source.getJson('/', { schema: answer })))).toBe('unreachable');
  });

  test('with an error in disguise is tried again', async () => {
    const timedOut = json({ message: 'Endpoint request timed out' });
    await using fake = await startFakeSource(inTurn(timedOut, good));
    await using source = sourceFor(fake);
    const isTemporary = (body: unknown) => JSON.stringify(body).includes('timed out');
    await source.getJson('/', { schema: answer, isTemporary });
    expect(fake.requests).toHaveLength(2);
  });

  test.each([408, 429, 500, 503, 504])('with %i is tried again', async (status) => {
    await using fake = await startFakeSource(inTurn(json({}, status), good));
    await using source = sourceFor(fake);
    await source.getJson('/', { schema: answer });
    expect(fake.requests).toHaveLength(2);
  });

  test('is tried again after pauses of full jitter that double', async () => {
    await using fake = await startFakeSource(faults.serverError);
    const clock = heldClock();
    await using source = sourceFor(fake, { clock, attempts: 4 });
    await failureOf(source.getJson('/', { schema: answer }));
    expect(clock.pauses).toEqual([125, 250, 500]);
  });

  test('with 429 is tried again when it asks for a pause that fits, and passes on one that does not', async () => {
    const clock = heldClock();
    await using fake = await startFakeSource(inTurn(json({}, 429, { 'retry-after': '2' }), good));
    await using source = sourceFor(fake, { clock });
    await source.getJson('/', { schema: answer });
    expect(clock.pauses).toEqual([2_000]);

    fake.behave(json({}, 429, { 'retry-after': '120' }));
    const failure = await failureOf(source.getJson('/', { schema: answer }));
    expect(failure.retryAfterSeconds).toBe(120);
    expect(clock.pauses).toEqual([2_000]);
  });
});

describe('a caller who gives up', () => {
  test('gets the reason of his own signal, and the source is not blamed', async () => {
    await using fake = await startFakeSource(faults.slow);
    await using source = sourceFor(fake);
    const controller = new AbortController();
    const call = source.getJson('/', { schema: answer, signal: controller.signal });
    const reason = new Error('gone');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(source.health().state).toBe('unknown');
  });
});

describe('the circuit breaker', () => {
  const breaker = { failures: 2, restMs: 10_000 };

  test('rests the source after failures in a row, says for how long, and lets one trial through', async () => {
    await using fake = await startFakeSource(faults.refused);
    const clock = heldClock();
    await using source = sourceFor(fake, { clock, breaker });
    const ask = () => source.getJson('/', { schema: answer });
    await failureOf(ask());
    await failureOf(ask());
    expect(source.health().state).toBe('resting');

    clock.pass(4_000);
    const resting = await failureOf(ask());
    expect(resting.retryAfterSeconds).toBe(6);
    expect(fake.requests).toHaveLength(2);

    fake.behave(good);
    clock.pass(6_000);
    const [trial, other] = await Promise.allSettled([ask(), ask()]);
    expect([trial.status, other.status]).toEqual(['fulfilled', 'rejected']);
    expect(source.health()).toMatchObject({ state: 'ok', lastSuccessAt: expect.any(String) });
  });

  test('is not moved by one answer of the wrong shape', async () => {
    await using fake = await startFakeSource(json({}));
    await using source = sourceFor(fake, { breaker });
    for (let call = 0; call < 4; call += 1) {
      const failure = await failureOf(source.getJson('/', { schema: answer }));
      expect(failure.cause).toMatchObject({ kind: 'unexpected_shape' });
    }
    expect(fake.requests).toHaveLength(4);
    expect(source.health()).toMatchObject({ state: 'failing' });
  });
});

test('no more calls run at a time than allowed', async () => {
  let running = 0;
  let most = 0;
  await using fake = await startFakeSource((request, response) => {
    running += 1;
    most = Math.max(most, running);
    setImmediate(() => {
      running -= 1;
      good(request, response);
    });
  });
  await using source = sourceFor(fake, { maxConcurrent: 3 });
  await Promise.all(Array.from({ length: 30 }, () => source.getJson('/', { schema: answer })));
  expect(fake.requests).toHaveLength(30);
  expect(most).toBeLessThanOrEqual(3);
});

test('calls waiting in line leave it when their time is up', async () => {
  await using fake = await startFakeSource(faults.slow);
  await using source = sourceFor(fake, { maxConcurrent: 1 });
  const first = failureOf(source.getJson('/', { schema: answer, timeoutMs: 150 }));
  expect(kindOf(await failureOf(source.getJson('/', { schema: answer, timeoutMs: 40 })))).toBe('timeout');
  await first;
  fake.behave(good);
  expect(await source.getJson('/', { schema: answer })).toBeDefined();
});

test('closing ends running calls at once, without another attempt', async () => {
  await using fake = await startFakeSource(faults.slow);
  const source = sourceFor(fake);
  const call = failureOf(source.getJson('/', { schema: answer }));
  await expect.poll(() => fake.requests.length).toBe(1);
  await source[Symbol.asyncDispose]();
  expect(kindOf(await call)).toBe('unreachable');
  expect(fake.requests).toHaveLength(1);
});

test('a source that asks for years is asked again in five minutes', async () => {
  await using fake = await startFakeSource(json({}, 429, { 'retry-after': '999999999' }));
  await using source = sourceFor(fake);
  const asking = source.getJson('recalls', { schema: answer });
  await expect(asking).rejects.toMatchObject({ retryAfterSeconds: 300 });
});

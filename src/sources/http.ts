import { Agent, fetch, type Response } from 'undici';
import { ServiceError } from '../errors/service-error.ts';
import { readBytes, TooLargeError } from '../lib/bodies.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { traced, traceHeaders } from '../lib/tracing.ts';
import { createBreaker, createSlots, doubledPauseMs, retry, retryAfterMs } from './attempts.ts';
import { readJson, type Shape, SourceError } from './read-answer.ts';

export interface SourceOptions {
  /** The name that callers read when the source fails, such as "NHTSA recalls". */
  name: string;
  baseUrl: string;
  userAgent: string;
  connectTimeoutMs?: number;
  /** One attempt, from its slot to the last byte. */
  attemptTimeoutMs?: number;
  /** The whole call: waiting for a slot, attempts and pauses. */
  timeoutMs?: number;
  attempts?: number;
  maxConcurrent?: number;
  maxResponseBytes?: number;
  breaker?: { failures: number; restMs: number };
  clock?: Clock;
}

interface Call {
  query?: Record<string, string | number>;
  signal?: AbortSignal;
  timeoutMs?: number;
  attemptTimeoutMs?: number;
  /** Statuses other than 2xx whose body is an answer too if it fits the schema. */
  alsoAnswers?: readonly number[];
}

/** Makes an answer of a body, which it may transfer; rejects with a SourceError for one that is none. */
export type ReadBody<T> = (body: Uint8Array<ArrayBuffer>, status: number) => T | Promise<T>;

export interface SourceHealth {
  name: string;
  /** resting: not asked for a while after failures in a row; unknown: not asked yet. */
  state: 'unknown' | 'ok' | 'failing' | 'resting';
  lastSuccessAt: string | null;
  lastFailureAt: string | null;
  /** The number of calls that are under way. */
  calls: number;
}

export type Source = ReturnType<typeof createSource>;

const PAUSES = { firstMs: 250, longestMs: 4_000 };
/** A source may ask for days; callers are told this at most. */
const MOST_RETRY_SECONDS = 300;
const MEBIBYTE = 1024 * 1024;

const AGAIN_MS = 2_000;
/** The advice to a caller whose call had nothing both times. */
const AGAIN_SECONDS = 30;

/** A source that fails may answer with nothing, so that where there should be something it is asked again after seconds. */
export async function askedAgain<T>(ask: () => Promise<T[]>, clock: Clock): Promise<T[]> {
  const rows = await ask();
  if (rows.length > 0) return rows;
  await clock.sleep(AGAIN_MS);
  return ask();
}

/** A source that had nothing of what it lists itself: its caller may try again. */
export function nothingOfListed(source: string): ServiceError<'upstream_unavailable'> {
  const cause = new SourceError('temporary', { detail: 'nothing under listed names' });
  return new ServiceError('upstream_unavailable', { source, retryAfterSeconds: AGAIN_SECONDS }, { cause });
}

/** @NOTE a blank becomes %20: not every gateway reads "+" as one. */
function addressOf(baseUrl: string, path: string, query: Record<string, string | number> = {}): URL {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  return new URL(`${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}${search}`);
}

function faultOfStatus(response: Response, nowMs: number): SourceError {
  const { status } = response;
  const pauseMs = retryAfterMs(response.headers.get('retry-after'), nowMs) || undefined;
  if (status === 429) return new SourceError('throttled', { status, retryAfterMs: pauseMs });
  if (status === 408 || status >= 500)
    return new SourceError('server_error', { status, retryAfterMs: pauseMs });
  return new SourceError('refused', { status });
}

function isoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** @NOTE messages of network errors can hold addresses; only their codes are kept. */
function faultOf(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  if (error instanceof Error && error.name === 'TimeoutError') return new SourceError('timeout');
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code =
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return new SourceError(code === 'UND_ERR_CONNECT_TIMEOUT' ? 'timeout' : 'unreachable', { detail: code });
}

type ReadCall<T> = Call & { read: ReadBody<T> };

/** Opens a source. Disposing ends running calls: those that still matter have been answered before. */
export function createSource(options: SourceOptions) {
  const { name, baseUrl, clock = systemClock } = options;
  const attempts = options.attempts ?? 3;
  const slots = createSlots(options.maxConcurrent ?? 6);
  const maxResponseBytes = options.maxResponseBytes ?? 8 * MEBIBYTE;
  const breaker = createBreaker({ failures: 5, restMs: 30_000, ...options.breaker, now: clock.now });
  const agent = new Agent({ connect: { timeout: options.connectTimeoutMs ?? 5_000 } });
  const headers = { 'user-agent': options.userAgent, accept: 'application/json' };
  let lastSuccessAtMs: number | undefined;
  let lastFailureAtMs: number | undefined;
  let calls = 0;
  let closed = false;

  async function attemptOnce<T>(url: URL, call: ReadCall<T>, signal: AbortSignal): Promise<T> {
    const giveBack = await slots.take(signal);
    try {
      const attemptTimeoutMs = call.attemptTimeoutMs ?? options.attemptTimeoutMs ?? 10_000;
      const response = await fetch(url, {
        dispatcher: agent,
        headers: { ...headers, ...traceHeaders() },
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(attemptTimeoutMs)]),
      });
      if (!response.ok && !call.alsoAnswers?.includes(response.status)) {
        await response.body?.cancel();
        throw faultOfStatus(response, clock.now());
      }
      return await readAnswer(response, call);
    } finally {
      giveBack();
    }
  }

  async function readAnswer<T>(response: Response, call: ReadCall<T>): Promise<T> {
    try {
      return await call.read(await readBytes(response, maxResponseBytes), response.status);
    } catch (caught) {
      const tooLarge = caught instanceof TooLargeError;
      const error = tooLarge ? new SourceError('too_large', { status: response.status }) : caught;
      const isAnswer = response.ok || !(error instanceof SourceError) || error.kind === 'temporary';
      throw isAnswer ? error : faultOfStatus(response, clock.now());
    }
  }

  function unavailable(fault: SourceError): ServiceError<'upstream_unavailable'> {
    lastFailureAtMs = clock.now();
    const seconds = fault.retryAfterMs && Math.min(MOST_RETRY_SECONDS, Math.ceil(fault.retryAfterMs / 1000));
    return new ServiceError(
      'upstream_unavailable',
      { source: name, ...(seconds && { retryAfterSeconds: seconds }) },
      { cause: fault },
    );
  }

  async function tryRepeatedly<T>(path: string, call: ReadCall<T>): Promise<T> {
    const url = addressOf(baseUrl, path, call.query);
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? 20_000;
    const deadlineMs = clock.now() + timeoutMs;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
    const attempt = () =>
      attemptOnce(url, call, signal).catch((error: unknown) => {
        call.signal?.throwIfAborted();
        throw faultOf(error);
      });
    return retry(attempt, {
      sleep: clock.sleep,
      signal: call.signal,
      pauseAfter(error, tried) {
        if (!(error instanceof SourceError) || !error.worthRetrying || tried >= attempts || closed)
          return undefined;
        const jittered = clock.random() * doubledPauseMs(tried, PAUSES);
        const pauseMs = Math.max(error.retryAfterMs ?? 0, jittered);
        return clock.now() + pauseMs < deadlineMs ? pauseMs : undefined;
      },
    });
  }

  /**
   * Sends a GET, so every retry is safe. Rejects with upstream_unavailable (cause: SourceError), or with the reason of
   * `signal` when the caller gave up. The body may be read elsewhere, such as in a thread for large ones.
   */
  async function get<T>(path: string, call: ReadCall<T>): Promise<T> {
    call.signal?.throwIfAborted();
    const restMs = breaker.admit();
    if (restMs > 0) {
      const cause = new SourceError('resting', { retryAfterMs: restMs });
      const retryAfterSeconds = Math.ceil(restMs / 1000);
      throw new ServiceError('upstream_unavailable', { source: name, retryAfterSeconds }, { cause });
    }
    calls += 1;
    try {
      const value = await traced(name, () => tryRepeatedly(path, call), { kind: 'CLIENT' });
      breaker.succeeded();
      lastSuccessAtMs = clock.now();
      return value;
    } catch (error) {
      if (!(error instanceof SourceError)) {
        breaker.withdrawn();
        throw error;
      }
      if (error.countsAgainstSource) breaker.failed();
      else breaker.succeeded();
      throw unavailable(error);
    } finally {
      calls -= 1;
    }
  }

  return {
    baseUrl,
    get,
    getJson: <T>(path: string, call: Call & Shape<T>): Promise<T> =>
      get(path, { ...call, read: (body, status) => readJson(body, status, call) }),
    /** Never waits. */
    health(): SourceHealth {
      const failedLast = (lastFailureAtMs ?? -1) > (lastSuccessAtMs ?? -1);
      const asked = lastFailureAtMs !== undefined || lastSuccessAtMs !== undefined;
      const state = breaker.isOpen() ? 'resting' : failedLast ? 'failing' : asked ? 'ok' : 'unknown';
      return {
        name,
        state,
        lastSuccessAt: isoTime(lastSuccessAtMs),
        lastFailureAt: isoTime(lastFailureAtMs),
        calls,
      };
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      await agent.destroy();
    },
  };
}

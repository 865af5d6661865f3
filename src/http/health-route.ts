import { steadyNow } from '../lib/clock.ts';
import { interfaceVersion, version } from '../lib/version.ts';
import type { SourceHealth } from '../sources/http.ts';
import { jsonWithDisclaimer, NO_STORE, replyText, type WrittenPage } from './reply.ts';
import { prefersPage } from './request.ts';
import type { Route } from './routes.ts';

export interface Health {
  paymentMode: 'live' | 'dev';
  /** Said where money is worth nothing. */
  notice?: string;
  /** Known without asking anybody: /health never waits. */
  storage: { kind: string; ok: boolean };
  sources: readonly SourceHealth[];
  /** `leastPriceUsd` while gas is so dear that nothing is sold for less. */
  payments: { ready: boolean; leastPriceUsd?: string };
}

/** Probes come often and from many sides: the answer is put together at most this often. */
const KEEP_MS = 200;
const HEADERS = { ...NO_STORE, Vary: 'Accept' };
const HTML = 'text/html; charset=utf-8';

/** @param writePage writes the page for browsers, as soon as pages can be written. */
export function healthRoute(
  readHealth: () => Health,
  writePage: (health: Health) => WrittenPage | undefined,
): Route {
  const startedAtMs = steadyNow();
  let text = '';
  let madeAtMs = Number.NEGATIVE_INFINITY;
  return {
    path: '/health',
    get: (c) => {
      const page = prefersPage(c.req.header('Accept')) ? writePage(readHealth()) : undefined;
      if (page) return replyText(c.env.exchange, 200, page.text, HTML, { ...page.headers, ...HEADERS });
      const nowMs = steadyNow();
      if (nowMs - madeAtMs > KEEP_MS) {
        text = describeHealth(readHealth(), Math.floor((nowMs - startedAtMs) / 1000));
        madeAtMs = nowMs;
      }
      return replyText(c.env.exchange, 200, text, 'application/json', HEADERS);
    },
  };
}

function describeHealth(health: Health, uptimeSeconds: number): string {
  return jsonWithDisclaimer({
    status: health.storage.ok && !health.sources.some(failedLast) ? 'ok' : 'degraded',
    version,
    interfaceVersion,
    uptimeSeconds,
    ...health,
    sources: Object.fromEntries(health.sources.map((source) => [source.name, describeSource(source)])),
  });
}

function describeSource({ state, lastSuccessAt, lastFailureAt }: SourceHealth) {
  return { state, lastSuccessAt, lastFailureAt };
}

const failedLast = ({ state }: SourceHealth) => state === 'failing' || state === 'resting';

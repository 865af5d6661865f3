import { steadyNow } from '../../lib/steady-now.ts';
import { interfaceVersion, version } from '../../lib/version.ts';
import type { SourceHealth } from '../../sources/http.ts';
import { jsonWithDisclaimer, NO_STORE, replyText } from './reply.ts';
import type { Route } from './routes.ts';

export interface Health {
  paymentMode: 'live' | 'dev';
  /** What is known without asking anybody: /health never waits. */
  storage: { kind: string; ok: boolean };
  sources: readonly SourceHealth[];
  payments: { ready: boolean };
}

/** Probes come often and from many sides: the answer is put together at most this often. */
const KEEP_MS = 200;

export function healthRoute(readHealth: () => Health): Route {
  const startedAtMs = steadyNow();
  let text = '';
  let madeAtMs = Number.NEGATIVE_INFINITY;
  return {
    path: '/health',
    get: (c) => {
      const nowMs = steadyNow();
      if (nowMs - madeAtMs > KEEP_MS) {
        text = describeHealth(readHealth(), Math.floor((nowMs - startedAtMs) / 1000));
        madeAtMs = nowMs;
      }
      return replyText(c.env.exchange, 200, text, 'application/json', NO_STORE);
    },
  };
}

function describeHealth(health: Health, uptimeSeconds: number): string {
  return jsonWithDisclaimer({
    status: health.storage.ok ? 'ok' : 'degraded',
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

import type { Hono } from 'hono';
import type { SourceHealth } from '../../sources/http.ts';
import { interfaceVersion, version } from '../../version.ts';
import { type HttpEnv, replyJson } from './reply.ts';
import { addRoute } from './routes.ts';

export interface Health {
  paymentMode: 'live' | 'dev';
  /** What is known without asking anybody: /health never waits. */
  storage: { kind: string; ok: boolean };
  sources: readonly SourceHealth[];
  payments: { ready: boolean };
}

export function addHealthRoute(app: Hono<HttpEnv>, readHealth: () => Health): void {
  const startedAtMs = Date.now();
  addRoute(app, '/health', {
    get: (c) => {
      const health = readHealth();
      return replyJson(c.env.exchange, 200, {
        status: health.storage.ok ? 'ok' : 'degraded',
        version,
        interfaceVersion,
        uptimeSeconds: Math.floor((Date.now() - startedAtMs) / 1000),
        ...health,
        sources: Object.fromEntries(health.sources.map((source) => [source.name, describeSource(source)])),
      });
    },
  });
}

function describeSource({ state, lastSuccessAt, lastFailureAt }: SourceHealth) {
  return { state, lastSuccessAt, lastFailureAt };
}

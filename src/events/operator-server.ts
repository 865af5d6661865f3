import { createServer } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import type { SourceHealth } from '../sources/http.ts';
import type { Metrics } from './metrics.ts';

interface Options {
  metrics: Metrics;
  host: string;
  port: number;
  /** Whether something can be sold right now. */
  isReady(): boolean;
  sourceHealth(): readonly SourceHealth[];
}

/**
 * Metrics and probes on a port of their own: the public one never shows the metrics, and no crowd at its door keeps the
 * probes from their answers.
 */
export async function startOperatorServer(options: Options): Promise<AsyncDisposable> {
  const { metrics, host, port, isReady, sourceHealth } = options;
  collectDefaultMetrics({ register: metrics.registry });

  async function describeMetrics() {
    for (const { name, state } of sourceHealth()) {
      metrics.sourceUp.set({ source: name }, state === 'resting' ? 0 : 1);
    }
    metrics.ready.set(isReady() ? 1 : 0);
    return { status: 200, type: metrics.registry.contentType, text: await metrics.registry.metrics() };
  }
  const probe = (isGood: boolean) => ({
    status: isGood ? 200 : 503,
    type: 'text/plain',
    text: isGood ? 'ok' : 'not ready',
  });

  const server = createServer(async ({ url }, response) => {
    const answer =
      url === '/metrics'
        ? await describeMetrics()
        : url === '/livez'
          ? probe(true)
          : url === '/readyz'
            ? probe(isReady())
            : undefined;
    if (answer) response.writeHead(answer.status, { 'Content-Type': answer.type }).end(answer.text);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

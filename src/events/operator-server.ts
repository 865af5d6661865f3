import { createServer } from 'node:http';
import { explainListening } from '../lib/explain-listening.ts';

export interface OperatorPages {
  /** Whether something can be sold right now. */
  isReady(): boolean | Promise<boolean>;
  metrics(): Promise<{ contentType: string; text: string }>;
}

/**
 * Metrics and probes on a port of their own: the public one never shows the metrics, and no crowd at its door keeps the
 * probes from their answers.
 */
export async function startOperatorServer(
  { host, port }: { host: string; port: number },
  { isReady, metrics }: OperatorPages,
): Promise<AsyncDisposable> {
  const probe = (isGood: boolean) => ({
    status: isGood ? 200 : 503,
    contentType: 'text/plain',
    text: isGood ? 'ok' : 'not ready',
  });
  async function answerTo(url: string | undefined) {
    if (url === '/metrics') return { status: 200, ...(await metrics()) };
    if (url === '/livez') return probe(true);
    return url === '/readyz' ? probe(await isReady()) : undefined;
  }

  const server = createServer(async ({ url }, response) => {
    const answer = await answerTo(url);
    if (answer) response.writeHead(answer.status, { 'Content-Type': answer.contentType }).end(answer.text);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    const names = { hostVariable: 'METRICS_HOST', portVariable: 'METRICS_PORT' };
    server.once('error', (error) => reject(explainListening(error, { host, port, ...names })));
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

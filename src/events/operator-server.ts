import { createServer } from 'node:http';
import { explainListening } from '../lib/explain-listening.ts';

export interface OperatorPages {
  /** Tells whether something can be sold right now. */
  isReady(): boolean | Promise<boolean>;
  metrics(): Promise<{ contentType: string; text: string }>;
}

/**
 * Serves metrics and probes on a port of their own: the public one never shows the metrics, and no crowd at its door keeps
 * the probes from their answers.
 */
export async function startOperatorServer(
  { host, port }: { host: string; port: number },
  { isReady, metrics }: OperatorPages,
): Promise<AsyncDisposable> {
  const server = createServer(async ({ url }, response) => {
    const reply = (status: number, contentType: string, text: string) =>
      response.writeHead(status, { 'Content-Type': contentType }).end(text);
    const probe = (isGood: boolean) => reply(isGood ? 200 : 503, 'text/plain', isGood ? 'ok' : 'not ready');
    if (url === '/metrics') {
      const { contentType, text } = await metrics();
      reply(200, contentType, text);
    } else if (url === '/livez') probe(true);
    else if (url === '/readyz') probe(await isReady());
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

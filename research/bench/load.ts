import { connect } from 'node:net';
import { stayAwake } from './stay-awake.ts';

interface LoadOptions {
  port: number;
  path: string;
  headers?: Record<string, string>;
  connections?: number;
  durationMs?: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  statuses: Map<number, number>;
}

/**
 * Keeps every connection busy with one request after another for a while and counts the answers.
 * Raw sockets, so that the load generator costs less than the servers it compares.
 */
export async function load({
  port,
  path,
  headers = {},
  connections = 32,
  durationMs = 3000,
}: LoadOptions): Promise<LoadResult> {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  const statuses = new Map<number, number>();
  const startedMs = performance.now();
  using _ = stayAwake();
  const counts = await Promise.all(
    Array.from({ length: connections }, () => keepAsking(port, request, startedMs + durationMs, statuses)),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  return { requestsPerSecond: counts.reduce((sum, count) => sum + count, 0) / seconds, statuses };
}

function keepAsking(
  port: number,
  request: Buffer,
  untilMs: number,
  statuses: Map<number, number>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = '';
    let usualLength = 0;
    let answers = 0;
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => resolve(answers));
    socket.on('data', (chunk: string) => {
      received = received === '' ? chunk : received + chunk;
      for (;;) {
        // Nearly every answer comes alone and is as long as the one before: no need to look into it.
        const isUsual = received.length === usualLength && received.startsWith('HTTP/1.1 ');
        const length = isUsual ? usualLength : answerLength(received);
        if (length === 0 || received.length < length) return;
        usualLength = length;
        const status = Number(received.slice(9, 12));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        received = received.length === length ? '' : received.slice(length);
        answers += 1;
        if (performance.now() >= untilMs) {
          socket.destroy();
          return;
        }
        socket.write(request);
      }
    });
  });
}

/** Bytes of the first answer in the buffer; 0 while its headers are not complete. */
function answerLength(received: string): number {
  const headersEnd = received.indexOf('\r\n\r\n');
  if (headersEnd === -1) return 0;
  const contentLength = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headersEnd))?.[1];
  if (contentLength === undefined)
    throw new Error('The load generator needs a Content-Length on every answer');
  return headersEnd + 4 + Number(contentLength);
}

import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { disclaimer } from '../../disclaimer.ts';
import { RequestTooLarge } from '../../failures/request-too-large.ts';
import { UnreadableRequest } from '../../failures/unreadable-request.ts';
import { failureStatus } from '../failure-status.ts';
import type { Door, Fetch } from './entrance.ts';
import { failureBody } from './reply-failure.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;

interface Options {
  fetch: Fetch;
  host: string;
  port: number;
  door: Door;
  drainDeadlineMs: number;
}

export interface HttpServer extends AsyncDisposable {
  port: number;
}

/** Listens, and on disposal stops accepting, lets what runs finish within the deadline, and closes. */
export async function startHttpServer({
  fetch,
  host,
  port,
  door,
  drainDeadlineMs,
}: Options): Promise<HttpServer> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, bindings as HttpBindings),
    serverOptions: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
  });
  server.on('clientError', answerClientError);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async [Symbol.asyncDispose]() {
      door.closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      const cut = setTimeout(() => {
        if ('closeAllConnections' in server) server.closeAllConnections();
      }, drainDeadlineMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

/** What never became a request still gets a JSON answer in our shape. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const failure =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new RequestTooLarge('headers', MAX_HEADER_BYTES)
      : new UnreadableRequest(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'slow' : 'malformed');
  const status = failureStatus[failure.code];
  const body = JSON.stringify({ ...failureBody(failure, randomUUID()), disclaimer });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n` +
      `Access-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

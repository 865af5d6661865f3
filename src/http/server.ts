import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import { type AnyServiceError, ServiceError } from '../errors/service-error.ts';
import type { Events } from '../events/events.ts';
import { explainListening } from '../lib/explain-listening.ts';
import { BODY_DEADLINE_MS, HEADERS_DEADLINE_MS, MAX_HEADER_BYTES } from '../lib/terms.ts';
import { createTally, type Door, type Fetch } from './entrance.ts';
import { jsonWithDisclaimer, replyFailure } from './reply.ts';
import { clientKey, hasBody } from './request.ts';

/** Node's own deadlines, behind ours: it looks every two seconds, and answers 408 before it closes. */
const NODE_DEADLINES = {
  headersTimeout: HEADERS_DEADLINE_MS,
  requestTimeout: HEADERS_DEADLINE_MS + BODY_DEADLINE_MS,
  connectionsCheckingInterval: 2_000,
};
/** Longer than load balancers keep an idle connection: with Node's five seconds they send requests into closed ones. */
const KEEP_ALIVE_MS = 65_000;
/** Who was let in before the door closed has asked by then, and is answered. */
const LAST_CALL_MS = 1_000;
const MAX_CONNECTIONS = 20_000;
const MAX_CONNECTIONS_PER_ADDRESS = 1_000;

interface Options {
  fetch: Fetch;
  events: Pick<Events, 'requestFaulted'>;
  host: string;
  port: number;
  door: Door;
  trustedProxies: number;
  drainDeadlineMs: number;
}

/** Listens, and on disposal stops accepting, lets what runs finish within the deadline, and closes. */
export async function startHttpServer({
  fetch,
  events,
  host,
  port,
  door,
  trustedProxies,
  drainDeadlineMs,
}: Options) {
  const listen = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    errorHandler: (error) => answerUnheard(error, events),
  });
  const pipelining = createPipelining((incoming, outgoing) => listen(withHost(incoming), outgoing));
  // Node's own refusal of a request without a host has no body; the listener refuses it too, with one.
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, ...NODE_DEADLINES, requireHostHeader: false },
    pipelining.take,
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxConnections = MAX_CONNECTIONS;
  const guard = guardConnections(server, {
    perAddress: trustedProxies === 0 ? MAX_CONNECTIONS_PER_ADDRESS : undefined,
  });
  server.on('clientError', (error, socket: Socket) => {
    // Nothing that follows can be read. What was asked for before, and perhaps paid, is answered first.
    socket.pause();
    pipelining.whenAnswered(socket, () => answerClientError(error, socket));
  });
  server.on('connect', ({ socket }) =>
    pipelining.whenAnswered(socket, () => endWith(new ServiceError('bad_request'), socket)),
  );
  // An expectation that we do not know may be ignored; Node would refuse it without a word.
  server.on('checkExpectation', pipelining.take);

  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void =>
      reject(explainListening(error, { host, port, hostVariable: 'HOST', portVariable: 'PORT' }));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      resolve();
    });
  });

  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    connections: () => guard.open,
    async [Symbol.asyncDispose]() {
      door.leaving = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const refuse = setTimeout(() => {
        door.closing = true;
      }, LAST_CALL_MS);
      const cut = setTimeout(() => server.closeAllConnections(), drainDeadlineMs);
      await closed;
      clearTimeout(refuse);
      clearTimeout(cut);
      guard[Symbol.dispose]();
    },
  };
}

/**
 * Adds the host that HTTP/1.0 lacks: many load balancers ask so whether the service lives. Two hosts are as good as
 * none: a proxy before us may have believed the other one.
 */
function withHost(incoming: IncomingMessage): IncomingMessage {
  if (incoming.httpVersion === '1.0') incoming.headers.host ??= 'localhost';
  else if (hostsIn(incoming.rawHeaders) > 1) delete incoming.headers.host;
  return incoming;
}

function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/** Answers a request that no route can be asked for: its host or its address cannot be read. */
function answerUnheard(error: unknown, events: Options['events']): Response {
  const exchange = { requestId: randomUUID(), clientKey: '', route: 'unmatched', whenSent() {} };
  if (error instanceof RequestError) return replyFailure(exchange, new ServiceError('bad_request'));
  events.requestFaulted({ requestId: exchange.requestId, route: exchange.route, error });
  return replyFailure(exchange, new ServiceError('internal'));
}

/** Answers what never became a request, in JSON of our shape all the same. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  endWith(failureOf(error), socket);
}

function endWith(failure: AnyServiceError, socket: Socket): void {
  const { status } = failure;
  const requestId = randomUUID();
  const body = jsonWithDisclaimer(failure.body(requestId));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n` +
      `X-Request-Id: ${requestId}\r\nAccess-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

function failureOf({ code }: NodeJS.ErrnoException): AnyServiceError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError('headers_too_large', { limitBytes: MAX_HEADER_BYTES });
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? new ServiceError('request_timeout')
    : new ServiceError('bad_request');
}

interface GuardOptions {
  /** Open connections of one address; left out where all callers come through the addresses of proxies. */
  perAddress: number | undefined;
  lookEveryMs?: number;
  /** Looks in a row at which a caller has taken nothing of what waits for them, until they are cut off. */
  looks?: number;
}

interface Watched {
  /** Bytes that waited for the caller at the last look, and the number of looks in a row that found just those. */
  waiting: string;
  looks: number;
}

/** Keeps one caller from holding all connections, and callers who don't read from filling the memory. */
export function guardConnections(
  server: Server,
  { perAddress, lookEveryMs = 5_000, looks = 12 }: GuardOptions,
): Disposable & { readonly open: number } {
  const watched = new Map<Socket, Watched>();
  const open = createTally();

  const accept = (socket: Socket) => {
    const address = clientKey(socket.remoteAddress ?? '', undefined, 0);
    if (perAddress !== undefined && open.countOf(address) >= perAddress) {
      socket.destroy();
      return;
    }
    open.add(address);
    watched.set(socket, { waiting: '', looks: 0 });
    socket.once('close', () => {
      watched.delete(socket);
      open.remove(address);
    });
  };

  // Looks are counted, not time: while the process itself was held up, nobody could take anything.
  const look = () => {
    for (const [socket, seen] of watched) {
      const { writableLength, bytesWritten } = socket;
      const waiting = writableLength === 0 ? '' : `${writableLength} ${bytesWritten}`;
      if (waiting === '' || waiting !== seen.waiting) Object.assign(seen, { waiting, looks: 0 });
      else if (++seen.looks >= looks) socket.destroy();
    }
  };

  server.on('connection', accept);
  const looking = setInterval(look, lookEveryMs);
  looking.unref();
  return {
    get open() {
      return watched.size;
    },
    [Symbol.dispose]() {
      clearInterval(looking);
      server.off('connection', accept);
    },
  };
}

/** The requests of one connection: HTTP/1.1 lets callers send them without waiting for answers. */
interface Pipeline {
  last: ServerResponse;
  before: ServerResponse | undefined;
  waiting: number;
}

/** Nobody who wants the answers asks further ahead. */
const MOST_WAITING = 16;

/**
 * Has the requests of one connection answered one after another. All at once, a few callers who send thousands together
 * would keep everybody else waiting.
 */
function createPipelining(listen: RequestListener) {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return {
    take(incoming: IncomingMessage, outgoing: ServerResponse): void {
      const { socket } = incoming;
      const known = pipelines.get(socket);
      const pipeline: Pipeline = known ?? { last: outgoing, before: undefined, waiting: 0 };
      if (known === undefined) pipelines.set(socket, pipeline);
      else [pipeline.before, pipeline.last] = [pipeline.last, outgoing];

      const { before } = pipeline;
      if (before === undefined || before.closed) {
        listen(incoming, outgoing);
      } else if (pipeline.waiting >= MOST_WAITING) {
        socket.destroy();
      } else {
        pipeline.waiting += 1;
        before.once('close', () => {
          pipeline.waiting -= 1;
          if (socket.writable) listen(incoming, outgoing);
        });
      }
    },

    /** Acts when everything that came over the connection is answered, but for a request whose body will not come. */
    whenAnswered(socket: Socket, act: () => void): void {
      const pipeline = pipelines.get(socket);
      const due = pipeline && isHalf(pipeline.last.req) ? pipeline.before : pipeline?.last;
      if (due === undefined || due.closed) act();
      else due.once('close', act);
    },
  };
}

const isHalf = (incoming: IncomingMessage): boolean => hasBody(incoming) && !incoming.complete;

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { sealedReportsPath } from '../documents/links.ts';
import { type AnyServiceError, ServiceError } from '../errors/service-error.ts';
import type { Events } from '../events/events.ts';
import { acceptedEncoding } from '../lib/bodies.ts';
import { BODY_DEADLINE_MS, MAX_MESSAGE_BYTES, MAX_SEALED_BYTES, MAX_URL_BYTES } from '../lib/terms.ts';
import { beginRequest } from '../lib/tracing.ts';
import { asFailure, type Exchange, type HttpApp, replyFailure, type WrittenPage, whenSent } from './reply.ts';
import { clientKey, hasBody, prefersPage, type RequestBody, readBody } from './request.ts';

export interface Door {
  /** Nobody new should come, and who does is served: connections end after their answer. */
  leaving: boolean;
  closing: boolean;
  /** The service behind it; a promise while that is still being opened. */
  app: HttpApp | Promise<HttpApp>;
  /** Says meanwhile how the service is. */
  health?: HttpApp;
}

interface Options {
  events: Pick<Events, 'requestFinished'>;
  trustedProxies: number;
  door: Door;
  /** Writes what people in browsers see in place of the JSON of a failure, as soon as pages can be written. */
  failurePage?(failure: AnyServiceError, requestId: string): WrittenPage | undefined;
  /** Writes a page in the words that its reader wants. */
  writeInLocale?(page: string, reader: { url: string; acceptLanguage: string | undefined }): string;
  mostInside?: PlaceLimits;
  bodyDeadlineMs?: number;
}

export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** Limit of bodies on their way: enough for the busiest client, and too few to keep others out. */
const MOST_WAITING_BODIES = { perClient: 32, inAll: 2_000 };
/** One payment sent again and again waits many times for its one answer: that must not take all places. */
const MOST_INSIDE = { perClient: 500, inAll: 2_000 };
const COME_BACK_SECONDS = 10;
const CLOSE = { Connection: 'close' };

/**
 * Lets every request in: gives it an id, turns it away when it is too large or there is no room, reads its body, and
 * writes its log line when it is answered. Stands outside the app, because an answer that needs no waiting then stays
 * synchronous. A request takes one of the places inside only when it is there whole.
 */
export function createEntrance({
  events,
  trustedProxies,
  door,
  failurePage,
  writeInLocale,
  mostInside = MOST_INSIDE,
  bodyDeadlineMs = BODY_DEADLINE_MS,
}: Options): Fetch {
  const waiting = createPlaces(MOST_WAITING_BODIES);
  const inside = createPlaces(mostInside);
  const known = { trustedProxies, failurePage, writeInLocale };

  function ask(
    request: Request,
    { incoming }: HttpBindings,
    exchange: Exchange,
  ): Response | Promise<Response> {
    const refusal = refuse(door, incoming.url?.length ?? 0) ?? noPlace(inside, exchange);
    if (refusal) return replyFailure(exchange, refusal);
    const isOpening = door.app instanceof Promise;
    const app = isOpening && incoming.url?.startsWith('/health') ? (door.health ?? door.app) : door.app;
    const response =
      app instanceof Promise
        ? app.then(
            (ready) => ready.fetch(request, { exchange }),
            // The start has failed, and the process is about to end.
            () => replyFailure(exchange, new ServiceError('shutting_down')),
          )
        : app.fetch(request, { exchange });
    // An answer that is there at once holds no place.
    return response instanceof Promise ? response.finally(inside.take(exchange)) : response;
  }

  async function askWithBody(request: Request, bindings: HttpBindings, exchange: IncomingExchange) {
    const refusal = noPlace(waiting, exchange);
    if (refusal) return replyFailure(exchange, refusal, CLOSE);
    const leave = waiting.take(exchange);
    const incoming = bindings.incoming as IncomingMessage;
    try {
      exchange.body = await readBody(incoming, {
        bytes: incoming.url === sealedReportsPath ? MAX_SEALED_BYTES : MAX_MESSAGE_BYTES,
        deadlineMs: bodyDeadlineMs,
      });
    } catch (error) {
      return replyFailure(exchange, asFailure(error), CLOSE);
    } finally {
      leave();
    }
    return ask(request, bindings, exchange);
  }

  return (request, bindings) => {
    const startedMs = performance.now();
    const incoming = bindings.incoming as IncomingMessage;
    const exchange = new IncomingExchange(incoming, bindings.outgoing as ServerResponse, known);
    const finish = (response: Response): Response => {
      const durationMs = performance.now() - startedMs;
      const { requestId, route } = exchange;
      const { method } = request;
      events.requestFinished({ requestId, method, route, status: response.status, durationMs });
      // Kept open, the connection would be waited for when all is answered, and the next request on it lost.
      if (door.leaving) bindings.outgoing.shouldKeepAlive = false;
      traced?.end(`${method} ${route}`, {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': response.status,
      });
      return response;
    };
    const answer = () =>
      hasBody(incoming) ? askWithBody(request, bindings, exchange) : ask(request, bindings, exchange);
    const traced = beginRequest(incoming.headers);
    const response = traced ? traced.run(answer) : answer();
    return response instanceof Promise ? response.then(finish) : finish(response);
  };
}

function noPlace(places: ReturnType<typeof createPlaces>, exchange: Exchange): AnyServiceError | undefined {
  const reason = places.refusal(exchange);
  if (reason === 'all') return new ServiceError('overloaded');
  return (
    reason &&
    new ServiceError('rate_limited', { limit: 'open_requests', retryAfterSeconds: COME_BACK_SECONDS })
  );
}

function refuse(door: Door, urlBytes: number): AnyServiceError | undefined {
  if (door.closing) return new ServiceError('shutting_down');
  return urlBytes > MAX_URL_BYTES
    ? new ServiceError('url_too_long', { limitBytes: MAX_URL_BYTES })
    : undefined;
}

interface Known extends Pick<Options, 'trustedProxies'> {
  failurePage: Options['failurePage'] | undefined;
  writeInLocale: Options['writeInLocale'] | undefined;
}

/** A class, because an accessor made anew for every request costs more than all the rest of it. */
class IncomingExchange implements Exchange {
  requestId: string = randomUUID();
  route = 'unmatched';
  body?: RequestBody;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #options: Known;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, options: Known) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#options = options;
  }

  get clientKey(): string {
    const { headers, socket } = this.#incoming;
    const forwardedFor = headers['x-forwarded-for'];
    const hops = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
    return clientKey(socket.remoteAddress ?? 'unknown', hops, this.#options.trustedProxies);
  }

  failurePage(failure: AnyServiceError): WrittenPage | undefined {
    return isForPerson(this.#incoming) ? this.#options.failurePage?.(failure, this.requestId) : undefined;
  }

  inLocale(page: string): string {
    const { url = '/', headers } = this.#incoming;
    const reader = { url, acceptLanguage: headers['accept-language'] };
    return this.#options.writeInLocale?.(page, reader) ?? page;
  }

  get encoding() {
    const { headers } = this.#incoming;
    return acceptedEncoding(headers['accept-encoding']?.toString());
  }

  whenSent(note: (whole: boolean) => void): void {
    whenSent(this.#outgoing, note);
  }
}

/** Headers of programs that have paid or show who has: they read why it was refused as data. */
const PROGRAM_HEADERS = ['payment-signature', 'x-payment', 'sign-in-with-x'];

function isForPerson({ method, headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && prefersPage(headers.accept) && !PROGRAM_HEADERS.some((name) => name in headers);
}

interface PlaceLimits {
  perClient: number;
  inAll: number;
}

type Client = Pick<Exchange, 'clientKey'>;

function createPlaces({ perClient, inAll }: PlaceLimits) {
  const byClient = createTally();
  let taken = 0;
  return {
    /** Says why there is no place for one more: `theirs` where this client has too many, `all` where everybody together has. */
    refusal(client: Client): 'theirs' | 'all' | undefined {
      if (taken >= inAll) return 'all';
      // The client's key need not be found out while there are fewer of everybody.
      return taken >= perClient && byClient.countOf(client.clientKey) >= perClient ? 'theirs' : undefined;
    },
    take({ clientKey }: Client): () => void {
      byClient.add(clientKey);
      taken += 1;
      return () => {
        taken -= 1;
        byClient.remove(clientKey);
      };
    },
  };
}

/** Counts how many there are of each key, holding nothing for a key of which there are none. */
export function createTally() {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  return {
    countOf,
    add(key: string) {
      counts.set(key, countOf(key) + 1);
    },
    remove(key: string) {
      const left = countOf(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}

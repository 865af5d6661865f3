import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type AnyServiceError, ServiceError } from '../../errors/service-error.ts';
import type { Events } from '../../events/events.ts';
import { MAX_URL_BYTES } from '../../lib/request-limits.ts';
import { clientKey } from './limits/client-address.ts';
import type { Exchange, HttpApp } from './reply.ts';
import { replyFailure } from './reply-failure.ts';
import { whenSent } from './when-sent.ts';

/** Whether the service takes requests, and how many are inside. */
export interface Door {
  closing: boolean;
  inside: number;
}

interface Options {
  /** The app for a request, at once where it is there. */
  appFor(incoming: Pick<IncomingMessage, 'url'>): HttpApp | Promise<HttpApp>;
  events: Pick<Events, 'requestFinished'>;
  trustedProxies: number;
  door: Door;
  maxConcurrentRequests?: number;
}

export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/**
 * Where every request comes in: gives it an id, turns it away when it is too large or there is no room, and writes
 * its log line when it is answered. Outside the app, because an answer that needs no waiting then stays synchronous.
 */
export function createEntrance({
  appFor,
  events,
  trustedProxies,
  door,
  maxConcurrentRequests = 2000,
}: Options): Fetch {
  return (request, { incoming, outgoing }) => {
    const startedMs = performance.now();
    const exchange = new IncomingExchange(
      incoming as IncomingMessage,
      outgoing as ServerResponse,
      trustedProxies,
    );
    door.inside += 1;
    const finish = (response: Response): Response => {
      door.inside -= 1;
      const durationMs = performance.now() - startedMs;
      const { requestId, route } = exchange;
      events.requestFinished({
        requestId,
        method: request.method,
        route,
        status: response.status,
        durationMs,
      });
      return response;
    };

    const refusal = refuse(door, maxConcurrentRequests, incoming.url?.length ?? 0);
    if (refusal) {
      return finish(replyFailure(exchange, refusal, door.closing ? { Connection: 'close' } : {}));
    }
    const app = appFor(incoming);
    const response =
      app instanceof Promise
        ? app.then((ready) => ready.fetch(request, { exchange }))
        : app.fetch(request, { exchange });
    return response instanceof Promise ? response.then(finish) : finish(response);
  };
}

function refuse(door: Door, maxConcurrentRequests: number, urlBytes: number): AnyServiceError | undefined {
  if (door.closing) return new ServiceError('shutting_down');
  if (door.inside > maxConcurrentRequests) return new ServiceError('overloaded');
  return urlBytes > MAX_URL_BYTES
    ? new ServiceError('url_too_long', { limitBytes: MAX_URL_BYTES })
    : undefined;
}

/** A class, because an accessor made anew for every request costs more than all the rest of it. */
class IncomingExchange implements Exchange {
  readonly requestId = randomUUID();
  route = 'unmatched';
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #trustedProxies: number;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, trustedProxies: number) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#trustedProxies = trustedProxies;
  }

  get clientKey(): string {
    const { headers, socket } = this.#incoming;
    const forwardedFor = headers['x-forwarded-for'];
    const hops = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
    return clientKey(socket.remoteAddress ?? 'unknown', hops, this.#trustedProxies);
  }

  whenSent(note: (whole: boolean) => void): void {
    whenSent(this.#outgoing, note);
  }
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Events } from '../../events.ts';
import type { Failure } from '../../failures/failure.ts';
import { Overloaded } from '../../failures/overloaded.ts';
import { RequestTooLarge } from '../../failures/request-too-large.ts';
import { ShuttingDown } from '../../failures/shutting-down.ts';
import { clientKey } from './limits/client-address.ts';
import type { Exchange, HttpApp } from './reply.ts';
import { replyFailure } from './reply-failure.ts';

export const MAX_URL_BYTES = 2048;

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
  return (request, { incoming }) => {
    const startedMs = performance.now();
    const exchange = new IncomingExchange(incoming as IncomingMessage, trustedProxies);
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

function refuse(door: Door, maxConcurrentRequests: number, urlBytes: number): Failure | undefined {
  if (door.closing) return new ShuttingDown();
  if (door.inside > maxConcurrentRequests) return new Overloaded();
  return urlBytes > MAX_URL_BYTES ? new RequestTooLarge('url', MAX_URL_BYTES) : undefined;
}

/** A class, because an accessor made anew for every request costs more than all the rest of it. */
class IncomingExchange implements Exchange {
  readonly requestId = randomUUID();
  route = 'unmatched';
  readonly #incoming: IncomingMessage;
  readonly #trustedProxies: number;

  constructor(incoming: IncomingMessage, trustedProxies: number) {
    this.#incoming = incoming;
    this.#trustedProxies = trustedProxies;
  }

  get clientKey(): string {
    const { headers, socket } = this.#incoming;
    const forwardedFor = headers['x-forwarded-for'];
    const hops = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor;
    return clientKey(socket.remoteAddress ?? 'unknown', hops, this.#trustedProxies);
  }
}

import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Events } from '../../events.ts';
import { NotFound } from '../../failures/not-found.ts';
import { Overloaded } from '../../failures/overloaded.ts';
import { RequestTooLarge } from '../../failures/request-too-large.ts';
import { ShuttingDown } from '../../failures/shutting-down.ts';
import { clientKey } from './limits/client-address.ts';
import type { Exchange } from './reply.ts';
import { asFailure, replyFailure } from './reply-failure.ts';

export const MAX_URL_BYTES = 2048;

/** The state of the door: how many are inside, and whether it is closing. */
export interface Door {
  closing: boolean;
  inside: number;
}

interface Options {
  events: Pick<Events, 'requestFinished' | 'requestFaulted'>;
  trustedProxies: number;
  door: Door;
  maxConcurrentRequests?: number;
}

/** An app without routes yet: request ids, size limits, load limits, errors and the log line of each request. */
export function createHttpApp({
  events,
  trustedProxies,
  door,
  maxConcurrentRequests = 2000,
}: Options): Hono<Exchange> {
  const app = new Hono<Exchange>();

  app.use(async (c, next) => {
    const startedMs = performance.now();
    c.set('requestId', randomUUID());
    c.set('route', 'unmatched');
    const { incoming } = c.env as Partial<HttpBindings>;
    c.set(
      'clientKey',
      clientKey(incoming?.socket.remoteAddress ?? 'unknown', c.req.header('X-Forwarded-For'), trustedProxies),
    );

    door.inside += 1;
    try {
      if (door.closing) c.res = replyFailure(c, new ShuttingDown(), { Connection: 'close' });
      else if (door.inside > maxConcurrentRequests) c.res = replyFailure(c, new Overloaded());
      else if (c.req.url.length > MAX_URL_BYTES)
        c.res = replyFailure(c, new RequestTooLarge('url', MAX_URL_BYTES));
      else await next();
    } finally {
      door.inside -= 1;
    }
    events.requestFinished({
      requestId: c.var.requestId,
      method: c.req.method,
      route: c.var.route,
      status: c.res.status,
      durationMs: performance.now() - startedMs,
    });
  });

  app.notFound((c) => replyFailure(c, new NotFound(c.req.path)));
  app.onError((error, c) => {
    const failure = asFailure(error);
    if (failure.code === 'internal')
      events.requestFaulted({ requestId: c.var.requestId, route: c.var.route, error });
    return replyFailure(c, failure);
  });
  return app;
}

import { Hono } from 'hono';
import { ServiceError } from '../../errors/service-error.ts';
import type { Events } from '../../events/events.ts';
import type { HttpEnv } from './reply.ts';
import { asFailure, replyFailure } from './reply-failure.ts';

/** An app without routes yet: unknown paths and everything thrown already get their answers. */
export function createHttpApp(events: Pick<Events, 'requestFaulted'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.notFound((c) => replyFailure(c.env.exchange, new ServiceError('not_found', { path: c.req.path })));
  app.onError((error, c) => {
    const { exchange } = c.env;
    const failure = asFailure(error);
    if (failure.code === 'internal') {
      events.requestFaulted({ requestId: exchange.requestId, route: exchange.route, error });
    }
    return replyFailure(exchange, failure);
  });
  return app;
}

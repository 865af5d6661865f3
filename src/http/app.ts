import { Hono } from 'hono';
import { ServiceError } from '../errors/service-error.ts';
import type { Events } from '../events/events.ts';
import { nearest } from '../lib/nearest.ts';
import { createExactRouter } from './exact-router.ts';
import type { HttpEnv } from './reply.ts';
import { asFailure, replyFailure } from './reply-failure.ts';

/** An app without routes yet: unknown paths and everything thrown already get their answers. */
export function createHttpApp(events: Pick<Events, 'requestFaulted'>): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ router: createExactRouter() });
  const suggest = createSuggestions(app);
  app.notFound((c) => {
    const { path } = c.req;
    const didYouMean = suggest(path);
    return replyFailure(
      c.env.exchange,
      new ServiceError('not_found', { path, ...(didYouMean !== undefined && { didYouMean }) }),
    );
  });
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

const MOST_REMEMBERED = 500;

/** The path that was probably meant. The same mistakes come again: what was found for them is kept. */
function createSuggestions(app: Hono<HttpEnv>): (path: string) => string | undefined {
  const found = new Map<string, string | undefined>();
  let paths: string[] | undefined;
  return (path) => {
    // No route is added once a request was answered.
    paths ??= [...new Set(app.routes.map((route) => route.path))].filter((one) => !one.startsWith('/assets'));
    if (!found.has(path)) {
      if (found.size >= MOST_REMEMBERED) found.clear();
      found.set(path, nearest(path, paths));
    }
    return found.get(path);
  };
}

import { METHODS } from 'node:http';
import { Hono } from 'hono';
import type { Params, Result, Router } from 'hono/router';
import type { H, RouterRoute } from 'hono/types';
import { ServiceError } from '../errors/service-error.ts';
import type { Events } from '../events/events.ts';
import { nearest } from '../lib/nearest.ts';
import { type MinuteLimit, type Policy, type RateDecision, rateLimited } from '../limits/limits.ts';
import {
  asFailure,
  type HttpContext,
  type HttpEnv,
  type ReplyHeaders,
  replyEmpty,
  replyFailure,
} from './reply.ts';

/** Makes an app without routes yet: unknown paths and everything thrown already get their answers. */
export function createHttpApp(events: Pick<Events, 'requestFaulted'>): Hono<HttpEnv> {
  const notFound = (c: HttpContext) => {
    const { path } = c.req;
    const didYouMean = suggest(path);
    return replyFailure(
      c.env.exchange,
      new ServiceError('not_found', { path, ...(didYouMean !== undefined && { didYouMean }) }),
    );
  };
  // A route of its own: where there is none, Hono makes promises on the way to its answer.
  const nowhere: RouterRoute = { basePath: '', path: '', method: '', handler: notFound };
  const app = new Hono<HttpEnv>({ router: createExactRouter<[H, RouterRoute]>([notFound, nowhere]) });
  const suggest = createSuggestions(app);
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

/** Suggests the path that was probably meant. The same mistakes come again: what was found for them is kept. */
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

export type Handler = (c: HttpContext) => Response | Promise<Response>;

const CORS_MAX_AGE_SECONDS = '86400';

// Both official x402 clients send Access-Control-Expose-Headers as a request header, so browsers ask for it.
const REQUEST_HEADERS =
  'Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, SIGN-IN-WITH-X, X-X402-Version, Access-Control-Expose-Headers, If-None-Match, ' +
  'MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, A2A-Version, A2A-Extensions, X-A2A-Extensions';

export interface Route {
  path: string;
  get?: Handler;
  post?: Handler;
  delete?: Handler;
}

export function addRoutes(app: Hono<HttpEnv>, routes: readonly Route[]): void {
  for (const route of routes) addRoute(app, route);
}

/** Registers a path: its methods, the preflight, and 405 with `Allow` for every other method. */
function addRoute(app: Hono<HttpEnv>, { path, get, post, delete: remove }: Route): void {
  const allowed = [
    ...(get ? ['GET', 'HEAD'] : []),
    ...(post ? ['POST'] : []),
    ...(remove ? ['DELETE'] : []),
    'OPTIONS',
  ];
  const methods = allowed.join(', ');
  const named =
    (handler: Handler): Handler =>
    (c) => {
      c.env.exchange.route = path;
      return handler(c);
    };

  if (get) app.get(path, named(get));
  if (post) app.post(path, named(post));
  if (remove) app.delete(path, named(remove));
  app.options(
    path,
    named((c) =>
      replyEmpty(c.env.exchange, 204, {
        Allow: methods,
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': CORS_MAX_AGE_SECONDS,
      }),
    ),
  );
  // Each method by its name: with a route for all methods, every answer would pass two.
  const others = METHODS.filter((method) => !allowed.includes(method));
  app.on(
    others,
    path,
    named((c) =>
      replyFailure(c.env.exchange, new ServiceError('method_not_allowed', { allowed: methods }), {
        Allow: methods,
      }),
    ),
  );
}

/**
 * Finds a route by its whole path. Hono's own routers join all paths to patterns at the first request: of some hundred
 * paths with each method by its name this took a fifth of a second, in which nothing else was answered.
 */
export function createExactRouter<T>(otherwise: T): Router<T> {
  const byPath = new Map<string, Map<string, [T, Params][]>>();
  const nothing: Result<T> = [[[otherwise, {}]]];
  return {
    name: 'exact paths',
    add(method, path, handler) {
      if (/[*:{}]/.test(path)) throw new Error(`${path} is a pattern; routes are found by whole paths`);
      const methods = byPath.get(path) ?? new Map<string, [T, Params][]>();
      byPath.set(path, methods);
      methods.set(method, [...(methods.get(method) ?? []), [handler, {}]]);
    },
    match(method, path) {
      const handlers = byPath.get(path)?.get(method);
      return handlers === undefined ? nothing : [handlers];
    },
  };
}

/** Lets a client through as far as the limit allows and says where it stands. */
export function limited(limit: MinuteLimit, handler: Handler): Handler {
  return (c) => {
    const { exchange } = c.env;
    const decision = limit.take(exchange.clientKey);
    exchange.standing = limitHeaders(decision);
    return decision.allowed ? handler(c) : replyFailure(exchange, rateLimited(limit.name, decision));
  };
}

/** Writes the IETF draft's fields: the requests left, and the policy they are counted by. */
export function limitHeaders(
  { limit, remaining, resetSeconds }: Omit<RateDecision, 'allowed'>,
  counted: Pick<Policy, 'by' | 'windowSeconds'> = { by: 'client', windowSeconds: 60 },
): ReplyHeaders {
  return {
    RateLimit: `"${counted.by}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Policy': `"${counted.by}";q=${limit};w=${counted.windowSeconds}`,
  };
}

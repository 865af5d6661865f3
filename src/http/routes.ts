import { METHODS } from 'node:http';
import type { Hono } from 'hono';
import { ServiceError } from '../errors/service-error.ts';
import { type HttpContext, type HttpEnv, replyEmpty } from './reply.ts';
import { replyFailure } from './reply-failure.ts';

export type Handler = (c: HttpContext) => Response | Promise<Response>;

const CORS_MAX_AGE_SECONDS = '86400';

// Both official x402 clients send Access-Control-Expose-Headers as a request header, so browsers ask for it.
const REQUEST_HEADERS =
  'Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, SIGN-IN-WITH-X, X-X402-Version, Access-Control-Expose-Headers, If-None-Match, ' +
  'MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-A2A-Extensions';

/** What is served under one path. */
export interface Route {
  path: string;
  get?: Handler;
  post?: Handler;
}

export function addRoutes(app: Hono<HttpEnv>, routes: readonly Route[]): void {
  for (const route of routes) addRoute(app, route);
}

/** Registers a path: its methods, the preflight, and 405 with `Allow` for every other method. */
function addRoute(app: Hono<HttpEnv>, { path, get, post }: Route): void {
  const allowed = [...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : []), 'OPTIONS'];
  const methods = allowed.join(', ');
  const named =
    (handler: Handler): Handler =>
    (c) => {
      c.env.exchange.route = path;
      return handler(c);
    };

  if (get) app.get(path, named(get));
  if (post) app.post(path, named(post));
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

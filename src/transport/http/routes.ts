import type { Hono } from 'hono';
import { MethodNotAllowed } from '../../failures/method-not-allowed.ts';
import { type HttpContext, type HttpEnv, replyEmpty } from './reply.ts';
import { replyFailure } from './reply-failure.ts';

export type Handler = (c: HttpContext) => Response | Promise<Response>;

const CORS_MAX_AGE_SECONDS = '86400';

// Both official x402 clients send Access-Control-Expose-Headers as a request header, so browsers ask for it.
const REQUEST_HEADERS =
  'Content-Type, PAYMENT-SIGNATURE, X-PAYMENT, X-X402-Version, Access-Control-Expose-Headers, If-None-Match, ' +
  'MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-A2A-Extensions';

/** Registers a path: its methods, the preflight, and 405 with `Allow` for every other method. */
export function addRoute(
  app: Hono<HttpEnv>,
  path: string,
  handlers: { get?: Handler; post?: Handler; delete?: Handler },
): void {
  const allowed = [
    ...(handlers.get ? ['GET', 'HEAD'] : []),
    ...(handlers.post ? ['POST'] : []),
    ...(handlers.delete ? ['DELETE'] : []),
    'OPTIONS',
  ];
  const named =
    (handler: Handler): Handler =>
    (c) => {
      c.env.exchange.route = path;
      return handler(c);
    };

  if (handlers.get) app.get(path, named(handlers.get));
  if (handlers.post) app.post(path, named(handlers.post));
  if (handlers.delete) app.delete(path, named(handlers.delete));
  app.options(
    path,
    named((c) =>
      replyEmpty(c.env.exchange, 204, {
        Allow: allowed.join(', '),
        'Access-Control-Allow-Methods': allowed.join(', '),
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': CORS_MAX_AGE_SECONDS,
      }),
    ),
  );
  app.all(
    path,
    named((c) => replyFailure(c.env.exchange, new MethodNotAllowed(allowed))),
  );
}

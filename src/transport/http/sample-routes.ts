import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { InvalidParameters } from '../../failures/invalid-parameters.ts';
import type { Listing } from '../../products/product.ts';
import { matches } from './document-routes.ts';
import { limited } from './limits/limited.ts';
import type { Limits } from './limits/limits.ts';
import { type HttpEnv, replyEmpty, replyJson } from './reply.ts';
import { replyFailure } from './reply-failure.ts';
import { addRoute, type Handler } from './routes.ts';

/** The free preview of each product. */
export function addSampleRoutes<Knowledge>(
  app: Hono<HttpEnv>,
  products: readonly Listing<Knowledge>[],
  knowledge: Knowledge,
  limits: Limits,
): void {
  for (const { sample } of products) {
    const handler: Handler = async (c) => {
      const given = [...new Set(new URL(c.req.url).searchParams.keys())];
      if (given.length > 0) return replyFailure(c.env.exchange, new InvalidParameters(given.map(takesNone)));
      const body = await sample.read(knowledge);
      const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
      const headers = { ETag: etag, 'Cache-Control': 'public, max-age=60' };
      return matches(c.req.header('If-None-Match'), etag)
        ? replyEmpty(c.env.exchange, 304, headers)
        : replyJson(c.env.exchange, 200, body, headers);
    };
    const { path, limitPerMinute } = sample;
    addRoute(app, path, { get: limited(limits.of(path, limitPerMinute), handler) });
  }
}

function takesNone(parameter: string) {
  return { parameter, message: 'is not a parameter of this path; samples take none' };
}

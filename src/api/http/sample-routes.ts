import { ServiceError } from '../../errors/service-error.ts';
import { etagOf, matchesEtag } from '../../lib/etag.ts';
import type { Knowledge } from '../../products/knowledge.ts';
import type { Listing } from '../../products/product.ts';
import type { Limits } from '../limits/limits.ts';
import { limited } from './limits/limited.ts';
import { replyEmpty, replyJson } from './reply.ts';
import { replyFailure } from './reply-failure.ts';
import type { Handler, Route } from './routes.ts';

interface Options {
  products: readonly Listing[];
  knowledge: Knowledge;
  limits: Limits;
}

/** The free preview of each product. */
export function sampleRoutes({ products, knowledge, limits }: Options): Route[] {
  return products.map(({ sample }) => {
    const handler: Handler = async (c) => {
      const given = [...new Set(new URL(c.req.url).searchParams.keys())];
      if (given.length > 0) {
        const issues = given.map(takesNone);
        return replyFailure(c.env.exchange, new ServiceError('invalid_parameters', { issues }));
      }
      const body = await sample.read(knowledge);
      const etag = etagOf(JSON.stringify(body));
      const headers = { ETag: etag, 'Cache-Control': 'public, max-age=60' };
      return matchesEtag(c.req.header('If-None-Match'), etag)
        ? replyEmpty(c.env.exchange, 304, headers)
        : replyJson(c.env.exchange, 200, body, headers);
    };
    const { path, limitPerMinute } = sample;
    return { path, get: limited(limits.of(path, limitPerMinute), handler) };
  });
}

function takesNone(parameter: string) {
  return { parameter, message: 'is not a parameter of this path; samples take none' };
}

import type { FreeDocument } from '../documents/document.ts';
import { documentLinks } from '../documents/links.ts';
import { matchesEtag } from '../lib/etag.ts';
import { whenThere } from '../lib/on-demand.ts';
import type { Limits } from '../limits/limits.ts';
import type { Listing } from '../products/product.ts';
import type { GiveSample } from '../sell/samples.ts';
import { replyEmpty, replyFailure, replyReady } from './reply.ts';
import { searchOf } from './request.ts';
import { type Handler, limited, limitHeaders, type Route } from './routes.ts';

const CACHE_CONTROL = 'public, max-age=300';

export function documentRoutes(documents: readonly FreeDocument[], limits: Limits): Route[] {
  return documents
    .flatMap((document) => [document, ...(document.parts ?? [])])
    .map((document) => {
      const { path, limit } = document;
      return { path, get: limited(limits.named(limit, path), serveDocument(document)) };
    });
}

function serveDocument({ contentType, headers: own, read }: FreeDocument): Handler {
  return (c) =>
    whenThere(read(), ({ etag, ready }) => {
      const { exchange } = c.env;
      const headers = { ETag: etag, 'Cache-Control': CACHE_CONTROL, Link: documentLinks, ...own };
      return matchesEtag(c.req.header('If-None-Match'), etag)
        ? replyEmpty(exchange, 304, headers)
        : replyReady(exchange, ready, contentType, headers);
    });
}

export function sampleRoutes(products: readonly Listing[], giveSample: GiveSample): Route[] {
  return products.map((product) => ({
    path: product.sample.path,
    get(c) {
      const { exchange } = c.env;
      const { clientKey } = exchange;
      const parameters = [...new Set(searchOf(c.req.url).keys())];
      return whenThere(giveSample(product, { clientKey, parameters, of: 'path' }), (reply) => {
        exchange.standing = limitHeaders(reply.standing);
        if (reply.kind === 'failure') return replyFailure(exchange, reply.failure);
        const { etag, ready } = reply.sample;
        const headers = { ETag: etag, 'Cache-Control': 'public, max-age=60' };
        return matchesEtag(c.req.header('If-None-Match'), etag)
          ? replyEmpty(exchange, 304, headers)
          : replyReady(exchange, ready, 'application/json', headers);
      });
    },
  }));
}

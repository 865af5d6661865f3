import type { FreeDocument } from '../documents/document.ts';
import { documentLinks } from '../documents/links.ts';
import { matchesEtag } from '../lib/etag.ts';
import { goOn } from '../lib/go-on.ts';
import type { Limits } from '../limits/limits.ts';
import { limited } from './limits/limited.ts';
import { replyEmpty, replyReady } from './reply.ts';
import type { Handler, Route } from './routes.ts';

const CACHE_CONTROL = 'public, max-age=300';

export function documentRoutes(documents: readonly FreeDocument[], limits: Limits): Route[] {
  return documents.map((document) => {
    const { path, limitPerMinute } = document;
    return { path, get: limited(limits.of(path, limitPerMinute), serveDocument(document)) };
  });
}

function serveDocument({ contentType, headers: own, read }: FreeDocument): Handler {
  return (c) =>
    goOn(read(), ({ etag, ready }) => {
      const { exchange } = c.env;
      const headers = { ETag: etag, 'Cache-Control': CACHE_CONTROL, Link: documentLinks, ...own };
      return matchesEtag(c.req.header('If-None-Match'), etag)
        ? replyEmpty(exchange, 304, headers)
        : replyReady(exchange, ready, contentType, headers);
    });
}

import type { Hono } from 'hono';
import type { FreeDocument } from '../documents/document.ts';
import { documentLinks } from '../documents/links.ts';
import { limited } from './limits/limited.ts';
import type { Limits } from './limits/limits.ts';
import { type HttpEnv, replyEmpty, replyText } from './reply.ts';
import { addRoute, type Handler } from './routes.ts';

const CACHE_CONTROL = 'public, max-age=300';

export function addDocumentRoutes(
  app: Hono<HttpEnv>,
  documents: readonly FreeDocument[],
  limits: Limits,
): void {
  for (const document of documents) {
    const handler = serveDocument(document);
    const { path, limitPerMinute } = document;
    addRoute(app, path, {
      get: limitPerMinute === undefined ? handler : limited(limits.of(path, limitPerMinute), handler),
    });
  }
}

function serveDocument({ contentType, headers: own, read }: FreeDocument): Handler {
  return async (c) => {
    const { text, etag } = await read();
    const headers = { ETag: etag, 'Cache-Control': CACHE_CONTROL, Link: documentLinks, ...own };
    return matches(c.req.header('If-None-Match'), etag)
      ? replyEmpty(c.env.exchange, 304, headers)
      : replyText(c.env.exchange, 200, text, contentType, headers);
  };
}

export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (
    ifNoneMatch
      ?.split(',')
      .some((candidate) => candidate.trim().replace(/^W\//, '') === etag || candidate.trim() === '*') ?? false
  );
}

import { ServiceError } from '../errors/service-error.ts';
import { steadyNow } from '../lib/clock.ts';
import { etagOf, matchesEtag } from '../lib/etag.ts';
import { goOn } from '../lib/go-on.ts';
import { type ReadyText, readyText } from '../lib/packing.ts';
import type { Limits } from '../limits/limits.ts';
import type { Knowledge } from '../products/knowledge.ts';
import type { Listing } from '../products/product.ts';
import { limited } from './limits/limited.ts';
import { jsonWithDisclaimer, replyEmpty, replyReady } from './reply.ts';
import { replyFailure } from './reply-failure.ts';
import { searchOf } from './request.ts';
import type { Handler, Route } from './routes.ts';

interface Options {
  products: readonly Listing[];
  knowledge: Knowledge;
  limits: Limits;
}

/** A sample changes daily; it is written anew so often. */
const KEEP_MS = 1_000;

/** The free preview of each product. */
export function sampleRoutes({ products, knowledge, limits }: Options): Route[] {
  return products.map(({ sample }) => {
    const current = keepWritten(() => sample.read(knowledge));
    const handler: Handler = (c) => {
      const given = [...new Set(searchOf(c.req.url).keys())];
      if (given.length > 0) {
        const issues = given.map(takesNone);
        return replyFailure(c.env.exchange, new ServiceError('invalid_parameters', { issues }));
      }
      return goOn(current(), ({ etag, ready }) => {
        const headers = { ETag: etag, 'Cache-Control': 'public, max-age=60' };
        return matchesEtag(c.req.header('If-None-Match'), etag)
          ? replyEmpty(c.env.exchange, 304, headers)
          : replyReady(c.env.exchange, ready, 'application/json', headers);
      });
    };
    const { path, limitPerMinute } = sample;
    return { path, get: limited(limits.of(path, limitPerMinute), handler) };
  });
}

function takesNone(parameter: string) {
  return { parameter, message: 'is not a parameter of this path; samples take none' };
}

interface Written {
  text: string;
  etag: string;
  ready: ReadyText;
}

/** Writing a sample costs more than all the rest of its answer, and it is nearly always the same. */
function keepWritten(read: () => Promise<object>): () => Written | Promise<Written> {
  let kept: Written | undefined;
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  const write = async () => {
    const text = jsonWithDisclaimer(await read());
    if (kept?.text !== text) kept = { text, etag: etagOf(text), ready: readyText(text) };
    writtenAtMs = steadyNow();
    return kept;
  };
  return () => (kept && steadyNow() - writtenAtMs < KEEP_MS ? kept : write());
}

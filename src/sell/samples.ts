import { type AnyServiceError, ServiceError } from '../errors/service-error.ts';
import { type ReadyText, readyText } from '../lib/bodies.ts';
import { steadyNow } from '../lib/clock.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { etagOf } from '../lib/etag.ts';
import { whenThere } from '../lib/on-demand.ts';
import { type Limits, type RateDecision, rateLimited } from '../limits/limits.ts';
import type { FreeKnowledge, Listing } from '../products/product.ts';

interface WrittenSample {
  body: object;
  text: string;
  etag: string;
  ready: ReadyText;
}

/** Reply of any transport to a call of a free sample, and how its caller stands with the limit. */
type SampleReply = { standing: RateDecision } & (
  | { kind: 'answer'; sample: WrittenSample }
  | { kind: 'failure'; failure: AnyServiceError }
);

interface SampleCall {
  clientKey: string;
  /** Names of those that came: a sample takes none. */
  parameters: readonly string[];
  /** Word of the transport for that which was asked. */
  of: 'path' | 'tool' | 'skill';
}

interface Options {
  knowledge: FreeKnowledge;
  limits: Limits;
}

export type GiveSample = ReturnType<typeof createGiveSample>;

/** A sample changes daily. Writing it costs more than all the rest of its answer, so that it is kept for a second. */
const KEEP_MS = 1_000;

/** Makes the one function that gives free samples, over HTTP, MCP and A2A: one count of them all for each client. */
export function createGiveSample({ knowledge, limits }: Options) {
  const kept = new Map<string, { sample: WrittenSample; writtenAtMs: number }>();

  function read(product: Listing): WrittenSample | Promise<WrittenSample> {
    const known = kept.get(product.slug);
    return known && steadyNow() - known.writtenAtMs < KEEP_MS ? known.sample : write(product);
  }

  async function write({ slug, sample }: Listing): Promise<WrittenSample> {
    const body = { ...(await sample.read(knowledge)), disclaimer };
    const text = JSON.stringify(body);
    const known = kept.get(slug)?.sample;
    const written = known?.text === text ? known : { body, text, etag: etagOf(text), ready: readyText(text) };
    kept.set(slug, { sample: written, writtenAtMs: steadyNow() });
    return written;
  }

  return (
    product: Listing,
    { clientKey, parameters, of }: SampleCall,
  ): SampleReply | Promise<SampleReply> => {
    const { path, limitPerMinute } = product.sample;
    const standing = limits.of(path, limitPerMinute).take(clientKey);
    if (!standing.allowed) return { kind: 'failure', standing, failure: rateLimited(path, standing) };
    if (parameters.length > 0) {
      const message = `is not a parameter of this ${of}; samples take none`;
      const issues = parameters.map((parameter) => ({ parameter, message }));
      return { kind: 'failure', standing, failure: new ServiceError('invalid_parameters', { issues }) };
    }
    return whenThere(read(product), (sample): SampleReply => ({ kind: 'answer', standing, sample }));
  };
}

import type * as Otel from '@opentelemetry/api';
import type { Attributes, SpanKind } from '@opentelemetry/api';

/** Parts of the work on a call, as OpenTelemetry shows them. @NOTE attributes and names never hold what a caller sent. */

/** Loaded by whoever collects: a start without a collector does not wait for it. */
let otel: typeof Otel | undefined;

/** From now on somebody collects what is traced. */
export function startTracing(api: typeof Otel): void {
  otel = api;
}

interface Traced {
  attributes?: Attributes;
  kind?: keyof typeof SpanKind;
}

/** Nothing but the work itself where nobody collects. */
export function traced<Result>(
  name: string,
  work: () => Result,
  { attributes = {}, kind = 'INTERNAL' }: Traced = {},
): Result {
  if (!otel) return work();
  const { trace, SpanKind, SpanStatusCode } = otel;
  return trace.getTracer('forecourt').startActiveSpan(name, { attributes, kind: SpanKind[kind] }, (span) => {
    const end = () => span.end();
    // Nothing more is said of what went wrong: messages quote input.
    const fail = () => span.setStatus({ code: SpanStatusCode.ERROR }).end();
    try {
      const result = work();
      if (result instanceof Promise) result.then(end, fail);
      else end();
      return result;
    } catch (error) {
      fail();
      throw error;
    }
  });
}

/** A request that came in, under the trace that its headers name; undefined where nobody collects. */
export function beginRequest(
  headers: Record<string, string | string[] | undefined>,
): { run<Result>(work: () => Result): Result; end(name: string, attributes: Attributes): void } | undefined {
  if (!otel) return undefined;
  const { context, propagation, SpanKind, trace } = otel;
  // Its trace alone: what else callers send along would go on to others.
  const from = propagation.extract(context.active(), { traceparent: headers.traceparent });
  const span = trace.getTracer('forecourt').startSpan('request', { kind: SpanKind.SERVER }, from);
  return {
    run: (work) => context.with(trace.setSpan(from, span), work),
    end(name, attributes) {
      span.updateName(name).setAttributes(attributes).end();
    },
  };
}

/** Tells the next service which trace a request belongs to. */
export function traceHeaders(): Record<string, string> {
  const headers: { traceparent?: string } = {};
  otel?.propagation.inject(otel.context.active(), headers);
  return headers.traceparent === undefined ? {} : { traceparent: headers.traceparent };
}

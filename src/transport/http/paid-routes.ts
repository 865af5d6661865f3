import type { Hono } from 'hono';
import { DeadlineExceeded } from '../../failures/deadline-exceeded.ts';
import { RateLimited } from '../../failures/rate-limited.ts';
import type { Gate } from '../../payments/gate.ts';
import { type HeaderReading, readPaymentHeaders } from '../../payments/header.ts';
import type { Offer } from '../../payments/requirements.ts';
import { readSearch } from '../../products/parameters.ts';
import type { Listing } from '../../products/product.ts';
import { limitHeaders } from './limits/limit-headers.ts';
import { createRateLimiter } from './limits/rate-limiter.ts';
import type { HttpContext, HttpEnv } from './reply.ts';
import { replyFailure } from './reply-failure.ts';
import { replyOutcome } from './reply-outcome.ts';
import { addRoute, type Handler } from './routes.ts';

interface Options<Knowledge> {
  products: readonly Listing<Knowledge>[];
  knowledge: Knowledge;
  gate: Gate;
  offerOf(product: Listing<Knowledge>): Offer;
  deadlineMs: number;
}

const UNPAID_PER_MINUTE = 120;
const FAILED_PAYMENTS_PER_MINUTE = 20;

/** Says which challenge body a caller wants; no product has a parameter of this name. */
const VERSION_PARAMETER = 'x402Version';

/** Everything that is sold, each behind the gate. */
export function addPaidRoutes<Knowledge>(app: Hono<HttpEnv>, options: Options<Knowledge>): void {
  const unpaid = createRateLimiter({ limit: UNPAID_PER_MINUTE });
  const failed = createRateLimiter({ limit: FAILED_PAYMENTS_PER_MINUTE });

  for (const product of options.products) {
    const offer = options.offerOf(product);
    addRoute(app, product.path, {
      get: (c) => {
        const { clientKey } = c.env.exchange;
        const reading = readPayment(c);
        const limiter = reading.outcome === 'none' ? unpaid : failed;
        const decision = reading.outcome === 'none' ? limiter.take(clientKey) : limiter.peek(clientKey);
        if (!decision.allowed) {
          return replyFailure(c.env.exchange, new RateLimited(decision.resetSeconds), limitHeaders(decision));
        }
        return sell(c, options, product, offer, reading, () => failed.take(clientKey));
      },
    } satisfies { get: Handler });
  }
}

async function sell<Knowledge>(
  c: HttpContext,
  { gate, knowledge, deadlineMs }: Options<Knowledge>,
  product: Listing<Knowledge>,
  offer: Offer,
  reading: HeaderReading,
  countFailedPayment: () => void,
): Promise<Response> {
  const search = searchOf(c.req.url);
  const bodyVersion = wantsVersionOne(c, search) ? 1 : 2;
  if (reading.outcome === 'none') {
    const outcome = await gate.serve({
      offer,
      reading,
      purchase: { resource: product.path, request: '' },
      signal: NEVER,
      validate: () => undefined,
      compute: () => Promise.reject(new Error('Nothing is computed without a payment')),
    });
    return replyOutcome(c.env.exchange, outcome, offer, bodyVersion);
  }

  search.delete(VERSION_PARAMETER);
  const parameters = readSearch(search);
  search.sort();
  using deadline = startDeadline(c.req.raw.signal, deadlineMs);
  const outcome = await gate.serve({
    offer,
    reading,
    purchase: { resource: product.path, request: `${product.path}?${search}` },
    signal: deadline.signal,
    validate: () => product.prepare(parameters),
    compute: (work, signal) => work(knowledge, { signal }),
  });
  if (outcome.kind === 'challenge' || outcome.kind === 'malformed') countFailedPayment();
  return replyOutcome(c.env.exchange, outcome, offer, bodyVersion);
}

const NEVER = new AbortController().signal;

/** A HEAD is never sold anything: its answer would be thrown away. */
function readPayment(c: HttpContext): HeaderReading {
  if (c.req.method === 'HEAD') return { outcome: 'none' };
  return readPaymentHeaders({
    paymentSignature: c.req.header('PAYMENT-SIGNATURE'),
    xPayment: c.req.header('X-PAYMENT'),
  });
}

function wantsVersionOne(c: HttpContext, search: URLSearchParams): boolean {
  if (c.req.header('PAYMENT-SIGNATURE') !== undefined) return false;
  return (
    c.req.header('X-PAYMENT') !== undefined ||
    search.get(VERSION_PARAMETER) === '1' ||
    c.req.header('X-X402-Version') === '1'
  );
}

function searchOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : url.slice(start + 1));
}

/** Ends when the caller leaves, or with the failure that he is told when the time is over. */
function startDeadline(left: AbortSignal, deadlineMs: number): Disposable & { signal: AbortSignal } {
  const controller = new AbortController();
  const leave = () => controller.abort(left.reason);
  const timer = setTimeout(() => controller.abort(new DeadlineExceeded()), deadlineMs);
  left.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
    },
  };
}

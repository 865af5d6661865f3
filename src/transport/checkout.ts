import { DeadlineExceeded } from '../failures/deadline-exceeded.ts';
import type { Gate } from '../payments/gate.ts';
import type { HeaderReading } from '../payments/header.ts';
import type { Outcome } from '../payments/outcome.ts';
import type { Offer } from '../payments/requirements.ts';
import { readSearch } from '../products/parameters.ts';
import type { Listing } from '../products/product.ts';
import { createRateLimiter, type RateDecision } from './http/limits/rate-limiter.ts';

/** One call of something paid, in whatever protocol it came. */
export interface Order {
  /** What it asks for; other transports write their parameters as a query would. */
  search: URLSearchParams;
  reading: HeaderReading;
  offer: Offer;
  clientKey: string;
  /** Aborted when the caller leaves. Looked at only for a payment: most calls just ask for the price. */
  readonly signal: AbortSignal;
}

export type Bought = Outcome | { kind: 'limited'; decision: RateDecision };

/** Where every transport sells: one gate, one ledger, one count of unpaid calls and of payments that fail. */
export interface Checkout<Knowledge> {
  buy(product: Listing<Knowledge>, order: Order): Promise<Bought>;
}

interface Options<Knowledge> {
  knowledge: Knowledge;
  gate: Gate;
  deadlineMs: number;
}

export const UNPAID_PER_MINUTE = 120;
export const FAILED_PAYMENTS_PER_MINUTE = 20;
const NEVER = new AbortController().signal;

export function createCheckout<Knowledge>({
  knowledge,
  gate,
  deadlineMs,
}: Options<Knowledge>): Checkout<Knowledge> {
  const unpaid = createRateLimiter({ limit: UNPAID_PER_MINUTE });
  const failed = createRateLimiter({ limit: FAILED_PAYMENTS_PER_MINUTE });

  return {
    async buy(product, order) {
      const { search, reading, offer, clientKey } = order;
      const isUnpaid = reading.outcome === 'none';
      const decision = isUnpaid ? unpaid.take(clientKey) : failed.peek(clientKey);
      if (!decision.allowed) return { kind: 'limited', decision };
      if (isUnpaid) return ask(gate, product, offer);

      const parameters = readSearch(search);
      using deadline = startDeadline(order.signal, deadlineMs);
      const outcome = await gate.serve({
        offer,
        reading,
        purchase: { resource: product.path, request: canonicalRequest(product, search) },
        signal: deadline.signal,
        validate: () => product.prepare(parameters),
        compute: (work, flightSignal) => work(knowledge, { signal: flightSignal }),
      });
      if (outcome.kind === 'challenge' || outcome.kind === 'malformed') failed.take(clientKey);
      return outcome;
    },
  };
}

function ask({ serve }: Gate, { path }: Pick<Listing<never>, 'path'>, offer: Offer): Promise<Outcome> {
  return serve({
    offer,
    reading: { outcome: 'none' },
    purchase: { resource: path, request: '' },
    signal: NEVER,
    validate: () => undefined,
    compute: () => Promise.reject(new Error('Nothing is computed without a payment')),
  });
}

/**
 * Which purchase this is, the same in every transport: who paid over one and lost the answer can fetch it over
 * another.
 */
function canonicalRequest({ path }: Pick<Listing<never>, 'path'>, search: URLSearchParams): string {
  const sorted = new URLSearchParams(search);
  sorted.sort();
  return `${path}?${sorted}`;
}

/** Ends when the caller leaves, or with the failure that he is told when the time is over. */
function startDeadline(left: AbortSignal, deadlineMs: number): Disposable & { signal: AbortSignal } {
  const controller = new AbortController();
  const leave = () => controller.abort(left.reason);
  const timer = setTimeout(() => controller.abort(new DeadlineExceeded()), deadlineMs);
  if (left.aborted) leave();
  left.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
    },
  };
}

import { doubledPauseMs, retry } from '../lib/retry.ts';
import { sleep } from '../lib/sleep.ts';
import { ForecourtError, type ForecourtErrorCode } from './forecourt-error.ts';

/** A payment that has been signed for one request. */
export interface SignedPayment {
  /** Names the call that is paid for: another payment for it has the same. */
  id: string;
  header: string;
  /** USDC in atomic units. */
  amount: number;
  payTo: string;
  /** No longer taken from then on. */
  untilMs: number;
  /** It was sent, and no answer has reported yet how it ended. */
  uncertain: boolean;
}

export interface ExchangeOptions {
  fetch: typeof fetch;
  /** How long one request is repeated when it fails for reasons that pass. */
  repeatForMs: number;
  signal: AbortSignal | undefined;
}

/** Read as far as the client needs; the rest goes to the caller. */
interface Body extends Record<string, unknown> {
  error?: string;
  charged?: boolean | null;
  disclaimer?: string;
}

export interface ServiceReply {
  status: number;
  body: Body;
  receipt: string | null;
}

/** Statuses of what passes by itself. */
const PASSING = [429, 503, 504];

/** Longer than the service takes for any answer. */
const TRY_TIMEOUT_MS = 90_000;
const PAUSES = { firstMs: 250, longestMs: 5_000 };

/**
 * Sends one request until there is an answer that lasts, always with the same payment: however often that arrives, it
 * pays once. Rejects when the time is up, with what the last try ended with.
 */
export async function exchange(
  url: string,
  payment: SignedPayment | undefined,
  options: ExchangeOptions,
): Promise<ServiceReply> {
  const { signal } = options;
  const endsAtMs = Date.now() + options.repeatForMs;
  const attempt = async () => {
    signal?.throwIfAborted();
    const reply = await send(url, payment, options).catch((error: unknown) => {
      signal?.throwIfAborted();
      if (error instanceof ForecourtError) throw error;
      throw new ForecourtError('unreachable', 'The service did not answer.', { cause: error });
    });
    if (PASSING.includes(reply.status)) throw toError(reply);
    return reply;
  };
  return retry(attempt, {
    sleep,
    signal,
    pauseAfter(error, tried) {
      if (!(error instanceof ForecourtError)) return undefined;
      const waitMs = Math.max((error.retryAfterSeconds ?? 0) * 1000, doubledPauseMs(tried, PAUSES));
      return Date.now() + waitMs > endsAtMs ? undefined : waitMs;
    },
  });
}

async function send(
  url: string,
  payment: SignedPayment | undefined,
  { fetch, signal }: ExchangeOptions,
): Promise<ServiceReply> {
  const timeout = AbortSignal.timeout(TRY_TIMEOUT_MS);
  const wasUncertain = payment?.uncertain ?? false;
  // From here until an answer is read it is open how the payment ended.
  if (payment) payment.uncertain = true;
  // @NOTE Not called as a method: browsers refuse a fetch that belongs to something else.
  const response = await fetch(url, {
    headers: payment ? { 'PAYMENT-SIGNATURE': payment.header } : {},
    // A payment is for this address and no other.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  const { status, headers } = response;
  const body = (await response.json().catch(() => undefined)) as Body | undefined;
  // Without it a proxy speaks, which does not know what became of the payment.
  if (!body?.disclaimer) {
    throw new ForecourtError('unexpected_answer', `Something else answered: ${status}.`, { status });
  }
  // What passes may have been said without looking at an earlier try.
  if (payment && body.error !== 'settlement_pending')
    payment.uncertain = wasUncertain && PASSING.includes(status);
  return { status, body, receipt: headers.get('PAYMENT-RESPONSE') };
}

/** The error that an answer reports; the service may be newer than this client and know more codes. */
export function toError({ status, body }: ServiceReply): ForecourtError {
  const { error, message, retryAfterSeconds } = body;
  return new ForecourtError(error as ForecourtErrorCode, `${message}`, {
    status,
    details: body,
    retryAfterSeconds,
  });
}

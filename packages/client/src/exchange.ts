import { IDENTITY } from './environment.ts';
import { ConnectionFailed, familyOf } from './error-families.ts';
import { ForecourtError, type ForecourtErrorCode } from './forecourt-error.ts';

/** A payment that has been signed for one request. */
export interface SignedPayment {
  /** Names the call that is paid for: another payment for it has the same. */
  id: string;
  header: string;
  /** USDC in atomic units. */
  amount: number;
  payTo: string;
  asset: string;
  from: string;
  nonce: string;
  /** No longer taken from then on. */
  untilMs: number;
  /** It was sent, and no answer has reported yet how it ended. */
  uncertain: boolean;
}

/** One step of a call. Holds no payment and no key; the VIN of the call stands in `url`. */
export type DebugEvent = { url: string } & (
  | { kind: 'request'; attempt: number; isPaid: boolean }
  | { kind: 'response'; status: number; requestId: string | undefined; ms: number }
  | { kind: 'failure'; error: unknown; ms: number }
  | { kind: 'pause'; ms: number }
  | { kind: 'warning'; message: string }
  | { kind: 'signed'; priceUsd: number; payTo: string; depositUsd?: number }
);

export interface ExchangeOptions {
  fetch: typeof fetch;
  /** The longest that one request is repeated when it fails for reasons that pass. */
  repeatForMs: number;
  signal: AbortSignal | undefined;
  /** End of the whole call, in milliseconds since 1970. */
  untilMs?: number;
  onDebug?: ((event: DebugEvent) => void) | undefined;
}

/** Whatever has answered: each member is looked at before it is believed. */
type Body = Readonly<Record<string, unknown>>;

export interface ServiceReply {
  status: number;
  headers: Headers;
  requestId: string | undefined;
  body: Body;
}

/** Statuses of what passes by itself. */
const PASSING = [429, 503, 504];

/** Longer than the service takes for any answer. */
const TRY_TIMEOUT_MS = 90_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Names that runtimes give to faults that no second try mends: nobody listens, no such name, no trust, a port that is forbidden. */
const HOPELESS = /REFUSED|NOTFOUND|CERT|SSL|SIGNATURE|BAD PORT/i;

/**
 * Sends one request until there is an answer that lasts, always with the same payment: however often that arrives, it
 * pays once. Rejects when the time is up, with what the last try ended with.
 */
export async function exchange(
  url: string,
  payment: SignedPayment | undefined,
  options: ExchangeOptions,
): Promise<ServiceReply> {
  const { signal, onDebug, untilMs = Number.POSITIVE_INFINITY } = options;
  const endsAtMs = Math.min(Date.now() + options.repeatForMs, untilMs);
  let attempts = 0;
  const attempt = async () => {
    signal?.throwIfAborted();
    if (Date.now() >= untilMs) throw timedOut(url);
    const startMs = Date.now();
    const since = () => Date.now() - startMs;
    attempts += 1;
    onDebug?.({ url, kind: 'request', attempt: attempts, isPaid: payment !== undefined });
    const reply = await send(url, payment, options).catch((error: unknown) => {
      onDebug?.({ url, kind: 'failure', error, ms: since() });
      signal?.throwIfAborted();
      if (error instanceof ForecourtError) throw error;
      throw Date.now() >= untilMs ? timedOut(url) : unreachable(url, error);
    });
    onDebug?.({ url, kind: 'response', status: reply.status, requestId: reply.requestId, ms: since() });
    if (PASSING.includes(reply.status)) throw toError(reply);
    return reply;
  };
  const pauseMsAfter = (error: unknown) => {
    if (!(error instanceof ForecourtError)) return undefined;
    // A call that was paid for is repeated also while the service is being started anew.
    if (!payment && error.code === 'unreachable' && HOPELESS.test(reasonOf(error.cause))) return undefined;
    const doubledMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
    const waitMs = Math.max((error.retryAfterSeconds ?? 0) * 1000, doubledMs);
    return Date.now() + waitMs > endsAtMs ? undefined : waitMs;
  };
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const waitMs = pauseMsAfter(error);
      if (waitMs === undefined) throw error;
      onDebug?.({ url, kind: 'pause', ms: waitMs });
      await sleep(waitMs, signal);
    }
  }
}

async function send(
  url: string,
  payment: SignedPayment | undefined,
  { fetch, signal, untilMs = Number.POSITIVE_INFINITY }: ExchangeOptions,
): Promise<ServiceReply> {
  const timeout = AbortSignal.timeout(Math.min(TRY_TIMEOUT_MS, Math.max(untilMs - Date.now(), 0)));
  const wasUncertain = payment?.uncertain ?? false;
  // From here until an answer is read it is open how the payment ended.
  if (payment) payment.uncertain = true;
  // @NOTE Not called as a method: browsers refuse a fetch that belongs to something else.
  const response = await fetch(url, {
    headers: payment ? { ...IDENTITY, 'PAYMENT-SIGNATURE': payment.header } : IDENTITY,
    // A payment is for this address and no other.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  const { status, headers } = response;
  const body = readBody(await response.text());
  // Without it a proxy speaks, which does not know what became of the payment.
  if (!body?.disclaimer) {
    const message = `Something else than the service answered at ${originOf(url)}: ${status}.`;
    throw new ConnectionFailed('unexpected_answer', message, { status });
  }
  // A failure that passes may have been reported without looking at an earlier try.
  if (payment && body.error !== 'settlement_pending')
    payment.uncertain = wasUncertain && PASSING.includes(status);
  return { status, headers, body, requestId: headers.get('X-Request-Id') ?? textOf(body.requestId) };
}

function readBody(text: string): Body | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fate of a payment, as the service says; empty where it says nothing. */
export function readSettlement({ headers }: ServiceReply) {
  try {
    return Object(JSON.parse(atob(headers.get('PAYMENT-RESPONSE') ?? '')));
  } catch {
    return {};
  }
}

export function textOf(given: unknown): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

export function messageOf({ status, body }: Pick<ServiceReply, 'status' | 'body'>): string {
  return textOf(body.message) || `The service answered with status ${status}.`;
}

/** The error that an answer reports; the service may be newer than this client and know more codes. */
export function toError({ status, body, requestId }: ServiceReply): ForecourtError {
  const { error, retryAfterSeconds } = body;
  const code = textOf(error) || 'unexpected_answer';
  return new (familyOf(status, body))(code as ForecourtErrorCode, messageOf({ status, body }), {
    status,
    requestId,
    details: body,
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined,
  });
}

export function timedOut(url: string): ConnectionFailed {
  return new ConnectionFailed('timed_out', `There was no answer of ${originOf(url)} in time.`);
}

function unreachable(url: string, cause: unknown): ConnectionFailed {
  const reason = reasonOf(cause);
  const why = reason && ` (${reason})`;
  return new ConnectionFailed('unreachable', `${originOf(url)} did not answer${why}.`, { cause });
}

/** Names what went wrong with a connection as the runtime does; empty where it does not. */
function reasonOf(error: unknown): string {
  const { code, cause } = Object(error);
  const inner = Object(cause);
  return `${inner.code ?? code ?? inner.message ?? ''}`;
}

/** Buyers over other protocols have addresses of their own. */
function originOf(url: string): string {
  return /^https?:\/\/[^/]+/.exec(url)?.[0] ?? 'The service';
}

/** Resolves after the time; rejects with the signal's reason as soon as it aborts. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}

import { ATOMIC_PER_USD, type Budget } from './budget.ts';
import { PaymentRefused } from './error-families.ts';
import {
  type ExchangeOptions,
  exchange,
  type ServiceReply,
  type SignedPayment,
  toError,
} from './exchange.ts';
import { ForecourtError } from './forecourt-error.ts';
import { PaymentUncertain } from './payment-uncertain.ts';
import { random256, readTerms, type Signer, signPayment } from './wallet.ts';

export interface BuyerOptions {
  /** The wallet that pays. Without one only the samples can be had. */
  account?: Signer;
  /** Pay to nobody else. */
  payTo?: string;
  /** Called with every payment that was taken. */
  onPaid?: (paid: Paid) => void;
}

/** Money that was taken for an answer. */
export interface Paid {
  url: string;
  priceUsd: number;
  /** Hash of the transaction on Base. */
  transaction?: string | undefined;
  /** A compact JWS in which the service confirms this sale. */
  receipt?: string | undefined;
}

/** The facts that came with an answer. */
export interface Reply {
  status: number;
  headers: Headers;
  /** By which the service finds the request in its logs. */
  requestId: string | undefined;
  /** The price of this answer; 0 where nothing was charged for it. */
  paidUsd: number;
  /** Hash of the transaction on Base. */
  transaction?: string | undefined;
  /** A compact JWS in which the service confirms this sale. */
  receipt?: string | undefined;
}

export interface Bought<Answer> extends Reply {
  answer: Answer;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The longest that the call may take, with all its repeats; a wallet that is asked to sign is not interrupted. */
  timeoutMs?: number | undefined;
  /** The most that this call may cost, in place of `maxPerCallUsd`. */
  maxUsd?: number | undefined;
}

type Sending = Omit<ExchangeOptions, 'signal' | 'untilMs'>;

interface Buying extends BuyerOptions, Sending {
  /**
   * Counts all that was signed, also what the service says it has not taken, and pays with that first: no service can
   * take more than the caps, whatever it says.
   */
  isStrict?: boolean;
}

/** The time for which a payment that is used again must still be good. */
const SHORTEST_VALIDITY_MS = 60_000;

/** Refusals after which a payment of an earlier call can never be taken. */
const NEVER_TAKEN = ['payment_expired', 'settlement_failed'];

/** Buys answers, each with one payment. A payment whose end is not known is kept for the next call of its kind. */
export function createBuyer({ account, payTo, onPaid, isStrict, ...sending }: Buying, budget: Budget) {
  /** By request; shared by calls for the same thing at the same time. */
  const payments = new Map<string, Promise<SignedPayment>>();
  const unused: SignedPayment[] = [];

  /** It was not taken. */
  function giveBack(payment: SignedPayment, status?: number): void {
    if (!isStrict) budget.release(payment.amount);
    // Refused for itself, it would be refused again.
    else if (status !== 402) unused.push(payment);
  }

  function takeUnused(amount: number, payTo: string): SignedPayment | undefined {
    const goodUntilMs = Date.now() + SHORTEST_VALIDITY_MS;
    const at = unused.findIndex(
      (one) => one.amount === amount && one.payTo === payTo && one.untilMs > goodUntilMs,
    );
    return at < 0 ? undefined : unused.splice(at, 1)[0];
  }

  async function sign(
    { body }: ServiceReply,
    id: string,
    url: string,
    { maxUsd, onDebug }: Asking,
  ): Promise<SignedPayment> {
    if (!account) throw new PaymentRefused('signer_missing', 'Paying needs an account.');
    const terms = readTerms(body, payTo);
    const amount = Number(terms.amount);
    const again = takeUnused(amount, terms.payTo);
    if (again) return again;
    budget.hold(amount, maxUsd);
    try {
      const signed = await signPayment(account, terms, id);
      onDebug?.({ url, kind: 'signed', priceUsd: amount / ATOMIC_PER_USD, payTo: terms.payTo });
      return { ...signed, id, amount, payTo: terms.payTo, uncertain: false };
    } catch (error) {
      budget.release(amount);
      throw error;
    }
  }

  async function pay(url: string, paying: Promise<SignedPayment>, options: Asking): Promise<Paying> {
    /** Other calls for the same may have done so already: then there is nothing left to do. */
    const forget = () => payments.get(url) === paying && payments.delete(url);
    const payment = await paying.catch((error) => {
      forget();
      throw error;
    });
    const { amount } = payment;
    try {
      const reply = await exchange(url, payment, options);
      const { charged, error } = reply.body;
      if (forget()) {
        if (charged) onPaid?.({ url, priceUsd: amount / ATOMIC_PER_USD, ...readReceipt(reply) });
        // Spent, though its answer is kept no longer.
        else if (error !== 'payment_already_used') giveBack(payment, reply.status);
      }
      return { ...reply, amount };
    } catch (error) {
      if (!payment.uncertain && forget()) giveBack(payment);
      throw payment.uncertain && error instanceof ForecourtError ? new PaymentUncertain(error) : error;
    }
  }

  async function ask(url: string, options: Asking, id: string = random256()): Promise<Paying> {
    const reply = await exchange(url, undefined, options);
    if (reply.status !== 402) return { ...reply, amount: 0 };
    // Another call for the same may have signed meanwhile.
    const paying = payments.get(url) ?? sign(reply, id, url, options);
    payments.set(url, paying);
    return pay(url, paying, options);
  }

  return async (url: string, call: CallOptions & Partial<Sending>): Promise<Bought<object>> => {
    const { timeoutMs = Number.POSITIVE_INFINITY, signal, ...given } = call;
    const asking = { ...sending, ...given };
    const onDebug = quietly(asking.onDebug);
    const options: Asking = { ...asking, onDebug, signal, untilMs: Date.now() + timeoutMs };
    const earlier = payments.get(url);
    let reply = await (earlier ? pay(url, earlier, options) : ask(url, options));
    if (earlier && NEVER_TAKEN.includes(`${reply.body.error}`))
      reply = await ask(url, options, (await earlier).id);
    if (reply.status !== 200) throw toError(reply);
    const { status, headers, requestId, body, amount } = reply;
    const paidUsd = body.charged ? amount / ATOMIC_PER_USD : 0;
    return { answer: body, status, headers, requestId, paidUsd, ...readReceipt(reply) };
  };
}

/** Keeps what a watcher throws from coming between a payment and its answer. */
function quietly(onDebug: Sending['onDebug']): Sending['onDebug'] {
  return (event) => {
    try {
      onDebug?.(event);
    } catch {}
  };
}

/** The settings of one call. */
type Asking = ExchangeOptions & Pick<CallOptions, 'maxUsd'>;
/** A reply, and what was signed for it. */
type Paying = ServiceReply & { amount: number };

function readReceipt({ headers }: ServiceReply): Pick<Paid, 'transaction' | 'receipt'> {
  try {
    const { transaction, extensions } = JSON.parse(atob(headers.get('PAYMENT-RESPONSE') ?? ''));
    return { transaction, receipt: extensions?.['offer-receipt']?.info.receipt.signature };
  } catch {
    return {};
  }
}

import { ATOMIC_PER_USD, type Budget } from './budget.ts';
import { createChannel, type OpenChannel, type Voucher } from './channel.ts';
import { InvalidRequest, PaymentRefused } from './error-families.ts';
import {
  type ExchangeOptions,
  exchange,
  messageOf,
  readSettlement,
  type ServiceReply,
  type SignedPayment,
  textOf,
  toError,
} from './exchange.ts';
import { ForecourtError } from './forecourt-error.ts';
import { PaymentUncertain } from './payment-uncertain.ts';
import { canNeverBeTaken, random256, readTerms, type Signer, signPayment, type Terms } from './wallet.ts';

export interface BuyerOptions {
  /** The wallet that pays. Without one only the samples can be had. */
  account?: Signer;
  /** Pay to nobody else. */
  payTo?: string;
  /** A node of Base, which is asked what became of payments whose time is over; without one they count for good. */
  rpcUrl?: string;
  /** Pay by a channel where the service offers one, else by transfers of `account`. */
  channel?: OpenChannel;
  /** The deposit at a time, where a call does not cost more and the total leaves it; default 1. */
  depositUsd?: number;
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

interface Buying extends BuyerOptions, Sending {}

/** Where a channel pays, there is no nonce. */
type CallPayment = SignedPayment & { voucher?: Voucher };

/** The time for which a payment that is used again must still be good. */
const SHORTEST_VALIDITY_MS = 60_000;
const MOST_BOUGHT = 1_000;
const OUT_OF_STEP = 'invalid_batch_settlement_evm_cumulative_amount_mismatch';
/** Refusals after which a kept payment gives way to a new one. It goes on counting: a service can say so and lie. */
const NEVER_TAKEN = ['payment_expired', 'settlement_failed'];

/**
 * Buys answers, each with one payment. A payment whose end is not known is kept for the next call of its kind.
 *
 * A signature counts against the caps from when it is asked for, whatever the service says became of it: what was not
 * taken pays for the next call of the same price, at no further count, while it is good. It counts no longer when its
 * time is over and the node at `rpcUrl` knows that it was never used: a service could profit from any other proof.
 */
export function createBuyer(
  { account, payTo, rpcUrl, channel, depositUsd = 1, onPaid, ...sending }: Buying,
  budget: Budget,
) {
  /** By purchase; shared by calls for the same thing at the same time. */
  const payments = new Map<string, Promise<CallPayment>>();
  /** With the payment that bought it, a service gives an answer again: nothing is signed, and nothing counts. */
  const bought = new Map<string, CallPayment>();
  /** All that were signed and are not known to have been taken. */
  const open = new Set<CallPayment>();
  const unused: CallPayment[] = [];
  const payByChannel = channel && createChannel(channel, depositUsd, budget);

  /** The service says that it has not taken it. Refused for itself, it would be refused again. */
  function giveBack(payment: CallPayment, body: object = {}): void {
    if (!payment.voucher && !('accepts' in body)) unused.push(payment);
  }

  async function clearUp(rpcUrl: string, { signal }: Asking): Promise<void> {
    const { fetch } = sending;
    for (const payment of open) {
      const isFree = await canNeverBeTaken(payment, { rpcUrl, fetch, signal });
      // Another call may have found it out meanwhile.
      if (isFree && open.delete(payment)) budget.release(payment.amount);
    }
  }

  async function hold(amount: number, options: Asking, counted?: number): Promise<void> {
    try {
      budget.hold(amount, options.maxUsd, counted);
    } catch (error) {
      if (!rpcUrl) throw error;
      await clearUp(rpcUrl, options);
      budget.hold(amount, options.maxUsd, counted);
    }
  }

  function takeUnused(amount: number, { payTo, asset }: Terms): CallPayment | undefined {
    const at = unused.findIndex(
      (one) =>
        one.amount === amount &&
        one.payTo === payTo &&
        one.asset === asset &&
        one.untilMs > Date.now() + SHORTEST_VALIDITY_MS,
    );
    return unused.splice(at, at < 0 ? 0 : 1)[0];
  }

  async function sign(
    { body }: ServiceReply,
    id: string,
    url: string,
    options: Asking,
  ): Promise<CallPayment> {
    const byChannel = payByChannel ? ['batch-settlement'] : [];
    const terms = readTerms(body, payTo, options.isRefund ? byChannel : [...byChannel, 'exact']);
    if (payByChannel && terms.scheme !== 'exact') {
      const count = (amount: number, counted: number) => hold(amount, options, counted);
      const voucher = await payByChannel(terms, { ...options, id, url, hold: count });
      const { amount, deposited } = voucher;
      const facts = { payTo: terms.payTo, depositUsd: deposited / ATOMIC_PER_USD };
      options.onDebug?.({ url, kind: 'signed', priceUsd: amount / ATOMIC_PER_USD, ...facts });
      return { ...terms, ...voucher, from: '', nonce: '', id, uncertain: false, voucher };
    }
    if (!account) throw new PaymentRefused('signer_missing', 'Paying needs an account.');
    const amount = Number(terms.amount);
    const again = takeUnused(amount, terms);
    if (again) return again;
    await hold(amount, options);
    try {
      const signed = await signPayment(account, terms, id);
      options.onDebug?.({ url, kind: 'signed', priceUsd: amount / ATOMIC_PER_USD, payTo: terms.payTo });
      const payment = { ...signed, id, amount, uncertain: false };
      open.add(payment);
      return payment;
    } catch (error) {
      budget.release(amount);
      throw error;
    }
  }

  async function pay(url: string, paying: Promise<CallPayment>, options: Asking): Promise<Paying> {
    /** Other calls for the same may have done so already: then there is nothing left to do. */
    const forget = () => payments.get(options.key) === paying && payments.delete(options.key);
    const payment = await paying.catch((error) => {
      forget();
      throw error;
    });
    const { amount, voucher } = payment;
    try {
      const reply = await exchange(url, payment, options);
      const { charged, error } = reply.body;
      if (voucher && error === OUT_OF_STEP && !options.isCorrected) {
        await voucher.correct(reply);
        forget();
        return await ask(url, { ...options, isCorrected: true }, payment.id);
      }
      if (forget()) {
        // Spent is also what has an answer that is kept no longer.
        if (charged || error === 'payment_already_used') {
          open.delete(payment);
          budget.charge(amount);
        } else giveBack(payment, reply.body);
        await voucher?.learn(reply);
        if (charged) {
          if (bought.size > MOST_BOUGHT) bought.clear();
          bought.set(options.key, payment);
          onPaid?.({ url, priceUsd: amount / ATOMIC_PER_USD, ...readReceipt(reply) });
        }
      }
      return { ...reply, amount };
    } catch (error) {
      if (!payment.uncertain && forget()) giveBack(payment);
      throw payment.uncertain && error instanceof ForecourtError ? new PaymentUncertain(error) : error;
    } finally {
      voucher?.end();
    }
  }

  async function ask(url: string, options: Asking, id: string = random256()): Promise<Paying> {
    const { key } = options;
    const kept = bought.get(key);
    const reply = await exchange(url, kept, options);
    // The service keeps it no longer, or another call has bought it meanwhile.
    if (kept ? reply.status > 200 && bought.delete(key) : bought.has(key)) return ask(url, options, id);
    if (reply.status !== 402) return reply;
    refuseWrongParameters(reply);
    for (const message of warningsOf(reply)) options.onDebug?.({ url, kind: 'warning', message });
    // Another call for the same may have signed meanwhile.
    const paying = payments.get(key) ?? sign(reply, id, url, options);
    payments.set(key, paying);
    return pay(url, paying, options);
  }

  return async (url: string, call: CallOptions & Partial<Sending> & Kind): Promise<Bought<object>> => {
    const { timeoutMs = Number.POSITIVE_INFINITY, signal, ...given } = call;
    const asking = { ...sending, ...given };
    const onDebug = quietly(asking.onDebug);
    // Both forms are one purchase.
    const key = url.replace('&view=brief', '');
    const options: Asking = { ...asking, key, onDebug, signal, untilMs: Date.now() + timeoutMs };
    const earlier = payments.get(key);
    let reply = await (earlier ? pay(url, earlier, options) : ask(url, options));
    if (earlier && NEVER_TAKEN.includes(`${reply.body.error}`))
      reply = await ask(url, options, (await earlier).id);
    if (reply.status !== 200) throw toError(reply);
    const { status, headers, requestId, body, amount = 0 } = reply;
    const paidUsd = body.charged ? amount / ATOMIC_PER_USD : 0;
    return { answer: body, status, headers, requestId, paidUsd, ...readReceipt(reply) };
  };
}

/** Throws what the service would answer after a payment, where it finds the parameters wrong before one. */
function refuseWrongParameters(reply: ServiceReply): void {
  const { status, requestId, body } = reply;
  if (!Array.isArray(body.issues) || body.issues.length === 0) return;
  throw new InvalidRequest('invalid_parameters', messageOf(reply), { status, requestId, details: body });
}

/** A fact that may make the call worthless, such as a VIN that seems mistyped. */
function warningsOf({ body: { warnings } }: ServiceReply): string[] {
  const given: unknown[] = Array.isArray(warnings) ? warnings : [];
  return given.flatMap((one) => textOf(Object(one).message) ?? []);
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
type Asking = ExchangeOptions & Pick<CallOptions, 'maxUsd'> & Kind & { untilMs: number; key: string };
/** Whether it asks for what is left in the channel, in place of the answer, and whether that was out of step once. */
type Kind = { isRefund?: true; isCorrected?: true };
/** A reply, and what was signed for it, where something was. */
type Paying = ServiceReply & { amount?: number };

function readReceipt(reply: ServiceReply): Pick<Paid, 'transaction' | 'receipt'> {
  const { transaction, extensions } = readSettlement(reply);
  return { transaction, receipt: extensions?.['offer-receipt']?.info?.receipt?.signature };
}

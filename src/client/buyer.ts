import { ATOMIC_PER_USD, type Budget } from './budget.ts';
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
  /** Who pays. Without one only the samples can be had. */
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
  /** What the service has signed about this sale, as a compact JWS. */
  receipt?: string | undefined;
}

interface Buying extends BuyerOptions, Omit<ExchangeOptions, 'signal'> {
  /**
   * Counts all that was signed, also what the service says it has not taken, and pays with that first: no service can
   * take more than the caps, whatever it says.
   */
  isStrict?: boolean;
}

/** What a payment that is used again must still be good for. */
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

  async function sign({ body }: ServiceReply, id: string): Promise<SignedPayment> {
    if (!account) throw new ForecourtError('signer_missing', 'Paying needs an account.');
    const terms = readTerms(body, payTo);
    const amount = Number(terms.amount);
    const again = takeUnused(amount, terms.payTo);
    if (again) return again;
    budget.hold(amount);
    try {
      const signed = await signPayment(account, terms, id);
      return { ...signed, id, amount, payTo: terms.payTo, uncertain: false };
    } catch (error) {
      budget.release(amount);
      throw error;
    }
  }

  async function pay(
    url: string,
    paying: Promise<SignedPayment>,
    options: ExchangeOptions,
  ): Promise<ServiceReply> {
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
        if (charged) onPaid?.({ url, priceUsd: amount / ATOMIC_PER_USD, ...readReceipt(reply.receipt) });
        // Spent, though its answer is kept no longer.
        else if (error !== 'payment_already_used') giveBack(payment, reply.status);
      }
      return reply;
    } catch (error) {
      if (!payment.uncertain && forget()) giveBack(payment);
      throw payment.uncertain && error instanceof ForecourtError ? new PaymentUncertain(error) : error;
    }
  }

  async function ask(url: string, options: ExchangeOptions, id: string = random256()): Promise<ServiceReply> {
    const reply = await exchange(url, undefined, options);
    if (reply.status !== 402) return reply;
    // Another call for the same may have signed meanwhile.
    const paying = payments.get(url) ?? sign(reply, id);
    payments.set(url, paying);
    return pay(url, paying, options);
  }

  return async (
    url: string,
    call: Pick<ExchangeOptions, 'signal'> & Partial<ExchangeOptions>,
  ): Promise<object> => {
    const options = { ...sending, ...call };
    const earlier = payments.get(url);
    let reply = await (earlier ? pay(url, earlier, options) : ask(url, options));
    if (earlier && NEVER_TAKEN.includes(`${reply.body.error}`))
      reply = await ask(url, options, (await earlier).id);
    if (reply.status !== 200) throw toError(reply);
    return reply.body;
  };
}

function readReceipt(header: string | null): Pick<Paid, 'transaction' | 'receipt'> {
  try {
    const { transaction, extensions } = JSON.parse(atob(header ?? ''));
    return { transaction, receipt: extensions?.['offer-receipt']?.info.receipt.signature };
  } catch {
    return {};
  }
}

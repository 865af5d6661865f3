import { ATOMIC_PER_USD, type Budget } from './budget.ts';
import { type ExchangeOptions, exchange, type Payment, type Reply, toError } from './exchange.ts';
import { ForecourtError } from './forecourt-error.ts';
import { PaymentUncertain } from './payment-uncertain.ts';
import { readTerms, type Signer, signPayment } from './wallet.ts';

export interface BuyerOptions {
  /** Who pays. Without one only the samples can be had. */
  account?: Signer;
  /** Pay to nobody else. */
  payTo?: string;
  /** Told of every payment that was taken. */
  onPaid?: (paid: Paid) => void;
}

/** Money that was taken for an answer. */
export interface Paid {
  url: string;
  priceUsd: number;
  /** Hash of the transaction on Base, where the service told it. */
  transaction: string | undefined;
}

/** Refusals after which a payment of an earlier call can never be taken. */
const NEVER_TAKEN = ['payment_expired', 'settlement_failed'];

/** Buys answers, each with one payment. A payment whose end is not known is kept for the next call of its kind. */
export function createBuyer(
  { account, payTo, onPaid, ...sending }: BuyerOptions & Omit<ExchangeOptions, 'signal'>,
  budget: Budget,
) {
  /** By request; shared by calls for the same thing at the same time. */
  const payments = new Map<string, Promise<Payment>>();

  async function sign({ body }: Reply): Promise<Payment> {
    if (!account) throw new ForecourtError('signer_missing', 'The client needs an account to pay.');
    const terms = readTerms(body, payTo);
    const amount = Number(terms.amount);
    budget.hold(amount);
    try {
      return { header: await signPayment(account, terms), amount, uncertain: false };
    } catch (error) {
      budget.release(amount);
      throw error;
    }
  }

  async function pay(url: string, paying: Promise<Payment>, options: ExchangeOptions): Promise<Reply> {
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
        if (charged)
          onPaid?.({ url, priceUsd: amount / ATOMIC_PER_USD, transaction: readTransaction(reply.receipt) });
        // Spent, though its answer is kept no longer.
        else if (error !== 'payment_already_used') budget.release(amount);
      }
      return reply;
    } catch (error) {
      if (!payment.uncertain && forget()) budget.release(amount);
      throw payment.uncertain && error instanceof ForecourtError ? new PaymentUncertain(error) : error;
    }
  }

  async function ask(url: string, options: ExchangeOptions): Promise<Reply> {
    const reply = await exchange(url, undefined, options);
    if (reply.status !== 402) return reply;
    // Another call for the same may have signed meanwhile.
    const paying = payments.get(url) ?? sign(reply);
    payments.set(url, paying);
    return pay(url, paying, options);
  }

  return async (url: string, signal: AbortSignal | undefined): Promise<object> => {
    const options = { ...sending, signal };
    const earlier = payments.get(url);
    let reply = await (earlier ? pay(url, earlier, options) : ask(url, options));
    if (earlier && NEVER_TAKEN.includes(`${reply.body.error}`)) reply = await ask(url, options);
    if (reply.status !== 200) throw toError(reply);
    return reply.body;
  };
}

function readTransaction(receipt: string | null): string | undefined {
  try {
    return JSON.parse(atob(receipt ?? '')).transaction;
  } catch {
    return undefined;
  }
}

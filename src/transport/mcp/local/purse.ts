import { x402Client } from '@x402/core/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { ATOMIC_PER_USD, createBudget } from '../../../client/budget.ts';
import { PaymentCapExceeded } from '../../../client/payment-cap-exceeded.ts';
import { isDevAddress, isDevPrivateKey } from '../../../payments/dev-chain/dev-accounts.ts';
import { PAYMENT_NETWORK } from '../../../payments/payment.ts';
import { toAtomicUsdc, USDC } from '../../../payments/usdc.ts';

export interface PurseOptions {
  privateKey: `0x${string}`;
  /** Decimal dollars, such as "1.00". */
  maxSpendUsd: string;
  maxPriceUsd: string;
}

/** A signed payment, of whose content only its maker and its receiver know more. */
export type SignedPayment = Awaited<ReturnType<x402Client['createPaymentPayload']>>;

/**
 * Signs payments, never for more than its caps: what was signed counts, whether or not it was taken in the end, so
 * that no service can take more.
 */
export interface Purse {
  /** Throws a PaymentDeclined where the caps or the terms do not allow it. */
  sign(required: object): Promise<SignedPayment>;
  /** The service says that it was not taken: it is used again, as long as it is good, where the price is the same. */
  giveBack(payment: SignedPayment): void;
  /** What was signed for so far and what may be, in words. */
  describe(): string;
}

/** Nothing was signed; the message says why. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined';
}

const termsSchema = z.looseObject({
  scheme: z.literal('exact'),
  network: z.literal(PAYMENT_NETWORK),
  asset: z.string().refine((asset) => asset.toLowerCase() === USDC.address),
  amount: z.string().regex(/^\d{1,15}$/),
  payTo: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  maxTimeoutSeconds: z.number().positive(),
});
type Terms = z.output<typeof termsSchema>;

const requiredSchema = z.looseObject({
  x402Version: z.literal(2),
  resource: z.looseObject({ url: z.string() }),
  accepts: z.array(z.unknown()),
});

const LONGEST_VALIDITY_SECONDS = 600;
/** What a payment that is used again must still be good for. */
const SHORTEST_VALIDITY_MS = 60_000;

interface Unused {
  payment: SignedPayment;
  amount: string;
  payTo: string;
  untilMs: number;
}

export function createPurse({ privateKey, maxSpendUsd, maxPriceUsd }: PurseOptions): Purse {
  const client = new x402Client().register(
    PAYMENT_NETWORK,
    new ExactEvmScheme(privateKeyToAccount(privateKey)),
  );
  const budget = createBudget(readDollars(maxPriceUsd), readDollars(maxSpendUsd));
  const signedOf = new WeakMap<SignedPayment, Unused>();
  let unused: Unused[] = [];

  function takeUnused({ amount, payTo }: Terms): SignedPayment | undefined {
    const nowMs = Date.now();
    unused = unused.filter(({ untilMs }) => untilMs - nowMs > SHORTEST_VALIDITY_MS);
    const index = unused.findIndex((one) => one.amount === amount && one.payTo === payTo);
    return index === -1 ? undefined : unused.splice(index, 1)[0]?.payment;
  }

  const describe = () => `${usd(budget.held / ATOMIC_PER_USD)} of ${usd(maxSpendUsd)} signed for`;

  function count(terms: Terms): void {
    if (isDevAddress(terms.payTo) && !isDevPrivateKey(privateKey)) {
      throw new PaymentDeclined(
        'Not paid: this service takes test payments only, and the wallet may hold real money. Use its test wallet.',
      );
    }
    try {
      budget.hold(Number(terms.amount));
    } catch (error) {
      if (!(error instanceof PaymentCapExceeded)) throw error;
      const price = usd(error.priceUsd);
      throw new PaymentDeclined(
        error.cap === 'call'
          ? `Not paid: the call costs ${price}, more than the ${usd(maxPriceUsd)} that one call may cost (--max-price).`
          : `Not paid: the call costs ${price}, and ${describe()} (--max-spend).`,
      );
    }
  }

  return {
    async sign(required) {
      const { envelope, terms } = readTerms(required);
      const again = takeUnused(terms);
      if (again) return again;
      count(terms);
      const validitySeconds = Math.min(terms.maxTimeoutSeconds, LONGEST_VALIDITY_SECONDS);
      // Which contract is signed for is never the service's to say.
      const extra = { name: USDC.name, version: USDC.version };
      const accepted = {
        ...terms,
        network: PAYMENT_NETWORK,
        maxTimeoutSeconds: validitySeconds,
        extra,
      } as const;
      const untilMs = Date.now() + validitySeconds * 1000;
      const payment = await client.createPaymentPayload({
        x402Version: 2,
        resource: envelope.resource,
        accepts: [accepted],
      });
      signedOf.set(payment, { payment, amount: terms.amount, payTo: terms.payTo, untilMs });
      return payment;
    },
    giveBack(payment) {
      const one = signedOf.get(payment);
      if (one && !unused.includes(one)) unused.push(one);
    },
    describe,
  };
}

/** The one way to pay that is known to be right; whatever else is offered is not looked at. */
function readTerms(required: object) {
  const envelope = requiredSchema.safeParse(required);
  for (const offered of envelope.data?.accepts ?? []) {
    const terms = termsSchema.safeParse(offered);
    if (envelope.success && terms.success) return { envelope: envelope.data, terms: terms.data };
  }
  throw new PaymentDeclined('Not paid: the service does not ask for USDC on Base by x402 version 2.');
}

/** Throws on what is no amount: a cap that is mistyped must not become another one. */
function readDollars(text: string): number {
  return Number(toAtomicUsdc(text)) / ATOMIC_PER_USD;
}

/** With cents, and with what is less than a cent where there is any. */
function usd(dollars: number | string): string {
  return `$${Number(dollars)
    .toFixed(USDC.decimals)
    .replace(/0{1,4}$/, '')}`;
}

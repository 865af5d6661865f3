import type { Clock } from '../../lib/clock.ts';
import type { BoundPayment, LedgerBegin } from '../../storage/ledger-store.ts';
import type { Chain, Proof } from '../evm/chain.ts';
import { asHex, type Hex } from '../evm/encoding.ts';
import type { AuthorizedTransfer } from '../evm/transfer.ts';
import type { Settlement } from '../facilitators/facilitator.ts';
import type { Payment } from '../wire/payment.ts';
import type { PaymentEvents } from './call.ts';
import type { Reservation } from './ledger.ts';

export function transferOf({
  payer,
  nonce,
  asset,
  payTo,
  amount,
  validBeforeSeconds,
}: BoundPayment): AuthorizedTransfer {
  return {
    payer: asHex(payer),
    nonce: asHex(nonce),
    asset: asHex(asset),
    payTo: asHex(payTo),
    amount,
    validBeforeSeconds,
  };
}

/** Facilitators refuse what is good for a few seconds only, and by clocks of their own. */
const FACILITATOR_MARGIN_MS = 15_000;

/**
 * Whether a settlement failed by what the payer did after the check: spent or cancelled the authorization, emptied the
 * wallet, let it expire, or has code that changes its mind. The facilitator's word alone is no reason to slow a payer
 * down: it may be in trouble itself.
 */
export async function isPayersFault(
  { chain, clock }: { chain: Pick<Chain, 'balanceOf'>; clock: Clock },
  payment: Payment,
  settlement: Settlement & { kind: 'failed' | 'denied' },
  evidence: Proof['kind'],
): Promise<boolean> {
  const { reason } = settlement;
  const byPayersCode = settlement.kind === 'failed' && settlement.byPayersCode;
  const isExpired =
    reason === 'payment_expired' && clock.now() + FACILITATOR_MARGIN_MS >= payment.validBeforeSeconds * 1_000;
  if (evidence === 'void' || isExpired || byPayersCode) return true;
  if (reason === 'invalid_signature') return payment.signedBy === 'contract';
  if (reason !== 'insufficient_funds' && reason !== 'settlement_failed') return false;
  const balance = await chain.balanceOf(payment.payer).catch(() => undefined);
  return balance !== undefined && balance < payment.amount;
}

interface Asking {
  chain: Pick<Chain, 'findEvidence'>;
  events: Pick<PaymentEvents, 'unavailable'>;
}

/** Our clock and the chain's may differ by this much. */
const CLOCK_MARGIN_MS = 60_000;

/** Asks the chain about a payment that was first seen here then; undefined where the chain cannot be asked. */
export async function findEvidence(
  { chain, events }: Asking,
  { bound, firstSeenMs }: Pick<Reservation, 'bound' | 'firstSeenMs'>,
  transaction?: Hex,
): Promise<Proof | undefined> {
  try {
    const sinceMs = firstSeenMs - CLOCK_MARGIN_MS;
    return await chain.findEvidence(transferOf(bound), { sinceMs, transaction });
  } catch {
    events.unavailable('chain');
    return undefined;
  }
}

/** The time before it was shown to us in which somebody else may have broadcast a payment. */
const EARLIER_MS = 900_000;

/**
 * Asks whether somebody has broadcast a payment that this ledger has never seen. One from before the ledger began may
 * have bought its answer then, and is public: it buys nothing here.
 */
export async function findBroadcast(
  { chain, events, ledgerBegin }: Asking & { ledgerBegin: () => Promise<LedgerBegin> },
  { bound, firstSeenMs }: Pick<Reservation, 'bound' | 'firstSeenMs'>,
): Promise<Proof | undefined> {
  try {
    const begin = await ledgerBegin();
    const sinceMs = Math.max(firstSeenMs - EARLIER_MS, begin.atMs);
    return await chain.findEvidence(transferOf(bound), { sinceMs, afterBlock: begin.block });
  } catch {
    events.unavailable('chain');
    return undefined;
  }
}

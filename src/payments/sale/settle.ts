import type { Clock } from '../../lib/clock.ts';
import type { BoundPayment } from '../../storage/ledger-store.ts';
import type { Chain, Evidence } from '../evm/chain.ts';
import { asHex, type Hex } from '../evm/encoding.ts';
import type { AuthorizedTransfer } from '../evm/transfer-events.ts';
import type { Facilitator, Settlement } from '../facilitators/facilitator.ts';
import type { Payment, PaymentRefusal } from '../wire/payment.ts';
import type { Outcome, PaymentEvents, SettledBy } from './call.ts';
import type { Ledger, Reservation } from './ledger.ts';
import type { Strikes } from './strikes.ts';

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
async function isPayersFault(
  { chain, clock }: { chain: Pick<Chain, 'balanceOf'>; clock: Clock },
  payment: Payment,
  { reason, byPayersCode }: Settlement & { kind: 'failed' },
  evidence: Evidence['kind'],
): Promise<boolean> {
  const isExpired =
    reason === 'payment_expired' && clock.now() + FACILITATOR_MARGIN_MS >= payment.validBeforeSeconds * 1_000;
  if (evidence === 'void' || isExpired || byPayersCode) return true;
  if (reason === 'invalid_signature') return payment.signedBy === 'contract';
  if (reason !== 'insufficient_funds' && reason !== 'settlement_failed') return false;
  const balance = await chain.balanceOf(payment.payer).catch(() => undefined);
  return balance !== undefined && balance < payment.amount;
}

/** The result of a settlement once the chain was asked too, where that was needed. */
type SettlementResult =
  | { kind: 'settled'; transaction: Hex }
  | { kind: 'failed'; reason: PaymentRefusal }
  | { kind: 'unavailable' }
  | { kind: 'unknown'; transaction?: Hex };

export interface SettlementParts {
  facilitator: Facilitator;
  chain: Chain;
  ledger: Ledger;
  strikes: Strikes;
  events: PaymentEvents;
  clock: Clock;
}

interface Circumstances {
  /** False where an earlier attempt may still be under way: then only the chain can say that nothing was taken. */
  firstAttempt: boolean;
}

/** Our clock and the chain's may differ by this much. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * Takes the money of a payment whose answer is kept already, and notes the outcome.
 * "Failed" is said only where nothing was taken and nothing of it is under way.
 */
export async function settle(
  parts: SettlementParts,
  payment: Payment,
  reservation: Reservation,
  circumstances: Circumstances,
): Promise<SettlementResult> {
  const { facilitator, ledger, events } = parts;
  const startedMs = parts.clock.now();
  const done = (transaction: Hex, by: SettledBy) =>
    noteSettled(parts, reservation, transaction, by, startedMs);
  const lost = async (transaction?: Hex): Promise<SettlementResult> => {
    events.settlementUnknown();
    // Where even this cannot be noted, the claim runs out and the reconciler finds the payment all the same.
    await ledger.markUnknown(reservation, transaction).catch(() => events.unavailable('ledger'));
    return { kind: 'unknown', ...(transaction && { transaction }) };
  };

  // Facilitators do not reject; should one, money may have moved all the same.
  const settlement = await facilitator.settle(payment).catch((): Settlement => ({ kind: 'unknown' }));
  if (settlement.kind === 'settled') return done(settlement.transaction, 'facilitator');
  if (settlement.kind === 'unknown') return lost(settlement.transaction);
  if (settlement.reason === 'payment_service_unavailable') {
    events.unavailable('facilitator');
    if (!circumstances.firstAttempt) return lost();
    await ledger.release(reservation);
    return { kind: 'unavailable' };
  }

  // Somebody else may have broadcast the authorization: then we are paid although our own attempt has failed.
  const evidence = await findEvidence(parts, reservation);
  if (evidence?.kind === 'paid') return done(evidence.transaction, 'evidence');
  const stillOpen = evidence === undefined || evidence.kind === 'open';
  if (evidence === undefined || (stillOpen && !circumstances.firstAttempt)) return lost();
  if (stillOpen && settlement.reason === 'payment_already_used') return lost();

  await ledger.release(reservation);
  if (await isPayersFault(parts, payment, settlement, evidence.kind)) {
    await parts.strikes.add(reservation.bound.payer);
  }
  events.settlementFailed(settlement.reason);
  return { kind: 'failed', reason: settlement.reason };
}

/** Notes a payment as settled, also one that the chain shows as paid and that needs no settling. */
export async function noteSettled(
  { ledger, events, clock }: Pick<SettlementParts, 'ledger' | 'events' | 'clock'>,
  { bound }: Pick<Reservation, 'bound'>,
  transaction: Hex,
  by: SettledBy,
  startedMs: number,
): Promise<SettlementResult & { kind: 'settled' }> {
  try {
    await ledger.markSettled(bound, transaction);
  } catch {
    // The money is ours and the answer is at hand: whoever paid gets it. The note is made later.
    events.unavailable('ledger');
    ledger.markSettledLater(bound, transaction);
  }
  events.settled({ by, amountAtomic: bound.amount, durationMs: clock.now() - startedMs });
  return { kind: 'settled', transaction };
}

/** Asks the chain; undefined where it cannot be asked. */
export async function findEvidence(
  { chain, events }: Pick<SettlementParts, 'chain' | 'events'>,
  { bound, firstSeenMs }: Pick<Reservation, 'bound' | 'firstSeenMs'>,
): Promise<Evidence | undefined> {
  try {
    return await chain.findEvidence(transferOf(bound), firstSeenMs - CLOCK_MARGIN_MS);
  } catch {
    events.unavailable('chain');
    return undefined;
  }
}

/** A challenge that says why a payment was not taken. */
export function refuse(events: Pick<PaymentEvents, 'challenged'>, reason: PaymentRefusal): Outcome {
  events.challenged(reason);
  return { kind: 'challenge', reason };
}

import { answeredInTime, type Clock } from '../../lib/clock.ts';
import type { LedgerBegin } from '../../storage/ledger-store.ts';
import type { CounterStore } from '../../storage/storage.ts';
import type { Chain } from '../evm/chain.ts';
import type { Hex } from '../evm/encoding.ts';
import type { MinedTransfer } from '../evm/transfer.ts';
import type { Facilitator, Settlement } from '../facilitators/facilitator.ts';
import type { Payment, PaymentRefusal } from '../wire/payment.ts';
import type { PaymentEvents, SettledBy } from './call.ts';
import { findEvidence, isPayersFault } from './evidence.ts';
import type { Ledger, Reservation } from './ledger.ts';

/** The result of a settlement once the chain was asked too, where that was needed. */
type SettlementResult =
  | { kind: 'settled'; transaction: Hex }
  | { kind: 'failed'; reason: PaymentRefusal }
  | { kind: 'unavailable' }
  | { kind: 'unknown'; transaction?: Hex };

export interface SettlementParts {
  /** Since when the ledger has every payment that it took. */
  ledgerBegin: () => Promise<LedgerBegin>;
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
  const done = (settled: MinedTransfer, by: SettledBy) =>
    noteSettled(parts, reservation, settled, by, startedMs);
  const lost = async (transaction?: Hex): Promise<SettlementResult> => {
    events.settlementUnknown();
    // Where even this cannot be noted, the claim runs out and the reconciler finds the payment all the same.
    await ledger.markUnknown(reservation, transaction).catch(() => events.unavailable('ledger'));
    return { kind: 'unknown', ...(transaction && { transaction }) };
  };

  // Facilitators do not reject; should one, money may have moved all the same.
  const settlement = await facilitator.settle(payment).catch((): Settlement => ({ kind: 'unknown' }));
  if (settlement.kind === 'settled') return done(settlement, 'facilitator');
  if (settlement.kind === 'unknown') return lost(settlement.transaction);
  const { reason } = settlement;
  if (reason === 'payment_service_unavailable') {
    events.unavailable('facilitator');
    if (!circumstances.firstAttempt) return lost();
    await ledger.fail(reservation, { reason });
    return { kind: 'unavailable' };
  }

  // Somebody else may have broadcast the authorization: then we are paid although our own attempt has failed.
  const transaction = settlement.kind === 'denied' ? settlement.transaction : undefined;
  const evidence = await findEvidence(parts, reservation, transaction);
  if (evidence?.kind === 'paid') return done(evidence, 'evidence');
  const isPayersDoing =
    evidence !== undefined && (await isPayersFault(parts, payment, settlement, evidence.kind));
  // Who denies a settlement can make it a moment later, and says so in good faith where its node is behind.
  const isOver = settlement.kind === 'failed' && reason !== 'payment_already_used';
  const tookNothing =
    evidence?.kind === 'void' || (evidence?.kind === 'open' && isOver && circumstances.firstAttempt);
  if (isPayersDoing && (tookNothing || circumstances.firstAttempt))
    await parts.strikes.add(reservation.bound.payer);
  if (!tookNothing) return lost(transaction);
  await ledger.fail(reservation, { reason, transaction });
  events.settlementFailed(reason);
  return { kind: 'failed', reason };
}

/** Notes a payment as settled, also one that the chain shows as paid and that needs no settling. */
export async function noteSettled(
  { ledger, events, clock }: Pick<SettlementParts, 'ledger' | 'events' | 'clock'>,
  { bound }: Pick<Reservation, 'bound'>,
  settled: MinedTransfer,
  by: SettledBy,
  startedMs: number,
): Promise<SettlementResult & { kind: 'settled' }> {
  try {
    await ledger.markSettled(bound, settled);
  } catch {
    // The money is ours and the answer is at hand: whoever paid gets it. The note is made later.
    events.unavailable('ledger');
    ledger.markSettledLater(bound, settled);
  }
  const { amount, requestId } = bound;
  const { transaction } = settled;
  events.settled({
    by,
    amountAtomic: amount,
    durationMs: clock.now() - startedMs,
    requestId,
    transaction,
  });
  return { kind: 'settled', transaction: settled.transaction };
}

export type Strikes = ReturnType<typeof createStrikes>;

export const MAX_STRIKES = 3;
export const STRIKES_WINDOW_MS = 600_000;

/** Counts the settlements of a payer that failed after we had computed for them, and slows the payer down. */
export function createStrikes({ counters, clock }: { counters: CounterStore; clock: Clock }) {
  const counter = (payer: string) => {
    const nowMs = clock.now();
    const startMs = nowMs - (nowMs % STRIKES_WINDOW_MS);
    return { key: `payment-strikes:${payer}`, startMs, endMs: startMs + STRIKES_WINDOW_MS, nowMs };
  };
  // This protects our computing time, not money: where it cannot be counted, nobody is kept from paying.
  return {
    async add(payer: string): Promise<void> {
      const { key, startMs, endMs } = counter(payer);
      await counters.increment(key, startMs, endMs).catch(() => 0);
    },
    /** Seconds that this payer has to wait; 0 for everybody else. */
    async waitSeconds(payer: string): Promise<number> {
      const { key, startMs, endMs, nowMs } = counter(payer);
      const count = await answeredInTime(counters.read(key, startMs)).catch(() => 0);
      return count >= MAX_STRIKES ? Math.ceil((endMs - nowMs) / 1_000) : 0;
    },
  };
}

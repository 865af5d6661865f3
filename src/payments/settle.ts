import type { Chain, Evidence } from './chain.ts';
import type { Clock } from './clock.ts';
import type { Facilitator, Settlement } from './facilitators/facilitator.ts';
import { type Held, type Ledger, transferOf } from './ledger.ts';
import type { Hex, Payment, PaymentRefusal } from './payment.ts';
import type { PaymentEvents, SettledBy } from './payment-events.ts';
import type { Strikes } from './strikes.ts';

export type SettlementResult =
  | { result: 'settled'; transaction: Hex }
  | { result: 'failed'; reason: PaymentRefusal }
  | { result: 'unavailable' }
  | { result: 'unknown'; transaction?: Hex };

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
  /** Whether somebody is there to be given the answer. */
  isAttended: () => boolean;
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
  held: Held,
  circumstances: Circumstances,
): Promise<SettlementResult> {
  const { facilitator, ledger, events } = parts;
  const startedMs = parts.clock.nowMs();
  const done = (transaction: Hex, by: SettledBy) =>
    noteSettled(parts, held, transaction, by, startedMs, circumstances.isAttended());
  const lost = async (transaction?: Hex): Promise<SettlementResult> => {
    events.settlementUnknown();
    // Where even this cannot be noted, the claim runs out and the reconciler finds the payment all the same.
    await ledger.markUnknown(held, transaction).catch(() => events.unavailable('ledger'));
    return { result: 'unknown', ...(transaction && { transaction }) };
  };

  // Facilitators do not reject; should one, money may have moved all the same.
  const settlement = await facilitator.settle(payment).catch((): Settlement => ({ outcome: 'unknown' }));
  if (settlement.outcome === 'settled') return done(settlement.transaction, 'facilitator');
  if (settlement.outcome === 'unknown') return lost(settlement.transaction);
  if (settlement.reason === 'payment_service_unavailable') {
    events.unavailable('facilitator');
    if (!circumstances.firstAttempt) return lost();
    await ledger.release(held);
    return { result: 'unavailable' };
  }

  // Somebody else may have broadcast the authorization: then we are paid although our own attempt has failed.
  const evidence = await findEvidence(parts, held);
  if (evidence?.state === 'paid') return done(evidence.transaction, 'evidence');
  const stillOpen = evidence === undefined || evidence.state === 'open';
  if (evidence === undefined || (stillOpen && !circumstances.firstAttempt)) return lost();
  if (stillOpen && settlement.reason === 'payment_already_used') return lost();

  await ledger.release(held);
  await parts.strikes.add(held.binding.payer);
  events.settlementFailed(settlement.reason);
  return { result: 'failed', reason: settlement.reason };
}

/** A payment that the chain shows as paid needs no settling. */
export async function noteSettled(
  { ledger, events, clock }: Pick<SettlementParts, 'ledger' | 'events' | 'clock'>,
  { binding }: Pick<Held, 'binding'>,
  transaction: Hex,
  by: SettledBy,
  startedMs: number,
  handedOut: boolean,
): Promise<SettlementResult> {
  try {
    const noted = await ledger.markSettled(binding, transaction, handedOut);
    // The reconciler was quicker; it could not know that somebody is here for the answer.
    if (!noted && handedOut) await ledger.noteHandedOut(binding);
  } catch {
    // The money is ours and the answer is at hand: who paid gets it. The reconciler repeats the note.
    events.unavailable('ledger');
  }
  events.settled({ by, amountAtomic: binding.amount, durationMs: clock.nowMs() - startedMs });
  return { result: 'settled', transaction };
}

/** What the chain says; undefined where it cannot be asked. */
export async function findEvidence(
  { chain, events }: Pick<SettlementParts, 'chain' | 'events'>,
  { binding, firstSeenMs }: Pick<Held, 'binding' | 'firstSeenMs'>,
): Promise<Evidence | undefined> {
  try {
    return await chain.findEvidence(transferOf(binding), firstSeenMs - CLOCK_MARGIN_MS);
  } catch {
    events.unavailable('chain');
    return undefined;
  }
}

import { isServiceError, ServiceError } from '../../errors/service-error.ts';
import { answeredInTime, type Clock, withDeadline } from '../../lib/clock.ts';
import { traced } from '../../lib/tracing.ts';
import type { LedgerBegin } from '../../storage/ledger-store.ts';
import type { CounterStore } from '../../storage/storage.ts';
import type { Chain } from '../evm/chain.ts';
import type { Hex } from '../evm/encoding.ts';
import type { MinedTransfer } from '../evm/transfer.ts';
import type { Facilitator, Settlement } from '../facilitators/facilitator.ts';
import type { Payment, PaymentRefusal } from '../wire/payment.ts';
import { describeSettlement } from '../wire/receipt.ts';
import {
  type ComputedAnswer,
  type Flight,
  notSettled,
  type Outcome,
  type PaidRequest,
  type PaymentEvents,
  pending,
  type Request,
  type SettledBy,
  unavailable,
} from './call.ts';
import { findBroadcast, findEvidence, isPayersFault } from './evidence.ts';
import { type Ledger, LedgerUnavailableError, type Reservation } from './ledger.ts';

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
async function noteSettled(
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

/** A challenge that says why a payment was not taken. */
export function refuse(events: Pick<PaymentEvents, 'challenged'>, reason: PaymentRefusal): Outcome {
  events.challenged(reason);
  return { kind: 'challenge', reason };
}

/** The settlements of this payer keep failing. */
export function slowDown(events: Pick<PaymentEvents, 'slowed'>, waitSeconds: number): Outcome {
  events.slowed();
  const details = { limit: 'failed_settlements', retryAfterSeconds: waitSeconds } as const;
  return { kind: 'failure', failure: new ServiceError('rate_limited', details) };
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

const POLL_MS = 50;
const MAX_WAIT_MS = 3_000;
const MAX_NODE_MS = 1_500;

/**
 * A payer may have several payments under way, each of them covered on its own and all together not: computes for no
 * more than they hold. Waits a little for those before this one, whose money may have left their wallet already.
 */
async function isFunded(
  { ledger, chain, clock, events }: Pick<SettlementParts, 'ledger' | 'chain' | 'clock' | 'events'>,
  payment: Payment,
  signal: AbortSignal,
): Promise<'funded' | 'short'> {
  const startedMs = clock.now();
  let underWay = await ledger.amountUnderWay(payment);
  // Alone, the payment was covered by the facilitator's check.
  let hasPaused = false;
  while (hasPaused || underWay > payment.amount) {
    const asking = chain.balanceOf(payment.payer).catch(() => undefined);
    const balance = await withDeadline(asking, { clock, ms: MAX_NODE_MS, late: () => undefined });
    if (balance === undefined) {
      // The facilitator has found each of them covered; a node that is silent must not stop sales that it can settle.
      events.unavailable('chain');
      return 'funded';
    }
    if (balance >= underWay) return 'funded';
    if (underWay <= payment.amount || clock.now() - startedMs > MAX_WAIT_MS) return 'short';
    await clock.sleep(POLL_MS);
    signal.throwIfAborted();
    underWay = await ledger.amountUnderWay(payment);
    hasPaused = true;
  }
  return 'funded';
}

/**
 * Verifies, computes and settles a payment that is reserved for us. Whatever ends it early releases the payment.
 * `again`: another process has taken the payment over, for this one was silent too long. `paidBy`: the transaction by
 * which the chain shows the payment as made already.
 */
export async function perform(
  parts: SettlementParts,
  reservation: Reservation,
  paid: PaidRequest,
  flight: Flight,
  paidBy?: Hex,
): Promise<Outcome | 'again'> {
  const { ledger, events } = parts;
  try {
    const admission = paidBy ? { paidBy } : await admit(parts, reservation, paid, flight.signal);
    const produced = 'kind' in admission ? admission : await produce(parts, paid.request, flight);
    if ('kind' in produced) {
      await ledger.release(reservation);
      return produced;
    }
    return await settleAnswer(
      parts,
      reservation,
      paid,
      flight,
      produced.body,
      'kind' in admission ? undefined : admission.paidBy,
    );
  } catch (error) {
    // Nothing in here throws once a settlement was sent. A ledger that was silent is not waited for once more.
    const releasing = ledger.release(reservation).catch(() => events.unavailable('ledger'));
    if (!(error instanceof LedgerUnavailableError)) await releasing;
    if (flight.signal.aborted) return { kind: 'gone' };
    if (isServiceError(error)) return { kind: 'failure', failure: error };
    if (!(error instanceof LedgerUnavailableError)) throw error;
    events.unavailable('ledger');
    return unavailable();
  } finally {
    ledger.letGo(reservation);
  }
}

export async function produce(
  { events }: Pick<SettlementParts, 'events'>,
  request: Request,
  { signal }: Flight,
): Promise<Outcome | Pick<ComputedAnswer, 'body'>> {
  signal.throwIfAborted();
  const { body, charge } = await traced('compute', () => request.compute(signal));
  signal.throwIfAborted();
  if (charge) return { body };
  events.uncharged();
  return { kind: 'answer', body, charged: false };
}

async function settleAnswer(
  parts: SettlementParts,
  reservation: Reservation,
  { payment, request }: PaidRequest,
  flight: Flight,
  body: object,
  paidBy: Hex | undefined,
): Promise<Outcome | 'again'> {
  const { ledger, clock } = parts;
  flight.phase = 'settling';
  if (!(await ledger.beginSettlement(reservation, { answer: body, payment }, request))) return 'again';
  const settlement = paidBy
    ? await noteSettled(parts, reservation, { transaction: paidBy }, 'evidence', clock.now())
    : await traced('settle', () => settle(parts, payment, reservation, { firstAttempt: true }));
  const { payer } = payment;
  switch (settlement.kind) {
    case 'settled':
      return {
        kind: 'answer',
        body,
        charged: true,
        receipt: describeSettlement(payer, { ...settlement, amount: payment.amount }),
        handedOut(whole) {
          if (whole) ledger.noteHandedOut(payment);
        },
      };
    case 'failed':
      return notSettled(payer, settlement.reason);
    case 'unavailable':
      return unavailable();
    case 'unknown':
      return pending(payer, settlement.transaction);
  }
}

/**
 * Explains that somebody refuses a signature which is the payer's own. Code at the payer's address may want another one;
 * without such code they have trouble of their own, often with their node.
 */
async function explainDoubtedSignature(
  { chain, events }: SettlementParts,
  { payer }: Payment,
): Promise<Outcome> {
  const hasCode = await chain.hasCode(payer).catch(() => false);
  if (hasCode) return refuse(events, 'invalid_signature');
  events.unavailable('facilitator');
  return unavailable();
}

/** Checks what must be true before anything is computed. */
async function admit(
  parts: SettlementParts,
  reservation: Reservation,
  { payment }: PaidRequest,
  signal: AbortSignal,
): Promise<Outcome | { paidBy: Hex | undefined }> {
  const { events, facilitator } = parts;
  const verification = await traced('verify', () => facilitator.verify(payment));
  if (verification.kind === 'unavailable') {
    events.unavailable('facilitator');
    return unavailable();
  }
  if (verification.kind === 'invalid') {
    if (verification.reason === 'invalid_signature' && payment.signedBy === 'account')
      return explainDoubtedSignature(parts, payment);
    if (verification.reason !== 'payment_already_used') return refuse(events, verification.reason);
    // Broadcast by somebody else or by the payer: if it paid us, the answer is owed.
    const evidence = await findBroadcast(parts, reservation);
    if (evidence === undefined) return unavailable();
    if (evidence.kind === 'paid') return { paidBy: evidence.transaction };
    // It has been used a moment ago, or the node does not show for what: it may well have been for this.
    const isOpen = evidence.kind === 'open' || evidence.kind === 'hidden';
    return isOpen ? pending(payment.payer, undefined) : refuse(events, 'payment_already_used');
  }

  const funded = await isFunded(parts, payment, signal);
  return funded === 'short' ? refuse(events, 'insufficient_funds') : { paidBy: undefined };
}

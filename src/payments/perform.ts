import { Failure } from '../failures/failure.ts';
import type { Flight } from './flight.ts';
import { isFunded } from './funds.ts';
import type { Held } from './ledger.ts';
import { LedgerUnavailable } from './ledger-unavailable.ts';
import { type Outcome, type Payee, PENDING_RETRY_SECONDS, unavailable } from './outcome.ts';
import type { Hex, Payment } from './payment.ts';
import type { Sale } from './sale.ts';
import { findEvidence, noteSettled, type SettlementParts, type SettlementResult, settle } from './settle.ts';

/** `lost`: another process has taken the payment over, for this one was silent too long. */
type Performance = Outcome | { kind: 'lost' };

/** How far back a payment may have been broadcast by somebody else before it was shown to us. */
const EARLIER_MS = 900_000;

/** Verifies, computes and settles a payment that is reserved for us. Whatever ends it early releases the payment. */
export async function perform<Query>(
  parts: SettlementParts,
  held: Held,
  sale: Sale<Query>,
  flight: Flight,
): Promise<Performance> {
  try {
    return await produceAndSettle(parts, held, sale, flight);
  } catch (error) {
    // Nothing in here throws once a settlement was sent.
    await parts.ledger.release(held).catch(() => parts.events.unavailable('ledger'));
    if (flight.signal.aborted) return { kind: 'aborted' };
    if (error instanceof Failure) return { kind: 'failure', failure: error };
    if (error instanceof LedgerUnavailable) {
      parts.events.unavailable('ledger');
      return unavailable;
    }
    throw error;
  } finally {
    parts.ledger.letGo(held);
  }
}

async function produceAndSettle<Query>(
  parts: SettlementParts,
  held: Held,
  { payment, purchase, production }: Sale<Query>,
  flight: Flight,
): Promise<Performance> {
  const { ledger, clock } = parts;
  const release = async (outcome: Outcome) => {
    await ledger.release(held);
    return outcome;
  };

  const query = production.validate();
  const admission = await admit(parts, held, payment, flight.signal);
  if ('kind' in admission) return release(admission);
  flight.signal.throwIfAborted();

  const answer = await production.compute(query, flight.signal);
  flight.signal.throwIfAborted();
  if (!answer.charge) {
    parts.events.uncharged();
    return release({ kind: 'uncharged', body: answer.body });
  }

  flight.phase = 'settling';
  if (!(await ledger.beginSettlement(held, { answer: answer.body, payment }, purchase)))
    return { kind: 'lost' };
  const startedMs = clock.nowMs();
  const settlement =
    admission.paidBy === undefined
      ? await settle(parts, payment, held, { firstAttempt: true, isAttended: flight.isAttended })
      : await noteSettled(parts, held, admission.paidBy, 'evidence', startedMs, flight.isAttended());
  return outcomeOf(settlement, answer.body, payment);
}

/** What must be true before anything is computed. `paidBy`: the chain shows the payment as made already. */
async function admit(
  parts: SettlementParts,
  held: Held,
  payment: Payment,
  signal: AbortSignal,
): Promise<Outcome | { paidBy: Hex | undefined }> {
  const verification = await parts.facilitator.verify(payment);
  if (verification.outcome === 'unavailable') {
    parts.events.unavailable('facilitator');
    return unavailable;
  }
  if (verification.outcome === 'invalid') {
    if (verification.reason !== 'payment_already_used') return refused(parts, verification.reason);
    // Broadcast by somebody else or by the payer himself: if it paid us, the answer is owed.
    const evidence = await findEvidence(parts, {
      binding: held.binding,
      firstSeenMs: held.firstSeenMs - EARLIER_MS,
    });
    if (evidence === undefined) return unavailable;
    return evidence.state === 'paid'
      ? { paidBy: evidence.transaction }
      : refused(parts, 'payment_already_used');
  }

  const funded = await isFunded(parts, payment, signal);
  if (funded === 'unavailable') return unavailable;
  return funded === 'short' ? refused(parts, 'insufficient_funds') : { paidBy: undefined };
}

function refused({ events }: SettlementParts, reason: (Outcome & { kind: 'challenge' })['reason']): Outcome {
  events.challenged(reason);
  return { kind: 'challenge', reason };
}

function outcomeOf(settlement: SettlementResult, body: object, payee: Payee): Outcome {
  switch (settlement.result) {
    case 'settled':
      return { kind: 'settled', body, transaction: settlement.transaction, payee, replayed: false };
    case 'failed':
      return { kind: 'failed', reason: settlement.reason, payee };
    case 'unavailable':
      return unavailable;
    case 'unknown':
      return {
        kind: 'pending',
        retryAfterSeconds: PENDING_RETRY_SECONDS,
        payee,
        ...(settlement.transaction && { transaction: settlement.transaction }),
      };
  }
}

import { isServiceError } from '../../errors/service-error.ts';
import { withDeadline } from '../../lib/clock.ts';
import { traced } from '../../lib/tracing.ts';
import type { Hex } from '../evm/encoding.ts';
import type { Payment } from '../wire/payment.ts';
import { describeSettlement } from '../wire/receipt.ts';
import {
  type ComputedAnswer,
  type Flight,
  notSettled,
  type Outcome,
  type PaidRequest,
  pending,
  type Request,
  refuse,
  unavailable,
} from './call.ts';
import { findBroadcast } from './evidence.ts';
import { LedgerUnavailableError, type Reservation } from './ledger.ts';
import { noteSettled, type SettlementParts, settle } from './settle.ts';

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

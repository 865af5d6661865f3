import type { PaymentRow } from '../storage/ledger-store.ts';
import type { Flight } from './flight.ts';
import { asHex } from './ledger.ts';
import { type Outcome, type Payee, PENDING_RETRY_SECONDS } from './outcome.ts';
import type { Payment } from './payment.ts';
import { resolve, settleAgain, transactionOf } from './resolve.ts';
import type { SettlementParts } from './settle.ts';

/** `gone`: the payment was released, or its answer went to somebody else. */
export type Following = Outcome | { kind: 'gone' };

export interface FollowOptions {
  /** Takes the kept answer of a settled row, where this caller may have it. */
  takeAnswer: (row: PaymentRow) => Promise<object | undefined>;
  how: 'same_payment' | 'owed';
  payee: Payee;
  /** The payment of the row, to settle it again where that never happened. */
  paymentOf: (row: PaymentRow) => Payment | undefined;
}

export interface FollowLimits {
  maxWaitMs: number;
  resettleAfterMs: number;
  maxSettleAttempts: number;
}

const FIRST_POLL_MS = 20;
const LONGEST_POLL_MS = 250;

/** Waits for the outcome of a payment that somebody else works on, or that was left open, and gives what it earned. */
export async function follow(
  parts: SettlementParts,
  first: PaymentRow,
  flight: Flight,
  options: FollowOptions,
  limits: FollowLimits,
): Promise<Following> {
  const { ledger, clock, events } = parts;
  const startedMs = clock.nowMs();
  let pollMs = FIRST_POLL_MS;
  let row: PaymentRow | undefined = first;
  let retried = false;
  flight.phase = 'following';

  while (row) {
    const open: boolean =
      row.state === 'unknown' || (row.state === 'settling' && isAbandoned(row, clock.nowMs()));
    if (row.state === 'settled') {
      const body = await options.takeAnswer(row);
      if (!body) return { kind: 'gone' };
      events.replayed(options.how);
      return {
        kind: 'settled',
        body,
        transaction: asHex(row.transaction ?? '0x'),
        payee: options.payee,
        replayed: true,
      };
    }
    if (row.state === 'reserved' && isAbandoned(row, clock.nowMs())) return { kind: 'gone' };
    if (open) {
      const resolution = await resolve(parts, row);
      if (resolution === 'open') {
        const payment = retried ? undefined : options.paymentOf(row);
        if (!payment) return pending(row, options.payee);
        retried = true;
        await settleAgain(parts, row, payment, {
          afterMs: limits.resettleAfterMs,
          maxAttempts: limits.maxSettleAttempts,
        });
      }
    } else {
      if (clock.nowMs() - startedMs > limits.maxWaitMs) return pending(row, options.payee);
      await clock.sleep(pollMs);
      if (flight.signal.aborted) return { kind: 'aborted' };
      pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS);
    }
    row = await ledger.find(row);
    // It was released in the meantime, and taken for something else.
    if (row?.requestDigest !== first.requestDigest) break;
  }
  return { kind: 'gone' };
}

function isAbandoned(row: PaymentRow, nowMs: number): boolean {
  return row.claimedUntilMs <= nowMs;
}

function pending(row: PaymentRow, payee: Payee): Outcome {
  const transaction = transactionOf(row);
  return {
    kind: 'pending',
    retryAfterSeconds: PENDING_RETRY_SECONDS,
    payee,
    ...(transaction && { transaction }),
  };
}

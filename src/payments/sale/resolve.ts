import type { PaymentRow } from '../../storage/ledger-store.ts';
import type { Hex } from '../evm/encoding.ts';
import type { Payment } from '../wire/payment.ts';
import { describeSettlement } from '../wire/receipt.ts';
import { type Flight, type Outcome, pending, type Request, unreadable } from './call.ts';
import { findEvidence } from './evidence.ts';
import { type SettlementParts, settle } from './settle.ts';

export type Resolution = 'settled' | 'void' | 'open';

/** Clears up one payment whose outcome is open, from what the chain says. */
export async function resolve(
  parts: Pick<SettlementParts, 'chain' | 'ledger' | 'strikes' | 'events' | 'clock'>,
  row: PaymentRow,
): Promise<Resolution> {
  const seen = { bound: row, firstSeenMs: row.createdAtMs };
  const evidence = await findEvidence(parts, seen, transactionOf(row));
  if (evidence?.kind === 'paid') {
    await note(parts, row, 'settled', parts.ledger.markSettled(row, evidence));
    return 'settled';
  }
  if (evidence?.kind === 'void') {
    await note(parts, row, 'void', parts.ledger.failVoid(row));
    return 'void';
  }
  return 'open';
}

async function note(
  { events, clock, strikes }: Pick<SettlementParts, 'events' | 'clock' | 'strikes'>,
  row: PaymentRow,
  resolution: 'settled' | 'void',
  noted: Promise<boolean>,
): Promise<void> {
  // Of several that find out at the same time one makes the change, and counts it.
  if (!(await noted)) return;
  events.resolved(resolution, clock.now() - row.createdAtMs);
  // One that has expired may have been our fault; one that was spent or cancelled in its time was the payer's doing.
  const inItsTime = clock.now() < row.validBeforeSeconds * 1_000;
  if (resolution === 'void' && inItsTime) await strikes.add(row.payer);
}

/**
 * The payer has come back with the payment whose settlement was lost: settles it once more. That cannot charge twice,
 * for the chain takes an authorization once.
 */
export async function settleAgain(
  parts: SettlementParts,
  row: PaymentRow,
  payment: Payment,
  /** `afterMs`: the least time from one attempt to the next. `maxAttempts`: without it, any number. */
  { afterMs, maxAttempts = Number.POSITIVE_INFINITY }: { afterMs: number; maxAttempts?: number },
): Promise<void> {
  const { ledger, clock } = parts;
  if (row.settleAttempts >= maxAttempts) return;
  if (clock.now() >= row.validBeforeSeconds * 1_000) return;
  const sinceMs = clock.now() - row.updatedAtMs;
  // An attempt in the future was made by a clock that was wrong.
  if (row.state === 'unknown' && sinceMs >= 0 && sinceMs < afterMs) return;
  const reservation = await ledger.takeOver(row);
  if (!reservation) return;
  try {
    // Whoever waits for it takes the answer from the ledger.
    await settle(parts, payment, reservation, { firstAttempt: false });
  } finally {
    ledger.letGo(reservation);
  }
}

/** The transaction of a row, or the name of the voucher that paid. */
export function transactionOf(row: PaymentRow | undefined): Hex | undefined {
  const { transaction } = row ?? {};
  if (transaction === undefined) return undefined;
  if (!/^0x[0-9a-f]+(:\d+)?$/.test(transaction)) throw new TypeError('The row names no transaction');
  return `0x${transaction.slice(2)}`;
}

/** The rule by which the answer of a settled payment is given again. */
export interface HandOut {
  how: 'same_payment' | 'paid_before';
  mayHave: (row: PaymentRow) => Promise<boolean>;
}

export interface FollowLimits {
  maxWaitMs: number;
  resettleAfterMs: number;
  maxSettleAttempts: number;
}

const FIRST_POLL_MS = 20;
const LONGEST_POLL_MS = 250;

/**
 * Waits for the outcome of a payment that somebody else works on, or that was left open, and gives what it earned.
 * `again`: the payment was released, or its answer is no longer to be had.
 */
export async function follow(
  parts: SettlementParts,
  first: PaymentRow,
  { payer, request, flight, handOut }: { payer: Hex; request: Request; flight: Flight; handOut: HandOut },
  limits: FollowLimits,
): Promise<Outcome | 'again'> {
  const { ledger, clock } = parts;
  const startedMs = clock.now();
  let pollMs = FIRST_POLL_MS;
  let row: PaymentRow | undefined = first;
  let retried = false;
  flight.phase = 'following';

  while (row) {
    if (row.state === 'settled') return (await give(parts, row, payer, request, handOut)) ?? 'again';
    const abandoned = row.claimedUntilMs <= clock.now();
    if (row.state === 'reserved' && abandoned) return 'again';
    if (row.state === 'unknown' || (row.state === 'settling' && abandoned)) {
      const resolution = await resolve(parts, row);
      if (resolution === 'open') {
        const payment = retried ? undefined : ledger.paymentOf(row, request);
        if (!payment) return pending(payer, transactionOf(row));
        retried = true;
        await settleAgain(parts, row, payment, {
          afterMs: limits.resettleAfterMs,
          maxAttempts: limits.maxSettleAttempts,
        });
      }
    } else {
      if (clock.now() - startedMs > limits.maxWaitMs) return pending(payer, transactionOf(row));
      await clock.sleep(pollMs);
      if (flight.signal.aborted) return { kind: 'gone' };
      pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS);
    }
    row = await ledger.find(row);
    // It was released in the meantime, and taken for something else.
    if (row?.requestDigest !== first.requestDigest) break;
  }
  return 'again';
}

async function give(
  { ledger, events }: SettlementParts,
  row: PaymentRow,
  payer: Hex,
  request: Request,
  { how, mayHave }: HandOut,
): Promise<Outcome | undefined> {
  const body = ledger.answerOf(row, request);
  const transaction = transactionOf(row) ?? '0x';
  if (body === 'unreadable') return unreadable(events, transaction);
  if (!body || !(await mayHave(row))) return undefined;
  events.replayed(how);
  if (how === 'paid_before') {
    const handedOut = (whole: boolean) => {
      if (whole) ledger.noteHandedOut(row);
    };
    return { kind: 'answer', body, charged: false, paidBefore: { transaction }, handedOut };
  }
  return {
    kind: 'answer',
    body,
    charged: true,
    receipt: describeSettlement(payer, { kind: 'settled', transaction, amount: row.amount }),
    handedOut(whole) {
      if (!whole) ledger.takeBackHandOut(row);
    },
  };
}

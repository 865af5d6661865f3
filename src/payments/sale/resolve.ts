import type { PaymentRow } from '../../storage/ledger-store.ts';
import type { Hex } from '../evm/encoding.ts';
import type { Payment } from '../wire/payment.ts';
import { findEvidence, type SettlementParts, settle } from './settle.ts';

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
  // What was tried in the future was tried by a clock that was wrong.
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

import type { PaymentRow } from '../storage/ledger-store.ts';
import { asHex, type Ledger } from './ledger.ts';
import type { Payment } from './payment.ts';
import { findEvidence, type SettlementParts, settle } from './settle.ts';

export type Resolution = 'settled' | 'void' | 'open';

/** Clears up one payment whose outcome is open, from what the chain says. */
export async function resolve(
  parts: Pick<SettlementParts, 'chain' | 'ledger' | 'strikes' | 'events' | 'clock'>,
  row: PaymentRow,
): Promise<Resolution> {
  const evidence = await findEvidence(parts, { binding: row, firstSeenMs: row.createdAtMs });
  if (evidence?.state === 'paid') {
    await note(parts, row, 'settled', parts.ledger.markSettled(row, evidence.transaction, false));
    return 'settled';
  }
  if (evidence?.state === 'void') {
    await note(parts, row, 'void', parts.ledger.releaseVoid(row));
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
  events.resolved(resolution, clock.nowMs() - row.createdAtMs);
  // One that has expired may have been our fault; one that was spent or cancelled in its time was the payer's doing.
  const inItsTime = clock.nowMs() < row.validBeforeSeconds * 1_000;
  if (resolution === 'void' && inItsTime) await strikes.add(row.payer);
}

interface RetryLimits {
  /** How long after the last attempt the next one may follow. */
  afterMs: number;
  maxAttempts: number;
}

/**
 * The payer has come back with the payment whose settlement was lost: settles it once more. That cannot charge twice,
 * for the chain takes an authorization once.
 */
export async function settleAgain(
  parts: SettlementParts,
  row: PaymentRow,
  payment: Payment,
  limits: RetryLimits,
): Promise<void> {
  const { ledger, clock } = parts;
  if (row.settleAttempts >= limits.maxAttempts) return;
  if (clock.nowMs() >= row.validBeforeSeconds * 1_000) return;
  if (row.state === 'unknown' && clock.nowMs() - row.updatedAtMs < limits.afterMs) return;
  const held = await ledger.takeOver(row);
  if (!held) return;
  try {
    // Whoever waits for it takes the answer from the ledger, like any other replay.
    await settle(parts, payment, held, { firstAttempt: false, isAttended: () => false });
  } finally {
    ledger.letGo(held);
  }
}

/** The transaction of a row, where it is known. */
export function transactionOf(row: Awaited<ReturnType<Ledger['find']>>) {
  return row?.transaction === undefined ? undefined : asHex(row.transaction);
}

import type { PaymentRow } from '../../storage/ledger-store.ts';
import type { Evidence } from '../evm/chain.ts';
import { resolve, settleAgain, transactionOf } from './resolve.ts';
import { type SettlementParts, transferOf } from './settle.ts';

export interface AuditLimits {
  /** Blocks on top of a settlement from which on it is final. */
  depth: number;
  /** Time from one block of the chain to the next. */
  blockMs: number;
  /** A dropped settlement is not sent again sooner than this after the last time. */
  resettleAfterMs: number;
}

/** The authorization may have been first seen by a clock that is not the chain's. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * Compares one settled payment with the chain: it is final once it is deep enough. One whose transfer the chain does not
 * show is an open outcome again, and is sent once more. False where the chain cannot be asked.
 */
export async function audit(parts: SettlementParts, row: PaymentRow, limits: AuditLimits): Promise<boolean> {
  const { ledger, chain, events } = parts;
  let evidence: Evidence;
  try {
    const sinceMs = row.createdAtMs - CLOCK_MARGIN_MS;
    evidence = await chain.findEvidence(transferOf(row), { sinceMs, transaction: transactionOf(row) });
  } catch {
    events.unavailable('chain');
    return false;
  }
  if (evidence.kind === 'paid') {
    const missing = limits.depth - evidence.depth;
    if (missing > 0) await ledger.postpone(row, missing * limits.blockMs);
    else if (await ledger.markFinal(row, evidence)) events.audited('final', row.amount);
    return true;
  }
  // The money has been taken, and the node does not show by what: that is no reason to take it again.
  if (evidence.kind === 'hidden' || evidence.kind === 'earlier') return false;
  // Of several that find out at the same time one makes the change.
  if (!(await ledger.markDropped(row))) return true;
  events.audited('dropped', row.amount);
  const dropped = await ledger.find(row);
  if (dropped?.dropped) await followDropped(parts, dropped, { ...limits, resettleAfterMs: 0 });
  return true;
}

/** Who paid had settled: sending it again takes nothing that was not taken before. Returns whether it is cleared up. */
export async function followDropped(
  parts: SettlementParts,
  row: PaymentRow,
  limits: AuditLimits,
): Promise<boolean> {
  const { ledger, events } = parts;
  const resolution = await resolve(parts, row);
  if (resolution !== 'open') {
    events.audited(resolution === 'settled' ? 'restored' : 'lost', row.amount);
    return true;
  }
  const payment = ledger.paymentToSettle(row);
  // Where nobody was given the answer and nobody can fetch it any more, the money is not ours either.
  if (!payment || !(row.handOuts > 0 || row.answer !== undefined)) return false;
  const restored = () => events.audited('restored', row.amount);
  // It was counted as settled when it was settled first.
  const again = { ...parts, events: { ...events, settled: restored } };
  // However often that fails: nobody comes back for it, and each look is further from the last.
  await settleAgain(again, row, payment, { afterMs: limits.resettleAfterMs });
  return false;
}

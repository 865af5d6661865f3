import { randomUUID } from 'node:crypto';
import { unlessAborted } from '../../lib/clock.ts';
import { createRounds } from '../../lib/turns.ts';
import type { PaymentRow } from '../../storage/ledger-store.ts';
import type { LeaseStore } from '../../storage/storage.ts';
import type { Proof } from '../evm/chain.ts';
import { BLOCK_MS, SETTLEMENT_DEPTH } from '../evm/rpc.ts';
import { transferOf } from './evidence.ts';
import { resolve, settleAgain, transactionOf } from './resolve.ts';
import type { SettlementParts } from './settle.ts';

export type Reconciler = ReturnType<typeof createReconciler>;

interface Options extends SettlementParts {
  leases: LeaseStore;
  auditLimits?: Partial<AuditLimits>;
  everyMs?: number;
}

const LEASE = 'payment-reconciler';
const CONCURRENCY = 5;
const BATCH = 50;
const AUDIT_BATCH = 500;
/** The pause after an audit for which the chain could not be asked: for that payment, and after N in a row for all. */
const AUDIT_REST_MS = 10_000;
const FAILED_AUDITS_IN_A_ROW = 10;
/** Short, for a clock that had jumped ahead may have chosen the time of the next look. */
const LONGEST_DELAY_MS = 60_000;

const AUDIT_LIMITS: AuditLimits = {
  depth: SETTLEMENT_DEPTH,
  blockMs: BLOCK_MS,
  resettleAfterMs: 5_000,
};

/**
 * Clears up payments whose outcome was lost, from what the chain says: after a crash, a time-out, a broken line. Disposing
 * it waits for what it writes, not for a node that does not answer.
 */
export function createReconciler({ leases, everyMs = 2_000, auditLimits, ...given }: Options) {
  const { ledger, clock, events } = given;
  const stopping = new AbortController();
  const parts = askingUntil(stopping.signal, given);
  const limits = { ...AUDIT_LIMITS, ...auditLimits };
  const owner = randomUUID();
  let auditsRestUntilMs = 0;

  /** Whether audits pause: never for longer than AUDIT_REST_MS, should the clock be set back meanwhile. */
  function auditsRest(): boolean {
    const restMs = auditsRestUntilMs - clock.now();
    return restMs > 0 && restMs <= AUDIT_REST_MS;
  }

  async function look(row: PaymentRow): Promise<boolean> {
    const isClear = row.dropped
      ? await followDropped(parts, row, limits)
      : (await resolve(parts, row)) !== 'open';
    if (isClear) return true;
    // The older an open payment is, the less is to be expected from the next look.
    const ageMs = clock.now() - row.createdAtMs;
    await ledger.postpone(row, Math.min(Math.max(everyMs, ageMs / 10), LONGEST_DELAY_MS));
    return false;
  }

  async function work<Item>(items: readonly Item[], each: (item: Item) => Promise<void>): Promise<void> {
    const queue = items.values();
    const worker = async () => {
      for (const item of queue) {
        if (stopping.signal.aborted) return;
        await each(item);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  }

  async function auditAll(): Promise<void> {
    if (auditsRest()) return;
    let failedInARow = 0;
    const due = await ledger.findUnaudited(AUDIT_BATCH, limits.depth * limits.blockMs + AUDIT_REST_MS);
    await work(due, async (row) => {
      if (auditsRest()) return;
      if (await audit(parts, row, limits)) {
        failedInARow = 0;
        return;
      }
      // One about which the node cannot answer must not keep the others waiting behind it.
      await ledger.postpone(row, AUDIT_REST_MS);
      failedInARow += 1;
      if (failedInARow >= FAILED_AUDITS_IN_A_ROW) auditsRestUntilMs = clock.now() + AUDIT_REST_MS;
    });
  }

  async function round(): Promise<void> {
    try {
      // Any number of instances could do this without harm; one at a time spares the node.
      const nowMs = clock.now();
      if (!(await leases.acquire(LEASE, owner, nowMs, nowMs + everyMs * 5))) return;
      const rows = await ledger.findUnresolved(BATCH, LONGEST_DELAY_MS);
      let open = 0;
      await work(rows, async (row) => {
        if (!(await look(row))) open += 1;
      });
      if (rows.length > 0) events.unresolved(open);
      await auditAll();
    } catch {
      events.unavailable('ledger');
    }
  }

  const { runOnce, start, stop } = createRounds(round, everyMs);

  return {
    /** Looks at everything that is due and resolves when it has. */
    runOnce,
    /** Looks now, and again and again in the background. */
    start,
    async [Symbol.asyncDispose](): Promise<void> {
      stopping.abort();
      await stop();
      await leases.release(LEASE, owner).catch(() => {});
    },
  };
}

/**
 * Wraps the parts so that neither a node nor a facilitator is asked or waited for once the signal aborts. The next look,
 * here or elsewhere, finds what it would have said.
 */
function askingUntil(
  signal: AbortSignal,
  { chain, facilitator, ...parts }: SettlementParts,
): SettlementParts {
  const ask = async <Answer>(question: () => Promise<Answer>) => {
    signal.throwIfAborted();
    return unlessAborted(question(), signal);
  };
  return {
    ...parts,
    chain: {
      findEvidence: (...asked) => ask(() => chain.findEvidence(...asked)),
      findTransfer: (...asked) => ask(() => chain.findTransfer(...asked)),
      headNumber: () => ask(() => chain.headNumber()),
      balanceOf: (address) => ask(() => chain.balanceOf(address)),
      isBarred: (address) => ask(() => chain.isBarred(address)),
      hasCode: (address) => ask(() => chain.hasCode(address)),
    },
    facilitator: {
      verify: (payment) => ask(() => facilitator.verify(payment)),
      settle: (payment) => ask(() => facilitator.settle(payment)),
      support: () => ask(() => facilitator.support()),
    },
  };
}

interface AuditLimits {
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
async function audit(parts: SettlementParts, row: PaymentRow, limits: AuditLimits): Promise<boolean> {
  const { ledger, chain, events } = parts;
  let evidence: Proof;
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
async function followDropped(parts: SettlementParts, row: PaymentRow, limits: AuditLimits): Promise<boolean> {
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

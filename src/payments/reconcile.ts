import { randomUUID } from 'node:crypto';
import type { PaymentRow } from '../storage/ledger-store.ts';
import type { LeaseStore } from '../storage/storage.ts';
import { resolve } from './resolve.ts';
import type { SettlementParts } from './settle.ts';

/** Clears up payments whose outcome was lost, from what the chain says: after a crash, a time-out, a broken line. */
export interface Reconciler extends AsyncDisposable {
  /** Looks at everything that is due and resolves when it has. */
  runOnce(): Promise<void>;
  /** Goes on doing so in the background, first at once. */
  start(): void;
}

interface Options extends Pick<SettlementParts, 'chain' | 'ledger' | 'strikes' | 'events' | 'clock'> {
  leases: LeaseStore;
  everyMs?: number;
  concurrency?: number;
}

const LEASE = 'payment-reconciler';
const BATCH = 50;
const LONGEST_DELAY_MS = 3_600_000;

export function createReconciler({
  leases,
  everyMs = 2_000,
  concurrency = 5,
  ...parts
}: Options): Reconciler {
  const { ledger, clock, events } = parts;
  const owner = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  async function look(row: PaymentRow): Promise<boolean> {
    const resolution = await resolve(parts, row);
    if (resolution !== 'open') return true;
    // The older an open payment is, the less is to be expected from the next look.
    const ageMs = clock.nowMs() - row.createdAtMs;
    await ledger.postpone(row, Math.min(Math.max(everyMs, ageMs / 10), LONGEST_DELAY_MS));
    return false;
  }

  async function round(): Promise<void> {
    try {
      // Any number of instances could do this without harm; one at a time spares the node.
      const nowMs = clock.nowMs();
      if (!(await leases.acquire(LEASE, owner, nowMs, nowMs + everyMs * 5))) return;
      const rows = await ledger.findUnresolved(BATCH);
      let open = 0;
      const queue = rows.values();
      const worker = async () => {
        for (const row of queue) {
          if (stopped) return;
          if (!(await look(row))) open += 1;
        }
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
      if (rows.length > 0) events.unresolved(open);
    } catch {
      events.unavailable('ledger');
    }
  }

  const runOnce = () => {
    running ??= round().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    runOnce,
    start() {
      void runOnce();
      timer ??= setInterval(runOnce, everyMs).unref();
    },
    async [Symbol.asyncDispose]() {
      stopped = true;
      clearInterval(timer);
      await running;
      await leases.release(LEASE, owner).catch(() => {});
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { Claim } from '../../storage/ledger-store.ts';
import type { LedgerStore } from '../../storage/sql/ledger.ts';

interface Options {
  store: Pick<LedgerStore, 'renew'>;
  clock: Clock;
  /** The time for which the work of a process that has died stays reserved for it. */
  claimMs: number;
}

/**
 * The claims of this process on payments. Most are gone before they need renewing. Time passes by the clock alone, so
 * that a test can tell a renewal in time from one that comes too late.
 */
export function createClaims({ store, clock, claimMs }: Options) {
  const held = new Set<string>();
  const closing = new AbortController();
  let isRenewing = false;

  /** Ends when nothing is held any more, so that a process with nothing else to do can end. */
  async function renewWhileHeld(): Promise<void> {
    if (isRenewing) return;
    isRenewing = true;
    let renewal: Promise<unknown> = Promise.resolve();
    while (held.size > 0) {
      await Promise.all([clock.sleep(claimMs / 4, closing.signal), renewal]);
      // Where the storage cannot be asked the claims run out, and every later step of their work fails safely.
      if (held.size > 0) renewal = store.renew([...held], clock.now() + claimMs).catch(() => {});
    }
    isRenewing = false;
  }

  return {
    /** A claim that is kept alive until it is dropped. */
    take(): Claim {
      const claim = randomUUID();
      held.add(claim);
      // Closing ends the renewing of whatever is still held.
      renewWhileHeld().catch(() => {});
      return { claim, claimedUntilMs: clock.now() + claimMs };
    },
    drop({ claim }: Claim): void {
      held.delete(claim);
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}

import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { Claim, LedgerStore } from '../../storage/ledger-store.ts';

export interface Claims extends Disposable {
  /** A claim that is kept alive until it is dropped. */
  take(): Claim;
  drop(claim: Claim): void;
}

interface Options {
  store: Pick<LedgerStore, 'renew'>;
  clock: Clock;
  /** How long the work of a process that has died stays reserved for it. */
  claimMs: number;
}

/** The claims of this process on payments. Most are gone before they need renewing. */
export function createClaims({ store, clock, claimMs }: Options): Claims {
  const held = new Set<string>();
  let renewing = false;

  const timer = setInterval(async () => {
    if (held.size === 0 || renewing) return;
    renewing = true;
    // Where the storage cannot be asked the claims run out, and every later step of their work fails safely.
    await store.renew([...held], clock.now() + claimMs).catch(() => {});
    renewing = false;
  }, claimMs / 4).unref();

  return {
    take() {
      const claim = randomUUID();
      held.add(claim);
      return { claim, claimedUntilMs: clock.now() + claimMs };
    },
    drop({ claim }) {
      held.delete(claim);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

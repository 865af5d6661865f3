import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../storage/storage.ts';
import type { Chain } from './chain.ts';
import { type Clock, systemClock } from './clock.ts';
import { createDigests } from './digests.ts';
import type { Facilitator } from './facilitators/facilitator.ts';
import type { FollowLimits } from './follow.ts';
import { createGate, type Gate } from './gate.ts';
import { createLedger } from './ledger.ts';
import type { PaymentEvents } from './payment-events.ts';
import { createReconciler, type Reconciler } from './reconcile.ts';
import { createStrikes } from './strikes.ts';

export interface Payments extends AsyncDisposable {
  gate: Gate;
  /** Not started yet. */
  reconciler: Reconciler;
}

interface Options {
  storage: Storage;
  facilitator: Facilitator;
  chain: Chain;
  events: PaymentEvents;
  /** Made once and kept in the storage where it is not given. All instances need the same. */
  digestSecret?: string | undefined;
  clock?: Clock;
  /** How long the work of a process that has died stays reserved for it. */
  claimMs?: number;
  limits?: Partial<FollowLimits>;
}

/** What takes longer than this to settle when the service ends is cleared up from the chain by the next start. */
const MAX_LANDING_MS = 5_000;

/** The gate and its reconciler over one storage. Dispose it before the storage. */
export async function openPayments({
  storage,
  digestSecret,
  clock = systemClock,
  claimMs = 10_000,
  limits = {},
  ...given
}: Options): Promise<Payments> {
  const secret =
    digestSecret ?? (await storage.secrets.keep('payment-digests', randomBytes(32).toString('base64url')));
  const ledger = createLedger({ store: storage.ledger, digests: createDigests(secret), clock, claimMs });
  const parts = { ...given, ledger, clock, strikes: createStrikes({ counters: storage.counters, clock }) };
  const reconciler = createReconciler({ ...parts, leases: storage.leases });
  const gate = createGate({ ...parts, limits });
  return {
    gate,
    reconciler,
    async [Symbol.asyncDispose]() {
      await Promise.race([gate.idle(), sleep(MAX_LANDING_MS, undefined, { ref: false })]);
      await reconciler[Symbol.asyncDispose]();
      ledger[Symbol.dispose]();
    },
  };
}

import type { Clock } from '../lib/clock.ts';
import type { LeaseStore } from '../storage/storage.ts';

interface Options {
  leases: LeaseStore;
  clock: Pick<Clock, 'now'>;
  name: string;
  owner: string;
  /** How long what a process has begun stays its own after it has died. */
  leaseMs: number;
}

/** Takes a lease and renews it until it is given back; undefined where another holds it. Rejects where nobody can say. */
export async function holdLease({
  leases,
  clock,
  name,
  owner,
  leaseMs,
}: Options): Promise<AsyncDisposable | undefined> {
  const acquire = () => leases.acquire(name, owner, clock.now(), clock.now() + leaseMs);
  if (!(await acquire())) return undefined;
  let renewing: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    // Where the storage cannot be asked the lease runs out, and another may do the same work.
    renewing ??= acquire()
      .catch(() => {})
      .finally(() => {
        renewing = undefined;
      });
  }, leaseMs / 4).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // One that arrives after the release would take the lease for nobody.
      await renewing;
      await leases.release(name, owner).catch(() => {});
    },
  };
}

import type { MirrorStore } from './mirror-store.ts';
import type { SecretStore } from './secrets.ts';
import type { ChannelStore } from './sql/channels.ts';
import type { LedgerStore } from './sql/ledger.ts';
import type { SalesStore } from './sql/sales.ts';
import type { CacheStore, CounterStore, LeaseStore, SealedReportStore } from './sql/small-stores.ts';

export type { CacheStore, CounterStore, LeaseStore, SealedReportStore };

/** Everything the service keeps. One contract suite (storage.contract.ts) runs against every implementation. */
export interface Storage extends AsyncDisposable {
  readonly kind: 'sqlite' | 'postgres';
  readonly cache: CacheStore;
  readonly counters: CounterStore;
  readonly leases: LeaseStore;
  readonly sealedReports: SealedReportStore;
  readonly secrets: SecretStore;
  readonly ledger: LedgerStore;
  readonly channels: ChannelStore;
  readonly sales: SalesStore;
  readonly mirror: MirrorStore;
  /** Resolves when something could be written; rejects with the reason when it could not. */
  check(): Promise<void>;
  /** Really deletes what has expired and gives the space back. Returns the number of rows removed or emptied. */
  purge(nowMs: number): Promise<number>;
}

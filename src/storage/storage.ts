import type { LedgerStore } from './ledger-store.ts';
import type { MirrorStore } from './mirror-store.ts';
import type { SalesStore } from './sales-store.ts';

/** Everything the service keeps. One contract suite (storage.contract.ts) runs against every implementation. */
export interface Storage extends AsyncDisposable {
  readonly kind: 'sqlite' | 'postgres';
  readonly cache: CacheStore;
  readonly counters: CounterStore;
  readonly leases: LeaseStore;
  readonly secrets: SecretStore;
  readonly ledger: LedgerStore;
  readonly sales: SalesStore;
  readonly mirror: MirrorStore;
  /** Resolves when something could be written; rejects with the reason when it could not. */
  check(): Promise<void>;
  /** Really deletes what has expired and gives the space back. Returns the number of rows removed or emptied. */
  purge(nowMs: number): Promise<number>;
}

/** Times are milliseconds since the epoch. A value is kept until `staleUntilMs` and is fresh until `freshUntilMs`. */
export interface CachedValue {
  value: string;
  storedAtMs: number;
  freshUntilMs: number;
  staleUntilMs: number;
}

export interface CacheStore {
  /** The value that is not yet past `staleUntilMs`, fresh or not. */
  get(key: string, nowMs: number): Promise<CachedValue | undefined>;
  put(key: string, entry: CachedValue): Promise<void>;
}

export interface CounterStore {
  /** Adds `by` (one where it is left out) to the counter of this key and window and returns the new count. */
  increment(key: string, windowStartMs: number, expiresAtMs: number, by?: number): Promise<number>;
  /** The count of this key and window; 0 where nothing was counted. */
  read(key: string, windowStartMs: number): Promise<number>;
  /** The counts of this key in windows that start from `fromMs` on and before `toMs`. */
  between(key: string, fromMs: number, toMs: number): Promise<{ startMs: number; count: number }[]>;
}

export interface LeaseStore {
  /** True when `owner` now holds the lease (or held it already and has extended it). */
  acquire(name: string, owner: string, nowMs: number, expiresAtMs: number): Promise<boolean>;
  release(name: string, owner: string): Promise<void>;
}

export interface SecretStore {
  /** The secret of this name: the one kept already or, the first time, `candidate`. Every instance gets the same. */
  keep(name: string, candidate: string): Promise<string>;
  /** Really deletes the secret of this name, for one that is now kept elsewhere. */
  forget(name: string): Promise<void>;
}

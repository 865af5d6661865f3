import { randomUUID } from 'node:crypto';
import type { Events } from '../events/events.ts';
import { repeat } from '../lib/turns.ts';
import type { DatasetPlace } from '../sources/vpic/dataset-file.ts';
import type { FileDecoder } from '../sources/vpic/embedded-decoder.ts';
import { UpdateRefusedError, updateDataset } from '../sources/vpic/update-dataset.ts';
import type { LeaseStore } from '../storage/storage.ts';

interface Options {
  decoder: FileDecoder;
  place: DatasetPlace;
  /** True to download NHTSA's dump of a new month, and not only to take what somebody put in place. */
  monthly: boolean;
  leases: LeaseStore;
  events: Pick<Events, 'backgroundFaulted' | 'vinDataTaken' | 'vinDataRefused'>;
  /** Folder of the dumps; NHTSA's where left out. */
  baseUrl?: string;
  /** The vehicles by which the gate judges; those of the package where left out. */
  known?: Parameters<typeof updateDataset>[0]['known'];
  firstAfterMs?: number;
  everyMs?: number;
}

const FIRST_AFTER_MS = 2_000;
const HOURLY_MS = 60 * 60_000;
/** Between two looks for a new dump; one instance at a time. */
const LOOK_AFTER_MS = 24 * HOURLY_MS;
const LEASE = 'refresh the VIN data';

/** The folder of the dumps on the host of the live decoder. */
export function dumpsBeside(vpicUrl: string): string {
  return new URL('/Downloads', vpicUrl).href;
}

/**
 * Keeps the VIN data new: takes a dataset that was put in place or rolled back, and, where wanted, looks daily for NHTSA's
 * dump of a new month, builds it in a thread of its own, and takes it if the gate lets it. Requests go on meanwhile.
 */
export function startVinDataRefresh(options: Options): AsyncDisposable {
  const { decoder, place, monthly, leases, events } = options;
  const owner = randomUUID();

  async function refresh(signal: AbortSignal): Promise<void> {
    try {
      takeCurrent();
      if (monthly) await download(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof UpdateRefusedError) events.vinDataRefused({ objections: error.objections });
      else events.backgroundFaulted({ task: LEASE, error });
    }
  }

  function takeCurrent(): void {
    if (decoder.reload(place.current())) events.vinDataTaken({ dataset: decoder.dataset });
  }

  async function download(signal: AbortSignal): Promise<void> {
    const nowMs = Date.now();
    // Kept after the work, so that no instance looks again before a day has passed.
    if (!(await leases.acquire(LEASE, `${owner} ${nowMs}`, nowMs, nowMs + LOOK_AFTER_MS))) return;
    const isUpdated = await updateDataset({
      baseUrl: options.baseUrl,
      place,
      nowMs,
      onlyNewer: true,
      known: options.known,
      signal,
      report: () => {},
    });
    if (isUpdated) takeCurrent();
  }

  const { firstAfterMs = FIRST_AFTER_MS, everyMs = HOURLY_MS } = options;
  return repeat(refresh, { firstAfterMs, everyMs });
}

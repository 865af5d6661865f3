import type { Metrics } from '../events/metrics.ts';
import { repeat } from '../lib/turns.ts';
import { mirrorDatasets } from '../storage/mirror-store.ts';
import { BACKUP_KNOWN_MS, BACKUPS } from '../storage/sql/small-stores.ts';
import type { Storage } from '../storage/storage.ts';

interface Options {
  storage: {
    mirror: Pick<Storage['mirror'], 'generation'>;
    counters: Pick<Storage['counters'], 'add' | 'since'>;
  };
  metrics: Pick<Metrics, 'mirrorAge' | 'backupAge'>;
  now?: () => number;
  everyMs?: number;
}

const EVERY_MS = 60_000;

/**
 * Measures how long ago each of our copies of a public record was last compared with its source, and the storage backed
 * up. Of a copy that there is not nothing is said; a storage that never was backed up counts from the first look.
 */
export function watchAges({
  storage,
  metrics,
  now = Date.now,
  everyMs = EVERY_MS,
}: Options): AsyncDisposable {
  const { mirror, counters } = storage;
  const since = (atMs: number) => Math.max(0, now() - atMs) / 1000;

  async function look(): Promise<void> {
    for (const dataset of mirrorDatasets) {
      const generation = await mirror.generation(dataset);
      if (generation) metrics.mirrorAge.set({ dataset }, since(generation.checkedAtMs));
    }
    const startMs = now();
    const made = await counters.since([BACKUPS], startMs - BACKUP_KNOWN_MS);
    if (made.length === 0) {
      made.push({ key: BACKUPS, startMs, count: 0 });
      await counters.add([{ key: BACKUPS, startMs, by: 0 }], startMs + BACKUP_KNOWN_MS);
    }
    metrics.backupAge.set(since(Math.max(...made.map((backup) => backup.startMs))));
  }
  // A storage that fails has its own alarm.
  return repeat(() => look().catch(() => {}), { firstAfterMs: 0, everyMs });
}

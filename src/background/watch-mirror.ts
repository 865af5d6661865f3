import type { Metrics } from '../events/metrics.ts';
import { type MirrorStore, mirrorDatasets } from '../storage/mirror-store.ts';
import { repeat } from './repeat.ts';

interface Options {
  store: Pick<MirrorStore, 'generation'>;
  metrics: Pick<Metrics, 'mirrorAge'>;
  now?: () => number;
  everyMs?: number;
}

const EVERY_MS = 60_000;

/** Measures how long ago each of our copies was last compared with its source; of one that there is not nothing is said. */
export function watchMirrorAge({
  store,
  metrics,
  now = Date.now,
  everyMs = EVERY_MS,
}: Options): AsyncDisposable {
  async function look(): Promise<void> {
    for (const dataset of mirrorDatasets) {
      // A storage that fails has its own alarm.
      const generation = await store.generation(dataset).catch(() => undefined);
      if (generation) metrics.mirrorAge.set({ dataset }, Math.max(0, now() - generation.checkedAtMs) / 1000);
    }
  }
  return repeat(look, { firstAfterMs: 0, everyMs });
}

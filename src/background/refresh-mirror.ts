import type { Events } from '../events/events.ts';
import { repeat } from '../lib/turns.ts';
import { isReadable } from '../mirror/blocks.ts';
import { MirrorBusyError, MirrorRefusedError, type SyncStep } from '../mirror/sync/sync-in-worker.ts';
import { type MirrorStore, mirrorDatasets } from '../storage/mirror-store.ts';

interface Options {
  store: Pick<MirrorStore, 'generation'>;
  /** Synchronises what is due; one instance at a time, the others are told that it is busy. */
  sync(options: {
    datasets: readonly (typeof mirrorDatasets)[number][];
    signal: AbortSignal;
    report(step: SyncStep): void;
  }): Promise<void>;
  events: Pick<Events, 'backgroundFaulted' | 'mirrorTaken' | 'mirrorRefused'>;
  now?: () => number;
  firstAfterMs?: number;
  everyMs?: number;
}

const FIRST_AFTER_MS = 30_000;
const HOURLY_MS = 60 * 60_000;
/** A little less than a day, so that it does not wander through the day by the hour of the look. */
const DUE_AFTER_MS = 23 * HOURLY_MS;
const TASK = 'refresh the mirror';

/**
 * Keeps our copies of public records new: looks every hour whether one of them was last compared with its source a day ago,
 * or was made by another release in a form that this one does not read, and brings it up to date. What fails is tried
 * again an hour later; what is in use stays in use.
 */
export function startMirrorRefresh(options: Options): AsyncDisposable {
  const { store, sync, events, now = Date.now } = options;

  async function refresh(signal: AbortSignal): Promise<void> {
    for (const dataset of mirrorDatasets) {
      try {
        const held = await store.generation(dataset);
        const checkedAtMs = held?.segments.every(isReadable) ? held.checkedAtMs : 0;
        if (signal.aborted || now() - checkedAtMs < DUE_AFTER_MS) continue;
        await sync({ datasets: [dataset], signal, report });
      } catch (error) {
        if (signal.aborted || error instanceof MirrorBusyError) return;
        if (error instanceof MirrorRefusedError)
          events.mirrorRefused({ dataset, objections: error.objections });
        else events.backgroundFaulted({ task: `${TASK}: ${dataset}`, error });
      }
    }
  }

  function report(step: SyncStep): void {
    if (step.kind === 'published' && step.isNew)
      events.mirrorTaken({ dataset: step.dataset, generation: step.number });
  }

  const { firstAfterMs = FIRST_AFTER_MS, everyMs = HOURLY_MS } = options;
  return repeat(refresh, { firstAfterMs, everyMs });
}

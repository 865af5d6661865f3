import type { Clock } from '../../src/lib/clock.ts';
import type { RecallService } from '../../src/recalls/recall-service.ts';
import { type RecordedExchange, startReplayServer } from '../../src/sources/recordings.ts';
import { createSources } from '../../src/sources/sources.ts';
import { type OpenParts, openParts } from '../open-parts.ts';

export interface RunningRecalls extends OpenParts {
  service: RecallService;
  /** Moves the time of the cache and of the breakers. */
  pass(ms: number): void;
}

interface Options {
  nhtsaUrl: string;
  canadaUrl: string;
  timing?: { attemptTimeoutMs: number; timeoutMs: number };
}

/** The real service on real HTTP and a real SQLite file; only time is ours, and retries do not wait. */
export async function startRecalls({ nhtsaUrl, canadaUrl, timing }: Options): Promise<RunningRecalls> {
  let passedMs = 0;
  const clock: Clock = {
    now: () => Date.now() + passedMs,
    random: () => 0,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  };
  // The caller's patience is tested with the cache itself; here a source is waited for.
  const patient: Clock = { ...clock, sleep: (ms, signal) => (ms > 2_000 ? never(signal) : clock.sleep(ms)) };
  const sources = createSources({
    urls: { vpicUrl: nhtsaUrl, nhtsaUrl, transportCanadaUrl: canadaUrl },
    userAgent: 'forecourt/test',
    clock,
    ...(timing && { timing }),
  });
  const parts = await openParts({}, { clock: patient, sources });
  return {
    ...parts,
    service: await parts.recalls(),
    pass(ms) {
      passedMs += ms;
    },
    async [Symbol.asyncDispose]() {
      await parts[Symbol.asyncDispose]();
      await sources[Symbol.asyncDispose]();
    },
  };
}

/** On recorded answers. */
export async function replayRecalls(exchanges: readonly RecordedExchange[]) {
  const replay = await startReplayServer(exchanges);
  const { nhtsaUrl, transportCanadaUrl: canadaUrl } = replay.sources;
  const recalls = await startRecalls({ nhtsaUrl, canadaUrl });
  return {
    ...recalls,
    replay,
    async [Symbol.asyncDispose]() {
      await recalls[Symbol.asyncDispose]();
      await replay[Symbol.asyncDispose]();
    },
  };
}

function never(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

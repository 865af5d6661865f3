import { type ComposedKnowledge, composeKnowledge } from '../compose-knowledge.ts';
import type { Config } from '../config/config.ts';
import { createEvents } from '../events.ts';
import { createLog } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { openStorage } from '../storage/open-storage.ts';

export interface OpenKnowledge extends AsyncDisposable {
  knowledge: ComposedKnowledge['knowledge'];
}

/** All that the service knows, with its sources and its cache, for one command: nothing is served, nothing logged. */
export async function openKnowledge(config: Config): Promise<OpenKnowledge> {
  await using parts = new AsyncDisposableStack();
  const events = createEvents(parts.use(createLog('silent')), createMetrics());
  const storage = parts.use(await openStorage(config.storage));
  const { knowledge } = parts.use(await composeKnowledge({ config, storage, events }));
  const built = parts.move();
  return { knowledge, [Symbol.asyncDispose]: () => built.disposeAsync() };
}

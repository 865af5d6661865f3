import type { Config } from '../config/config.ts';
import type { Builders } from './parts.ts';

/** The public record: asked for over the network, kept for a while, or read from our own copy. */
export const publicSources = {
  async sources({ config, get, closing }) {
    // Built after the cache, so closed before it: what is fetched for nobody any more is broken off, not waited for.
    await get('cachedFetch');
    const { createSources } = await import('../sources/sources.ts');
    return closing.use(
      createSources({
        urls: await chooseSourceUrls(config.sources, closing),
        userAgent: await get('userAgent'),
        clock: await get('clock'),
        asksVpic: config.decoder !== 'embedded',
      }),
    );
  },
  async recordedWorld({ config }) {
    if (!config.recordedWorld) return undefined;
    return (await import('../sources/recorded-world.ts')).loadRecordedWorld();
  },
  async cachedFetch({ get, closing }) {
    const { createCachedFetch } = await import('../sources/cached.ts');
    const { cache, leases } = await get('storage');
    const { sources: observe } = await get('events');
    const cachedFetch = createCachedFetch({ cache, leases, clock: await get('clock'), observe });
    closing.defer(() => cachedFetch.idle());
    return cachedFetch;
  },
  async mirror({ config, get }) {
    const { createMirror } = await import('../mirror/read/mirror.ts');
    return createMirror({
      store: (await get('storage')).mirror,
      clock: await get('clock'),
      maxAgeMs: config.mirror.maxAgeMs,
      trouble: (await get('events')).sources.trouble,
    });
  },
} satisfies Partial<Builders>;

/** The configured sources, or recordings of them served over HTTP on this machine. */
async function chooseSourceUrls(sources: Config['sources'], closing: AsyncDisposableStack) {
  if (sources.replayDir === undefined) return sources;
  const { startReplayServer } = await import('../sources/recordings.ts');
  const replay = closing.use(await startReplayServer(sources.replayDir));
  return replay.sources;
}

import { Session } from 'node:inspector/promises';

/** The stretches of our own code that have run since it was asked last; each by a text of its own. */
export interface Coverage extends AsyncDisposable {
  take(): Promise<string[]>;
}

/** V8's own counts of blocks: nothing is compiled for it. */
export async function watchCoverage(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return result
        .filter(({ url }) => url.includes('/src/'))
        .flatMap(({ scriptId, functions }) =>
          functions.flatMap(({ ranges }) =>
            ranges
              .filter(({ count }) => count > 0)
              .map(
                ({ startOffset, endOffset, count }) =>
                  `${scriptId}:${startOffset}:${endOffset}:${often(count)}`,
              ),
          ),
        );
    },
    async [Symbol.asyncDispose]() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

/** Once, a few times, often: a loop that turns more often is something new, each turn of it is not. */
const often = (count: number) => Math.min(4, Math.ceil(Math.log2(count + 1) / 2));

import type { MirrorDataset, MirrorSegment, MirrorStore } from '../../storage/mirror-store.ts';
import { isReadable } from '../blocks.ts';

/** There is nothing to read, or nothing that this release can read. */
class NoCopyError extends Error {
  override readonly name = 'NoCopyError';
}

/** All that is in use of these datasets, for whoever reads a copy from end to end. */
export async function segmentsInUse(
  store: MirrorStore,
  ...datasets: MirrorDataset[]
): Promise<MirrorSegment[]> {
  const generations = await Promise.all(datasets.map((dataset) => store.generation(dataset)));
  const segments = generations.flatMap((generation) => generation?.segments ?? []);
  const what = datasets.join(' and ');
  if (segments.length === 0)
    throw new NoCopyError(`There is no copy of ${what}: "forecourt mirror sync" makes one.`);
  if (!segments.every(isReadable)) {
    throw new NoCopyError(
      `The copy of ${what} was made by another release and cannot be read: "forecourt mirror sync" makes it again.`,
    );
  }
  return segments;
}

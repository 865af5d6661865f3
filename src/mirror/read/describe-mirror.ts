import { type MirrorDataset, type MirrorStore, mirrorDatasets } from '../../storage/mirror-store.ts';
import { isReadable, keys, type RejectedRow, unpackBlock } from '../blocks.ts';
import { type SegmentFacts, segmentFactsSchema } from '../load/row-counts.ts';

interface HeldSegment {
  dataset: MirrorDataset;
  part: string;
  generation: number;
  checkedAt: string;
  /** On disk. */
  bytes: number;
  facts: SegmentFacts;
  /** Not where another release made it in another form. */
  isReadable: boolean;
  rejected?: RejectedRow[];
}

/** What is in use, file by file. */
export async function describeMirror(
  store: MirrorStore,
  { withRejected = false } = {},
): Promise<HeldSegment[]> {
  const held: HeldSegment[] = [];
  for (const dataset of mirrorDatasets) {
    const generation = await store.generation(dataset);
    for (const { id, part, facts, version } of generation?.segments ?? []) {
      const readable = isReadable({ version });
      const [found] = withRejected && readable ? await store.read([id], [keys.rejected]) : [];
      held.push({
        dataset,
        part,
        generation: generation?.number ?? 0,
        checkedAt: new Date(generation?.checkedAtMs ?? 0).toISOString(),
        bytes: await store.size(id),
        facts: segmentFactsSchema.parse(JSON.parse(facts)),
        isReadable: readable,
        ...(found && { rejected: unpackBlock(found.content) as RejectedRow[] }),
      });
    }
  }
  return held;
}

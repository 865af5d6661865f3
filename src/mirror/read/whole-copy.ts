import {
  type MirrorDataset,
  type MirrorSegment,
  type MirrorStore,
  mirrorDatasets,
} from '../../storage/mirror-store.ts';
import {
  type ComplaintModels,
  isReadable,
  keys,
  type RecallModels,
  type RejectedRow,
  unpackBlock,
} from '../blocks.ts';
import { modelsIn, readComplaints } from '../complaint-blocks.ts';
import { type SegmentFacts, segmentFactsSchema } from '../load/loading.ts';

/** Thrown where there is no copy that this release can read. */
class NoCopyError extends Error {
  override readonly name = 'NoCopyError';
}

/** Lists the segments in use of these datasets, to read a copy from end to end. */
async function segmentsInUse(store: MirrorStore, ...datasets: MirrorDataset[]): Promise<MirrorSegment[]> {
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

export interface FiledName {
  make: string;
  model: string;
  year: number;
  complaints: number;
  recalls: number;
}

/** Lists every make, model and year with filings in our copy of NHTSA's record. */
export async function filedNames(store: MirrorStore): Promise<FiledName[]> {
  const names = new Map<string, FiledName>();
  for (const { id } of await segmentsInUse(store, 'recalls', 'complaints'))
    for await (const { key, content } of store.list(id, keys.allModels)) {
      const [, make = '', year = ''] = /^m\/(.*)\/(\d+)$/.exec(key) ?? [];
      const models = unpackBlock(content) as RecallModels | ComplaintModels;
      for (const [model, filed] of models) {
        const name = `${key}/${model}`;
        const known = names.get(name) ?? { make, model, year: Number(year), complaints: 0, recalls: 0 };
        if (Array.isArray(filed)) known.recalls += filed.length;
        else known.complaints += filed.complaints;
        names.set(name, known);
      }
    }
  return [...names.values()];
}

interface ComplaintText {
  odiNumber: number;
  /** Joined by commas as in NHTSA's answers. */
  components: string;
  summary: string;
}

/** Reads every complaint of the copy in use, block by block, for statistics over all words. */
export async function* complaintTexts(store: MirrorStore): AsyncGenerator<ComplaintText> {
  for (const { id } of await segmentsInUse(store, 'complaints')) {
    let head: Uint8Array = new Uint8Array();
    for await (const { key, content } of store.list(id, keys.allComplaints)) {
      // No block of complaints is stored as text.
      if (typeof content === 'string') continue;
      if (!keys.isOfTexts(key)) {
        head = content;
        continue;
      }
      const found = modelsIn(head).flatMap((model) => readComplaints({ model, head, texts: content }));
      for (const { odiNumber, components, summary } of found)
        yield { odiNumber: Number(odiNumber), components: components ?? '', summary: summary ?? '' };
    }
  }
}

interface HeldSegment {
  dataset: MirrorDataset;
  part: string;
  generation: number;
  checkedAt: string;
  /** The size on disk. */
  bytes: number;
  facts: SegmentFacts;
  /** False where another release made it in another form. */
  isReadable: boolean;
  /** The first row that was set aside for each reason, or all that were kept. */
  rejected?: RejectedRow[];
}

/** Describes the copies in use, file by file. */
export async function describeMirror(
  store: MirrorStore,
  { withAllRejected = false } = {},
): Promise<HeldSegment[]> {
  const held: HeldSegment[] = [];
  for (const dataset of mirrorDatasets) {
    const generation = await store.generation(dataset);
    for (const { id, part, facts, version } of generation?.segments ?? []) {
      const readable = isReadable({ version });
      const [found] = readable ? await store.read([id], [keys.rejected]) : [];
      const rows = found && (unpackBlock(found.content) as RejectedRow[]);
      held.push({
        dataset,
        part,
        generation: generation?.number ?? 0,
        checkedAt: new Date(generation?.checkedAtMs ?? 0).toISOString(),
        bytes: await store.size(id),
        facts: segmentFactsSchema.parse(JSON.parse(facts)),
        isReadable: readable,
        ...(rows && {
          rejected: withAllRejected
            ? rows
            : [...Map.groupBy(rows, ({ reason }) => reason).values()].flatMap((same) => same.slice(0, 1)),
        }),
      });
    }
  }
  return held;
}

import type { Clock } from '../../lib/clock.ts';
import type { Cached, Provenance } from '../../sources/cached.ts';
import type { CanadaListRow, TransportCanada } from '../../sources/transport-canada/transport-canada.ts';
import type { MirrorDataset, MirrorGeneration, MirrorStore } from '../../storage/mirror-store.ts';
import {
  type BlockReader,
  type CanadaModels,
  type CanadaVehicle,
  createBlockReader,
  isReadable,
  keys,
  type PackedCanadaRecall,
} from '../blocks.ts';
import { segmentFactsSchema } from '../load/loading.ts';
import {
  type ComplaintReader,
  createComplaintReader,
  createRecallReader,
  type RecallReader,
} from './nhtsa-reader.ts';

/** Our copy of a dataset as it is now; a fresh one is young enough to answer without the source. */
interface Copy<Reader> {
  reader: Reader;
  isFresh: boolean;
  provenance: Provenance;
}

/** Our copies of public records, as far as they were ever synchronised. */
export type Mirror = ReturnType<typeof createMirror>;

interface Options {
  store: MirrorStore;
  clock: Pick<Clock, 'now'>;
  maxAgeMs: number;
  trouble?(source: string, error: unknown): void;
}

/** The time after which a new generation is noticed. */
const LOOK_AGAIN_MS = 2_000;

const names: Record<MirrorDataset, string> = {
  recalls: 'NHTSA recalls, own copy',
  complaints: 'NHTSA complaints, own copy',
  canada: 'Transport Canada recalls, own copy',
};

interface Readers {
  recalls: RecallReader;
  complaints: ComplaintReader;
  canada: CanadaReader;
}

const readerOf: { [Dataset in MirrorDataset]: (blocks: BlockReader) => Readers[Dataset] } = {
  recalls: createRecallReader,
  complaints: createComplaintReader,
  canada: createCanadaReader,
};

interface Opened {
  generation: MirrorGeneration;
  files: Files;
  readers: Partial<Readers>;
  blocks: BlockReader;
}

export function createMirror({ store, clock, maxAgeMs, trouble }: Options) {
  const opened = new Map<MirrorDataset, { lookedAtMs: number; opened: Promise<Opened | undefined> }>();

  async function open(dataset: MirrorDataset, last: Opened | undefined): Promise<Opened | undefined> {
    const generation = await store.generation(dataset);
    if (generation === undefined || generation.segments.length === 0) return undefined;
    // Made by another release: the sources are asked until it is made again.
    if (!generation.segments.every(isReadable)) return undefined;
    if (last?.generation.number === generation.number) return { ...last, generation };
    const ids = generation.segments.map(({ id }) => id);
    return { generation, files: filesOf(generation), readers: {}, blocks: createBlockReader(store, ids) };
  }

  async function current(dataset: MirrorDataset): Promise<Opened | undefined> {
    const known = opened.get(dataset);
    const nowMs = clock.now();
    if (known && nowMs - known.lookedAtMs < LOOK_AGAIN_MS) return known.opened;
    const next = Promise.resolve(known?.opened)
      .catch(() => undefined)
      .then((last) => open(dataset, last));
    opened.set(dataset, { lookedAtMs: nowMs, opened: next });
    return next;
  }

  return {
    /** Gives undefined where there is no copy. */
    async copy<Dataset extends MirrorDataset>(dataset: Dataset): Promise<Copy<Readers[Dataset]> | undefined> {
      const now = await current(dataset).catch((error) => {
        trouble?.(names[dataset], error);
        return undefined;
      });
      if (now === undefined) return undefined;
      const reader = now.readers[dataset] ?? readerOf[dataset](now.blocks);
      now.readers[dataset] = reader;
      const ageMs = Math.max(0, clock.now() - dateOf(now));
      const isFresh = ageMs <= maxAgeMs;
      return { reader, isFresh, provenance: provenanceOf(dataset, now, ageMs, isFresh) };
    },
    /** Takes note that a copy could not be read; the source is asked instead. */
    failed(dataset: MirrorDataset, error: unknown): void {
      trouble?.(names[dataset], error);
      // The generation may have been replaced and removed in between.
      opened.delete(dataset);
    },
  };
}

/** The files of a generation, as their source describes them. */
interface Files {
  /** The newest change of any of them. */
  changedAtMs: number | undefined;
  url: string | undefined;
}

/** Reads them once for a generation: at each answer it was a third of all memory used for it. */
function filesOf({ segments }: MirrorGeneration): Files {
  const files = segments.map(({ facts }) => segmentFactsSchema.parse(JSON.parse(facts)));
  const changed = files.flatMap(({ changedAt }) => Date.parse(changedAt ?? '') || []);
  return {
    changedAtMs: changed.length === 0 ? undefined : Math.max(...changed),
    url: files.at(-1)?.url,
  };
}

/**
 * Dates a copy: by the last time that the source changed a file of it, where the source says so, for a file that is never
 * renewed grows old however often it is looked at.
 */
function dateOf({ generation: { checkedAtMs }, files: { changedAtMs = checkedAtMs } }: Opened): number {
  return Math.min(checkedAtMs, changedAtMs);
}

function provenanceOf(dataset: MirrorDataset, opened: Opened, ageMs: number, isFresh: boolean): Provenance {
  const date = new Date(dateOf(opened)).toISOString();
  const { url } = opened.files;
  return {
    source: names[dataset],
    ...(url !== undefined && { url }),
    dataset: `files of ${date.slice(0, 10)}, generation ${opened.generation.number}`,
    fetchedAt: date,
    ageSeconds: Math.floor(ageMs / 1000),
    cache: isFresh ? 'hit' : 'stale',
  };
}

interface Ways<Reader, T> {
  /** Answers from our copy. */
  read(reader: Reader): Promise<T>;
  /** Tells whether the copy knows the car; the source may know what is newer than the copy. */
  isKnown(value: T): boolean;
  /** Asks the source, through its cache. */
  live(): Promise<Cached<T>>;
}

/**
 * Answers from our copy where it is young enough and knows the car, otherwise from the source; and from the copy again,
 * marked as older, where the source fails or has an older answer itself.
 */
export async function preferCopy<Dataset extends MirrorDataset, T>(
  mirror: Mirror | undefined,
  dataset: Dataset,
  { read, isKnown, live }: Ways<Readers[Dataset], T>,
): Promise<Cached<T>> {
  const held = await readCopy(mirror, dataset, read);
  if (held === undefined) return live();
  if (held.isFresh && isKnown(held.value)) return held;
  try {
    const answered = await live();
    const isNewer = Date.parse(answered.provenance.fetchedAt) >= Date.parse(held.provenance.fetchedAt);
    // A source that knows nothing of a car which the copy has is at fault.
    const isMore = isKnown(answered.value) || !isKnown(held.value);
    return isNewer && isMore && !answered.provenance.recorded ? answered : held;
  } catch (error) {
    // A copy can say nothing of a car that it does not know.
    if (!isKnown(held.value)) throw error;
    return held;
  }
}

/** Answers from our copy, however old; undefined where there is none that can be read. */
export async function readCopy<Dataset extends MirrorDataset, T>(
  mirror: Mirror | undefined,
  dataset: Dataset,
  read: (reader: Readers[Dataset]) => Promise<T>,
): Promise<(Cached<T> & { isFresh: boolean }) | undefined> {
  for (let attempt = 1; mirror && attempt <= 2; attempt++) {
    const copy = await mirror.copy(dataset);
    if (copy === undefined) return undefined;
    try {
      return { value: await read(copy.reader), provenance: copy.provenance, isFresh: copy.isFresh };
    } catch (error) {
      mirror.failed(dataset, error);
    }
  }
  return undefined;
}

export type CanadaReader = Pick<TransportCanada, 'recallsOfMakes' | 'recallDetails'>;

function createCanadaReader({ read }: BlockReader): CanadaReader {
  return {
    async recallsOfMakes(makeWords, year) {
      const makes = ((await read(keys.makes)) as string[][]).flat();
      const words = makeWords.map((word) => word.toUpperCase());
      const wanted = [...new Set(makes)].filter((make) => words.some((word) => make.includes(word)));
      const rows = wanted.map(async (make): Promise<CanadaListRow[]> => {
        const blocks = (await read(keys.models(make, year))) as CanadaModels[];
        return blocks.flatMap((models) =>
          models.flatMap(([model, recalls]) =>
            recalls.map(([recallNumber, recalledOn]) => ({
              recallNumber,
              recalledOn,
              make,
              model,
              year,
              // The file names no manufacturer beside the make.
              manufacturer: make,
            })),
          ),
        );
      });
      return (await Promise.all(rows)).flat();
    },
    async recallDetails(recallNumber) {
      const [[recall], [vehicles = []]] = (await Promise.all([
        read(keys.recall(recallNumber)),
        read(keys.recallVehicles(recallNumber)),
      ])) as [PackedCanadaRecall[], CanadaVehicle[][]];
      if (recall === undefined) return [];
      return vehicles.map(([make, model, year, units]) => ({
        RECALL_NUMBER_NUM: recallNumber,
        MANUFACTURER_RECALL_NO_TXT: recall.manufacturerNumber,
        MODEL_NAME_NM: model,
        MAKE_NAME_NM: make,
        UNIT_AFFECTED_NBR: units,
        SYSTEM_TYPE_ETXT: recall.system,
        NOTIFICATION_TYPE_ETXT: recall.notification,
        CATEGORY_ETXT: recall.category,
        COMMENT_ETXT: recall.comment,
        COMMENT_FTXT: recall.commentInFrench,
        DATE_YEAR_CD: String(year),
        RECALL_DATE_DTE: recall.recalledOn,
      }));
    },
  };
}

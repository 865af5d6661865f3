export const mirrorDatasets = ['recalls', 'complaints', 'canada'] as const;
export type MirrorDataset = (typeof mirrorDatasets)[number];

/** One file of a dataset as it was loaded; never changed, only replaced by another. */
export interface MirrorSegment {
  id: string;
  dataset: MirrorDataset;
  /** Name of the file within the dataset. */
  part: string;
  /** Equal only for the same content in the same form. */
  version: string;
  /** JSON: what was counted when it was loaded. */
  facts: string;
  loadedAtMs: number;
}

/** The segments that are read together. */
export interface MirrorGeneration {
  dataset: MirrorDataset;
  /** Counts up with every change of the segments. */
  number: number;
  segments: readonly MirrorSegment[];
  /** Time at which the source last said that these are its newest files. */
  checkedAtMs: number;
  publishedAtMs: number;
}

export interface MirrorBlock {
  key: string;
  /** Comes back as what it was put: text is read straight as text. */
  content: string | Uint8Array;
}

/** The right to change the copy, until it is given back or the process that has it ends, however that ends. */
export interface MirrorHold extends AsyncDisposable {
  /** Aborted when it was lost before. */
  readonly lost: AbortSignal;
}

type Put = (blocks: readonly MirrorBlock[]) => Promise<void>;

/** Our own copy of public records, in blocks that are found by their key. */
export interface MirrorStore {
  /** Undefined while another has it. */
  hold(): Promise<MirrorHold | undefined>;
  /** The generation in use. */
  generation(dataset: MirrorDataset): Promise<MirrorGeneration | undefined>;
  /** All segments that were loaded whole, those that are not in use among them. */
  segments(dataset: MirrorDataset): Promise<MirrorSegment[]>;
  /** Loads a segment; it exists from when `fill` has ended and all is on disk, and not at all before. */
  load(
    about: Pick<MirrorSegment, 'dataset' | 'part' | 'version' | 'loadedAtMs'>,
    fill: (put: Put) => Promise<{ facts: string }>,
  ): Promise<MirrorSegment>;
  /** Takes other segments into use, in one step; only the time where they are the same. */
  publish(dataset: MirrorDataset, segmentIds: readonly string[], nowMs: number): Promise<MirrorGeneration>;
  /** The blocks of these keys in these segments; a key may be in several of them or in none. */
  read(segmentIds: readonly string[], keys: readonly string[]): Promise<MirrorBlock[]>;
  /** All blocks of a segment whose keys begin so, in the order of their keys. */
  list(segmentId: string, prefix: string): AsyncIterable<MirrorBlock>;
  /** Bytes on disk of a segment. */
  size(segmentId: string): Promise<number>;
  /** Really deletes segments that neither the generation in use nor the one before it needs, but for those to keep. Only for who holds the mirror. */
  removeUnused(keep: readonly string[]): Promise<number>;
}

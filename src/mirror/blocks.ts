import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { warningRules } from '../sources/warnings.ts';
import type { MirrorBlock, MirrorDataset, MirrorSegment, MirrorStore } from '../storage/mirror-store.ts';

/** Changes whenever the form of any block does: segments of another form are loaded again. */
const BLOCK_FORM = 9;

/** Gives the form of a dataset; that of recalls has the rules in it by which their warnings were read. */
export const formOf = (dataset: MirrorDataset) =>
  dataset === 'recalls' ? `${BLOCK_FORM} ${warningRules}` : `${BLOCK_FORM}`;

/** Tells whether a segment has the form that is read here; warnings read by other rules may stay until the next sync. */
export const isReadable = ({ version }: Pick<MirrorSegment, 'version'>) =>
  version.startsWith(`${BLOCK_FORM} `);

type Content = MirrorBlock['content'];

export function packBlock(value: unknown): Content {
  const text = JSON.stringify(value);
  const bytes = Buffer.from(text);
  const packed = packBytes(bytes);
  // A small block comes back unpacked.
  return packed === bytes ? text : packed;
}

/** Unpacks without a check: this program packed it, and the version of the segment says in which form. */
export function unpackBlock(content: Content): unknown {
  return JSON.parse(typeof content === 'string' ? content : unpackBytes(content).toString());
}

/** The key of each kind of block. */
export const keys = {
  /** The filings under each model of a make and model year. */
  models: (make: string, year: number) => `m/${make}/${year}`,
  allModels: 'm/',
  /** All makes and models of a model year with their counts of complaints. */
  year: (year: number) => `y/${year}`,
  /** The heads of the complaints of a model with many. */
  complaints: (make: string, model: string, year: number) => `c/${make}/${year}/${model}`,
  /** The head of the complaints of all models of a make and year that have few. */
  fewComplaints: (make: string, year: number) => `c/${make}/${year}`,
  /** The owners' words: listed right behind their head, for no name has a tab in it. */
  complaintTexts: (headKey: string, digest: string) => `${headKey}\t${digest}`,
  isOfTexts: (key: string) => key.includes('\t'),
  allComplaints: 'c/',
  /** The texts of one recall. */
  recall: (number: string) => `r/${number}`,
  /** The cars that one Canadian recall is about. */
  recallVehicles: (number: string) => `v/${number}`,
  makes: 'makes',
  /** All numbers of recalls. */
  numbers: 'numbers',
  /** Rows that could not be used, with the reasons. */
  rejected: 'rejected',
};

/** The counts of the complaints of one model and year. */
export interface ComplaintCounts {
  complaints: number;
  /** The number with a fire, a crash, an injury or a death. */
  severe: number;
  /** The start of a VIN that most of them state, which shows the kind of car; '' where none does. */
  vin: string;
}

/** Pairs and no object, because V8 keeps every key that it meets until its next full collection. */
export type NamedPairs<Filed> = [name: string, filed: Filed][];

/** Complaints of a make and year, by model. */
export type ComplaintModels = NamedPairs<ComplaintCounts>;
/** Complaints of a year, by make and model. */
export type ComplaintYear = NamedPairs<ComplaintModels>;

/** A recall of one model: its number, its components, and the days of production of its cars, where they are stated. */
export type ModelRecall = [
  campaign: string,
  components: string,
  producedFrom: string | null,
  producedTo: string | null,
];
/** US recalls of a make and year, by model. */
export type RecallModels = NamedPairs<ModelRecall[]>;

/** Canadian recalls of a make and year, by model: number and day. */
export type CanadaModels = NamedPairs<CanadaListed[]>;
export type CanadaListed = [recallNumber: string, recalledOn: string];

export interface CanadaTexts {
  manufacturerNumber: string;
  system: string;
  notification: string;
  category: string;
  comment: string;
  commentInFrench: string;
}

export interface PackedCanadaRecall extends CanadaTexts {
  recalledOn: string;
}

/** A car that a Canadian recall is about. */
export type CanadaVehicle = [make: string, model: string, year: number, unitsAffected: number | null];

export interface RejectedRow {
  reason: string;
  line: string;
}

const PACKING = { [constants.ZSTD_c_compressionLevel]: 3 };
/** Smaller blocks, such as the texts of a recall, are not packed: that would take far more time than it saves space. */
const LEAST_PACKED_BYTES = 16_000;
/** The first byte of what is packed, with which neither JSON nor a length begins; the length of the content follows. */
const PACKED_START = 0xff;
const PACKED_HEAD = 5;

export function packBytes(content: Buffer, leastBytes = LEAST_PACKED_BYTES): Uint8Array {
  if (content.length < leastBytes) return content;
  const head = Buffer.alloc(PACKED_HEAD, PACKED_START);
  head.writeUInt32LE(content.length, 1);
  // Most blocks are small: with the size stated, nothing is prepared for a large one.
  const packed = zstdCompressSync(content, { pledgedSrcSize: content.length, params: PACKING });
  return Buffer.concat([head, packed]);
}

export function unpackBytes(content: Uint8Array): Buffer {
  const bytes = bytesOf(content);
  if (bytes[0] !== PACKED_START) return bytes;
  // Room for all of it in one piece: otherwise every 64 kB take one more turn.
  const options = { chunkSize: bytes.readUInt32LE(1) + 64 };
  return zstdDecompressSync(bytes.subarray(PACKED_HEAD), options);
}

/** Views the same bytes without a copy. */
export function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Only lists of names, which are asked for several times for one car; texts are not. */
const REMEMBERED = 20;
const isList = (key: string) => key.startsWith(keys.allModels) || key === keys.makes;

/** Chooses how to unpack; blocks of complaints stay as they are. */
const unpackerOf = (key: string) =>
  key.startsWith(keys.allComplaints) ? (content: unknown) => content : unpackBlock;

type Waiting = PromiseWithResolvers<unknown[]>;

/** Reads the blocks of one generation, which never change. */
export function createBlockReader(store: Pick<MirrorStore, 'read'>, segmentIds: readonly string[]) {
  // A ring: a map through which entries go leaves old tables behind, which keep what was in them.
  const remembered: ({ key: string; blocks: Promise<unknown[]> } | undefined)[] = [];
  let turn = 0;
  let waiting = new Map<string, Waiting>();

  async function readWaiting(): Promise<void> {
    const asked = waiting;
    waiting = new Map();
    try {
      const found = await store.read(segmentIds, [...asked.keys()]);
      const blocks = Map.groupBy(found, ({ key }) => key);
      for (const [key, { resolve }] of asked)
        resolve((blocks.get(key) ?? []).map(({ content }) => unpackerOf(key)(content)));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }

  function ask(key: string): Promise<unknown[]> {
    if (waiting.size === 0) setImmediate(readWaiting);
    const known = waiting.get(key);
    if (known) return known.promise;
    const asked: Waiting = Promise.withResolvers();
    waiting.set(key, asked);
    return asked.promise;
  }

  return {
    /** Reads the block of this key in each segment that has one; all keys of one turn of the event loop are read together. */
    read(key: string): Promise<unknown[]> {
      if (!isList(key)) return ask(key);
      const known = remembered.find((one) => one?.key === key);
      if (known) return known.blocks;
      const asked = { key, blocks: ask(key) };
      const place = turn;
      turn = (turn + 1) % REMEMBERED;
      remembered[place] = asked;
      asked.blocks.catch(() => {
        if (remembered[place] === asked) remembered[place] = undefined;
      });
      return asked.blocks;
    },
  };
}

export type BlockReader = ReturnType<typeof createBlockReader>;

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { warningRules } from '../sources/warnings.ts';
import type { MirrorBlock, MirrorDataset, MirrorSegment } from '../storage/mirror-store.ts';

/** Changes whenever the form of any block does: segments of another form are loaded again. */
const BLOCK_FORM = 7;

/** Of recalls, the rules by which their warnings were read are part of it. */
export const formOf = (dataset: MirrorDataset) =>
  dataset === 'recalls' ? `${BLOCK_FORM} ${warningRules}` : `${BLOCK_FORM}`;

/** Whether it was written in the form that is read here; warnings that were read by other rules may stay until the next sync. */
export const isReadable = ({ version }: Pick<MirrorSegment, 'version'>) =>
  version.startsWith(`${BLOCK_FORM} `);

type Content = MirrorBlock['content'];

export function packBlock(value: unknown): Content {
  const text = JSON.stringify(value);
  const bytes = Buffer.from(text);
  const packed = packBytes(bytes);
  // What is small comes back as it is.
  return packed === bytes ? text : packed;
}

/** As it was packed by this program: its form is part of the version of the segment. */
export function unpackBlock(content: Content): unknown {
  return JSON.parse(typeof content === 'string' ? content : unpackBytes(content).toString());
}

/** Under what each kind of block is found. */
export const keys = {
  /** Of a make and model year: what is filed under each of its models. */
  models: (make: string, year: number) => `m/${make}/${year}`,
  allModels: 'm/',
  /** Of a model year: all makes and models with their counts of complaints. */
  year: (year: number) => `y/${year}`,
  /** What is counted of the complaints of a model with many. */
  complaints: (make: string, model: string, year: number) => `c/${make}/${year}/${model}`,
  /** The same for all models of a make and year that have few. */
  fewComplaints: (make: string, year: number) => `c/${make}/${year}`,
  /** What the owners wrote: listed right behind its head, for no name has a tab in it. */
  complaintTexts: (headKey: string, digest: string) => `${headKey}\t${digest}`,
  isOfTexts: (key: string) => key.includes('\t'),
  allComplaints: 'c/',
  /** The texts of one recall. */
  recall: (number: string) => `r/${number}`,
  /** The cars that one Canadian recall is about. */
  recallVehicles: (number: string) => `v/${number}`,
  /** All makes that there are. */
  makes: 'makes',
  /** All numbers of recalls that there are. */
  numbers: 'numbers',
  /** Rows that could not be used, with the reasons. */
  rejected: 'rejected',
};

/** What is counted of the complaints of one model and year. */
export interface ComplaintCounts {
  complaints: number;
  /** With a fire, a crash, an injury or a death. */
  severe: number;
  /** The start of a VIN that most of them state; '' where none does. Says what kind of car it is. */
  vin: string;
}

/** In pairs, for V8 keeps every name that it meets as a key until it next looks through all that is old. */
export type Named<Filed> = [name: string, filed: Filed][];

/** Complaints of a make and year: its models. */
export type ComplaintModels = Named<ComplaintCounts>;
/** Complaints of a year: makes and their models. */
export type ComplaintYear = Named<ComplaintModels>;

/** A recall of one model: its number, its components, and when the cars in it were made, where that is stated. */
export type ModelRecall = [
  campaign: string,
  components: string,
  producedFrom: string | null,
  producedTo: string | null,
];
/** US recalls of a make and year, by model. */
export type RecallModels = Named<ModelRecall[]>;

/** Canadian recalls of a make and year, by model: number and day. */
export type CanadaModels = Named<CanadaListed[]>;
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

/** What a Canadian recall is about. */
export type CanadaVehicle = [make: string, model: string, year: number, unitsAffected: number | null];

export interface RejectedRow {
  reason: string;
  line: string;
}

const PACKING = { [constants.ZSTD_c_compressionLevel]: 3 };
/** Below, packing and unpacking take far more time than they save space: the texts of a recall, the recalls of a make. */
const LEAST_PACKED_BYTES = 16_000;
/** How what is packed begins, and neither JSON nor a length does; the length of the content follows. */
const PACKED_START = 0xff;
const PACKED_HEAD = 5;

export function packBytes(content: Buffer, leastBytes = LEAST_PACKED_BYTES): Uint8Array {
  if (content.length < leastBytes) return content;
  const head = Buffer.alloc(PACKED_HEAD, PACKED_START);
  head.writeUInt32LE(content.length, 1);
  // Told the size, it does not prepare for a large one: most blocks are small.
  return Buffer.concat([
    head,
    zstdCompressSync(content, { pledgedSrcSize: content.length, params: PACKING }),
  ]);
}

export function unpackBytes(content: Uint8Array): Buffer {
  const bytes = bytesOf(content);
  if (bytes[0] !== PACKED_START) return bytes;
  // In one piece, and a little room: otherwise every 64 kB are one more turn.
  const options = { chunkSize: bytes.readUInt32LE(1) + 64 };
  return zstdDecompressSync(bytes.subarray(PACKED_HEAD), options);
}

/** The same bytes, not a copy. */
export function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

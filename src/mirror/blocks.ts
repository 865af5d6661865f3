import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';

/** Changes whenever the form of any block does: segments of another form are loaded again. */
export const BLOCK_FORM = 1;

const PACKING = { [constants.ZSTD_c_compressionLevel]: 3 };
/** Below, packing takes more time than it saves space. */
const LEAST_PACKED_BYTES = 400;
/** How what is packed begins, and JSON never does. */
const PACKED_START = 0x28;
/** From here on it is unpacked on another thread. */
const LARGE_BYTES = 32 * 1024;

const unpackElsewhere = promisify(zstdDecompress);

export function packBlock(value: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  if (text.length < LEAST_PACKED_BYTES) return text;
  // Told the size, it does not prepare for a large one: most blocks are small.
  return zstdCompressSync(text, { pledgedSrcSize: text.length, params: PACKING });
}

/** As it was packed by this program: its form is part of the version of the segment. */
export async function unpackBlock(content: Uint8Array): Promise<unknown> {
  if (content[0] !== PACKED_START) return JSON.parse(Buffer.from(content).toString());
  const unpacked =
    content.length < LARGE_BYTES ? zstdDecompressSync(content) : await unpackElsewhere(content);
  return JSON.parse(unpacked.toString());
}

/** Under what each kind of block is found. */
export const keys = {
  /** Of a make and model year: what is filed under each of its models. */
  models: (make: string, year: number) => `m/${make}/${year}`,
  allModels: 'm/',
  /** Of a model year: all makes and models with their counts of complaints. */
  year: (year: number) => `y/${year}`,
  /** The complaints of a model with many. */
  complaints: (make: string, model: string, year: number) => `c/${make}/${year}/${model}`,
  /** The complaints of all models of a make and year that have few. */
  fewComplaints: (make: string, year: number) => `c/${make}/${year}`,
  allComplaints: 'c/',
  /** The texts of one recall. */
  recall: (number: string) => `r/${number}`,
  /** All makes that there are. */
  makes: 'makes',
  /** All numbers of recalls that there are. */
  numbers: 'numbers',
  /** Rows that could not be used, with the reasons. */
  rejected: 'rejected',
};

/** A complaint as it lies in its block. */
export type PackedComplaint = [
  odiNumber: number,
  filedOn: string | null,
  incidentOn: string | null,
  components: string,
  crash: 0 | 1,
  fire: 0 | 1,
  injuries: number,
  deaths: number,
  vin: string,
  summary: string,
];

/** Complaints by model: of one with many, or of all that have few. */
export type ComplaintsOfModels = Record<string, PackedComplaint[]>;

/** What is counted of the complaints of one model and year. */
export interface ComplaintCounts {
  complaints: number;
  /** With a fire, a crash, an injury or a death. */
  severe: number;
}

/** Complaints of a make and year: its models. */
export type ComplaintModels = Record<string, ComplaintCounts>;
/** Complaints of a year: makes and their models. */
export type ComplaintYear = Record<string, ComplaintModels>;

/** A recall of one model: its number, and when the cars in it were made, where that is stated. */
export type ModelRecall = [campaign: string, producedFrom: string | null, producedTo: string | null];
/** US recalls of a make and year, by model. */
export type RecallModels = Record<string, ModelRecall[]>;

export interface PackedRecall {
  components: string[];
  manufacturer: string;
  manufacturerNumber: string;
  unitsAffected: number | null;
  ownersToldOn: string | null;
  reportedOn: string;
  summary: string;
  consequence: string;
  remedy: string;
  notes: string;
  doNotDrive: boolean | null;
  parkOutside: boolean | null;
}

/** Canadian recalls of a make and year, by model: number and day. */
export type CanadaModels = Record<string, [recallNumber: string, recalledOn: string][]>;

export interface PackedCanadaRecall {
  recalledOn: string;
  manufacturerNumber: string;
  system: string;
  notification: string;
  category: string;
  comment: string;
  commentInFrench: string;
  vehicles: [make: string, model: string, year: number, unitsAffected: number | null][];
}

export interface RejectedRow {
  reason: string;
  line: string;
}

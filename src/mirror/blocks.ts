import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { CanadaTexts } from './formats/canada-row.ts';
import type { RecallTexts } from './formats/recall-row.ts';

/** Changes whenever the form of any block does: segments of another form are loaded again. */
export const BLOCK_FORM = 2;

const PACKING = { [constants.ZSTD_c_compressionLevel]: 3 };
/** Below, packing and unpacking take far more time than they save space: the texts of most recalls. */
const LEAST_PACKED_BYTES = 3_000;
/** How what is packed begins, and JSON never does. */
const PACKED_START = 0x28;
/** From here on it is unpacked on another thread. */
const LARGE_BYTES = 32 * 1024;

const unpackElsewhere = promisify(zstdDecompress);

export function packBlock(value: unknown): Uint8Array {
  return pack(JSON.stringify(value));
}

/** As it was packed by this program: its form is part of the version of the segment. */
export async function unpackBlock(content: Uint8Array): Promise<unknown> {
  return JSON.parse(await unpack(content));
}

/** Complaints with their texts behind them, one after the other: a megabyte of text is not parsed, only cut. */
export function packComplaints(models: ComplaintsOfModels): Uint8Array {
  const texts: string[] = [];
  const lengths = Object.entries(models).map(([model, complaints]) => [
    model,
    complaints.map((complaint) => {
      const text = complaint[SUMMARY];
      texts.push(text);
      return complaint.with(SUMMARY, text.length);
    }),
  ]);
  return pack(`${JSON.stringify(Object.fromEntries(lengths))}\n${texts.join('')}`);
}

export async function unpackComplaints(content: Uint8Array): Promise<ComplaintsOfModels> {
  const text = await unpack(content);
  const end = text.indexOf('\n');
  const models: Record<string, [...unknown[], number][]> = JSON.parse(text.slice(0, end));
  let at = end + 1;
  for (const complaint of Object.values(models).flat()) {
    const length = complaint[SUMMARY];
    if (typeof length !== 'number') throw new TypeError('A block of complaints is not as it was written.');
    const from = at;
    at += length;
    Object.assign(complaint, { [SUMMARY]: text.slice(from, at) });
  }
  // In the form in which they were packed above.
  return models as unknown as ComplaintsOfModels;
}

const SUMMARY = 9;

function pack(value: string): Uint8Array {
  const text = Buffer.from(value);
  if (text.length < LEAST_PACKED_BYTES) return text;
  // Told the size, it does not prepare for a large one: most blocks are small.
  return zstdCompressSync(text, { pledgedSrcSize: text.length, params: PACKING });
}

async function unpack(content: Uint8Array): Promise<string> {
  if (content[0] !== PACKED_START) return Buffer.from(content).toString();
  const unpacked =
    content.length < LARGE_BYTES ? zstdDecompressSync(content) : await unpackElsewhere(content);
  return unpacked.toString();
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
  /** The start of a VIN that most of them state; '' where none does. Says what kind of car it is. */
  vin: string;
}

/** Complaints of a make and year: its models. */
export type ComplaintModels = Record<string, ComplaintCounts>;
/** Complaints of a year: makes and their models. */
export type ComplaintYear = Record<string, ComplaintModels>;

/** A recall of one model: its number, and when the cars in it were made, where that is stated. */
export type ModelRecall = [campaign: string, producedFrom: string | null, producedTo: string | null];
/** US recalls of a make and year, by model. */
export type RecallModels = Record<string, ModelRecall[]>;

export interface PackedRecall extends RecallTexts {
  components: string[];
}

/** Canadian recalls of a make and year, by model: number and day. */
export type CanadaModels = Record<string, [recallNumber: string, recalledOn: string][]>;

export interface PackedCanadaRecall extends CanadaTexts {
  recalledOn: string;
  vehicles: [make: string, model: string, year: number, unitsAffected: number | null][];
}

export interface RejectedRow {
  reason: string;
  line: string;
}

import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { entryOf } from '../lib/entry-of.ts';
import type { NhtsaComplaint } from '../sources/nhtsa/records.ts';
import type { CanadaTexts } from './formats/canada-row.ts';

/** Changes whenever the form of any block does: segments of another form are loaded again. */
export const BLOCK_FORM = 3;

const PACKING = { [constants.ZSTD_c_compressionLevel]: 3 };
/** Below, packing and unpacking take far more time than they save space: the texts of a recall, the recalls of a make. */
const LEAST_PACKED_BYTES = 16_000;
/** How what is packed begins, and neither JSON nor a length does; the length of the content follows. */
const PACKED_START = 0xff;
const PACKED_HEAD = 5;
/** From here on it is unpacked on another thread. */
const LARGE_BYTES = 32 * 1024;

const unpackElsewhere = promisify(zstdDecompress);

export function packBlock(value: unknown): Uint8Array {
  return pack(Buffer.from(JSON.stringify(value)));
}

/** As it was packed by this program: its form is part of the version of the segment. */
export async function unpackBlock(content: Uint8Array): Promise<unknown> {
  return JSON.parse((await unpack(content)).toString());
}

/** A complaint as it is put into its block. */
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

/** How a block of complaints begins: of each one a row of numbers, with places in the list of words. */
interface ComplaintsHead {
  /** Days, components and VINs, each once: a few thousand days serve all complaints of a car. */
  words: string[];
  models: Record<string, { rows: number[]; narrowFrom: number; wideFrom: number }>;
}

const ROW_NUMBERS = 9;
const NONE = -1;

/**
 * Complaints of some models. Their texts lie behind them one after the other, those of one byte for each character apart
 * from the others: megabytes of text are neither parsed nor decoded, only cut.
 */
export function packComplaints(models: Record<string, readonly PackedComplaint[]>): Uint8Array {
  const places = new Map<string, number>();
  const placeOf = (word: string | null) => (word === null ? NONE : entryOf(places, word, () => places.size));
  const [narrow, wide]: [string[], string[]] = [[], []];
  let [narrowFrom, wideFrom] = [0, 0];
  const packed: ComplaintsHead['models'] = {};
  for (const [model, complaints] of Object.entries(models)) {
    const rows: number[] = [];
    packed[model] = { rows, narrowFrom, wideFrom };
    for (const [
      odi,
      filed,
      incident,
      components,
      crash,
      fire,
      injuries,
      deaths,
      vin,
      summary,
    ] of complaints) {
      const isWide = BEYOND_LATIN1.test(summary);
      rows.push(odi, placeOf(filed), placeOf(incident), placeOf(components), crash + 2 * fire);
      rows.push(injuries, deaths, placeOf(vin), isWide ? -summary.length : summary.length);
      (isWide ? wide : narrow).push(summary);
      if (isWide) wideFrom += summary.length;
      else narrowFrom += summary.length;
    }
  }
  const head = Buffer.from(JSON.stringify({ words: [...places.keys()], models: packed }));
  const lengths = Buffer.alloc(2 * LENGTH_BYTES);
  // The high byte first: it is not PACKED_START.
  lengths.writeUInt32BE(head.length, 0);
  lengths.writeUInt32BE(narrowFrom, LENGTH_BYTES);
  const texts = [Buffer.from(narrow.join(''), 'latin1'), Buffer.from(wide.join(''), 'utf16le')];
  return pack(Buffer.concat([lengths, head, ...texts]));
}

const BEYOND_LATIN1 = /[\u0100-\uffff]/;
const LENGTH_BYTES = 4;

/** The complaints in a block, as NHTSA's service words them. */
export interface ComplaintBlock {
  readonly models: readonly string[];
  of(model: string): NhtsaComplaint[];
}

export async function unpackComplaints(content: Uint8Array): Promise<ComplaintBlock> {
  const bytes = await unpack(content);
  const headEnd = 2 * LENGTH_BYTES + bytes.readUInt32BE(0);
  const narrowEnd = headEnd + bytes.readUInt32BE(LENGTH_BYTES);
  const { words, models }: ComplaintsHead = JSON.parse(bytes.toString('utf8', 2 * LENGTH_BYTES, headEnd));
  const narrow = bytes.toString('latin1', headEnd, narrowEnd);
  const wide = bytes.toString('utf16le', narrowEnd);
  return {
    models: Object.keys(models),
    of(model) {
      const found = Object.hasOwn(models, model) ? models[model] : undefined;
      if (found === undefined) return [];
      const { rows } = found;
      let { narrowFrom, wideFrom } = found;
      const complaints: NhtsaComplaint[] = [];
      for (let at = 0; at < rows.length; at += ROW_NUMBERS) {
        const number = (place: number) => rows[at + place] ?? 0;
        const word = (place: number) => words[number(place)] ?? null;
        const length = number(8);
        const flags = number(4);
        const from = length < 0 ? wideFrom : narrowFrom;
        if (length < 0) wideFrom -= length;
        else narrowFrom += length;
        complaints.push({
          odiNumber: number(0),
          crash: (flags & 1) === 1,
          fire: (flags & 2) === 2,
          numberOfInjuries: number(5),
          numberOfDeaths: number(6),
          dateOfIncident: word(2),
          dateComplaintFiled: word(1),
          vin: word(7),
          components: word(3),
          summary: length < 0 ? wide.slice(from, wideFrom) : narrow.slice(from, narrowFrom),
        });
      }
      return complaints;
    },
  };
}

function pack(content: Buffer): Uint8Array {
  if (content.length < LEAST_PACKED_BYTES) return content;
  const head = Buffer.alloc(PACKED_HEAD, PACKED_START);
  head.writeUInt32LE(content.length, 1);
  // Told the size, it does not prepare for a large one: most blocks are small.
  return Buffer.concat([
    head,
    zstdCompressSync(content, { pledgedSrcSize: content.length, params: PACKING }),
  ]);
}

async function unpack(content: Uint8Array): Promise<Buffer> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes[0] !== PACKED_START) return bytes;
  // In one piece, and a little room: otherwise every 64 kB are one more turn.
  const options = { chunkSize: bytes.readUInt32LE(1) + 64 };
  const packed = bytes.subarray(PACKED_HEAD);
  return packed.length < LARGE_BYTES ? zstdDecompressSync(packed, options) : unpackElsewhere(packed, options);
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

/** Complaints of a make and year: its models. */
export type ComplaintModels = Record<string, ComplaintCounts>;
/** Complaints of a year: makes and their models. */
export type ComplaintYear = Record<string, ComplaintModels>;

/** A recall of one model: its number, its components, and when the cars in it were made, where that is stated. */
export type ModelRecall = [
  campaign: string,
  components: string,
  producedFrom: string | null,
  producedTo: string | null,
];
/** US recalls of a make and year, by model. */
export type RecallModels = Record<string, ModelRecall[]>;

/** Canadian recalls of a make and year, by model: number and day. */
export type CanadaModels = Record<string, [recallNumber: string, recalledOn: string][]>;

export interface PackedCanadaRecall extends CanadaTexts {
  recalledOn: string;
}

/** What a Canadian recall is about. */
export type CanadaVehicle = [make: string, model: string, year: number, unitsAffected: number | null];

export interface RejectedRow {
  reason: string;
  line: string;
}

import { createHash } from 'node:crypto';
import { getOrInsert } from '../lib/on-demand.ts';
import type { NhtsaComplaint } from '../sources/nhtsa/records.ts';
import { bytesOf, packBytes, unpackBytes } from './blocks.ts';

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

/** A row of numbers for each complaint, with places in the list of words. */
interface Head {
  /** Days, components and VINs, each once: a few thousand days serve all complaints of a car. */
  words: string[];
  models: Record<string, { rows: number[]; narrowFrom: number; wideFrom: number }>;
  /** The bytes of the texts in which each character is one byte. */
  narrowBytes: number;
}

/** The complaints of some models, in two blocks. */
export interface ComplaintBlocks {
  /** Everything but the texts; it begins with their digest, so that it differs where they do. */
  head: Uint8Array;
  /** The owners' words: nine tenths of all, which few callers need. */
  texts: Uint8Array;
}

const ROW_NUMBERS = 9;
const NONE = -1;
const DIGEST_BYTES = 32;
/** Numbers and short words pack so well that it pays early. */
const LEAST_PACKED_HEAD = 2_000;
const BEYOND_LATIN1 = /[\u0100-\uffff]/;

/**
 * Packs complaints. The texts lie one after the other, those of one byte for each character apart from the others, so that
 * megabytes are neither parsed nor decoded, only cut.
 */
export function packComplaints(models: Record<string, readonly PackedComplaint[]>): ComplaintBlocks {
  const places = new Map<string, number>();
  const placeOf = (word: string | null) =>
    word === null ? NONE : getOrInsert(places, word, () => places.size);
  const [narrow, wide]: [string[], string[]] = [[], []];
  let [narrowFrom, wideFrom] = [0, 0];
  const packed: Head['models'] = {};
  for (const [model, complaints] of Object.entries(models)) {
    const rows: number[] = [];
    packed[model] = { rows, narrowFrom, wideFrom };
    for (const complaint of complaints) {
      const [odi, filed, incident, components, crash, fire, injuries, deaths, vin, summary] = complaint;
      const isWide = BEYOND_LATIN1.test(summary);
      rows.push(odi, placeOf(filed), placeOf(incident), placeOf(components), crash + 2 * fire);
      rows.push(injuries, deaths, placeOf(vin), isWide ? -summary.length : summary.length);
      (isWide ? wide : narrow).push(summary);
      if (isWide) wideFrom += summary.length;
      else narrowFrom += summary.length;
    }
  }
  const texts = packBytes(
    Buffer.concat([Buffer.from(narrow.join(''), 'latin1'), Buffer.from(wide.join(''), 'utf16le')]),
  );
  const head: Head = { words: [...places.keys()], models: packed, narrowBytes: narrowFrom };
  const digest = createHash('sha256').update(texts).digest();
  const packedHead = packBytes(Buffer.from(JSON.stringify(head)), LEAST_PACKED_HEAD);
  return { head: Buffer.concat([digest, packedHead]), texts };
}

/** The filings under a model, as they were stored: they are read in the thread that needs them. */
export interface FiledHead {
  model: string;
  head: Uint8Array;
}

export type FiledBlocks = FiledHead & ComplaintBlocks;

/** Reads the complaints of the model as NHTSA's service words them; without a summary where the texts are not given. */
export function readComplaints({
  model,
  texts,
  ...filed
}: FiledHead & Partial<ComplaintBlocks>): NhtsaComplaint[] {
  const head = readHead(filed.head);
  const found = Object.hasOwn(head.models, model) ? head.models[model] : undefined;
  if (found === undefined) return [];
  const { words } = head;
  const { rows } = found;
  const summaryOf = texts ? cutter(found, head.narrowBytes, unpackBytes(texts)) : () => null;
  const complaints: NhtsaComplaint[] = [];
  for (let at = 0; at < rows.length; at += ROW_NUMBERS) {
    const number = (place: number) => rows[at + place] ?? 0;
    const word = (place: number) => words[number(place)] ?? null;
    const flags = number(4);
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
      summary: summaryOf(number(8)),
    });
  }
  return complaints;
}

export function modelsIn(head: Uint8Array): string[] {
  return Object.keys(readHead(head).models);
}

/** Names the texts that belong to a head. */
export function textsDigestOf(head: Uint8Array): string {
  return bytesOf(head).toString('base64url', 0, DIGEST_BYTES);
}

function readHead(head: Uint8Array): Head {
  return JSON.parse(unpackBytes(head.subarray(DIGEST_BYTES)).toString());
}

/** Cuts one text after the other off by their lengths; the length of a wide one is negative. */
function cutter(
  { narrowFrom, wideFrom }: Head['models'][string],
  narrowBytes: number,
  texts: Buffer,
): (length: number) => string {
  const narrow = texts.toString('latin1', 0, narrowBytes);
  const wide = texts.toString('utf16le', narrowBytes);
  let [nextNarrow, nextWide] = [narrowFrom, wideFrom];
  return (length) => {
    if (length >= 0) {
      nextNarrow += length;
      return narrow.slice(nextNarrow - length, nextNarrow);
    }
    nextWide -= length;
    return wide.slice(nextWide + length, nextWide);
  };
}

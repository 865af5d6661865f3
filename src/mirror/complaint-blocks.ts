import { createHash } from 'node:crypto';
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

/** The complaints of some models, in two blocks. */
export interface ComplaintBlocks {
  /** Everything but the texts; it begins with their digest, so that it differs where they do. */
  head: Uint8Array;
  /** The owners' words: nine tenths of all, which few callers need. */
  texts: Uint8Array;
}

const DIGEST_BYTES = 32;
/** The place of the summary, behind all that the head has. */
const SUMMARY = 9;
/** Numbers and short words pack so well that it pays early. */
const LEAST_PACKED_HEAD = 2_000;

type Without<Row extends unknown[]> = Row extends [...infer Rest, unknown] ? Rest : never;
type Head = Record<string, Without<PackedComplaint>[]>;

/** Packs complaints, apart from the owners' words. */
export function packComplaints(models: Record<string, readonly PackedComplaint[]>): ComplaintBlocks {
  const ofEach = <Part>(part: (complaint: PackedComplaint) => Part) =>
    Buffer.from(
      JSON.stringify(
        Object.fromEntries(
          Object.entries(models).map(([model, complaints]) => [model, complaints.map(part)]),
        ),
      ),
    );
  const texts = packBytes(ofEach((complaint) => complaint[SUMMARY]));
  const digest = createHash('sha256').update(texts).digest();
  const head = packBytes(
    ofEach((complaint) => complaint.slice(0, SUMMARY)),
    LEAST_PACKED_HEAD,
  );
  return { head: Buffer.concat([digest, head]), texts };
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
  if (!Object.hasOwn(head, model)) return [];
  const summaries: string[] = texts ? JSON.parse(unpackBytes(texts).toString())[model] : [];
  return (head[model] ?? []).map(
    ([odiNumber, filedOn, incidentOn, components, crash, fire, injuries, deaths, vin], at) => ({
      odiNumber,
      crash: crash === 1,
      fire: fire === 1,
      numberOfInjuries: injuries,
      numberOfDeaths: deaths,
      dateOfIncident: incidentOn,
      dateComplaintFiled: filedOn,
      vin,
      components,
      summary: summaries[at] ?? null,
    }),
  );
}

export function modelsIn(head: Uint8Array): string[] {
  return Object.keys(readHead(head));
}

/** Names the texts that belong to a head. */
export function textsDigestOf(head: Uint8Array): string {
  return bytesOf(head).toString('base64url', 0, DIGEST_BYTES);
}

function readHead(head: Uint8Array): Head {
  return JSON.parse(unpackBytes(head.subarray(DIGEST_BYTES)).toString());
}

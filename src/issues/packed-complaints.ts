import { gunzipSync, gzipSync } from 'node:zlib';
import {
  type ComplaintBlocks,
  type FiledBlocks,
  type FiledHead,
  readComplaints,
} from '../mirror/complaint-blocks.ts';
import { type Complaint, complaintFromNhtsa } from './complaint.ts';

/** Complaints as one short text, for those who only keep or pass on what may be thousands of narratives. */
export type PackedText = string;

/** The same; those of our own copy as they lie there. */
export type PackedRows = PackedText | { blocks: readonly FiledBlocks[] };

/** The same; those of our own copy are fetched by who reads them: most requests are answered from counts alone. */
export type PackedComplaints = PackedText | { fetch(): Promise<PackedRows> };

export type ComplaintRows = readonly Complaint[] | PackedRows;

/** Quickly: closer packing takes five times as long for a fifth less. */
const LEVEL = 1;

export function packComplaints(complaints: readonly Complaint[]): PackedText {
  return gzipSync(JSON.stringify(complaints), { level: LEVEL }).toString('base64');
}

/** @NOTE only of what `packComplaints` or the mirror made: nothing is checked. */
export function unpackComplaints(rows: ComplaintRows): readonly Complaint[] {
  if (typeof rows === 'string') {
    const complaints: Complaint[] = JSON.parse(gunzipSync(Buffer.from(rows, 'base64')).toString());
    return complaints;
  }
  return 'blocks' in rows ? complaintsIn(rows.blocks) : rows;
}

/** Those that several blocks have stand there as often. */
export function complaintsIn(blocks: readonly (FiledHead & Partial<ComplaintBlocks>)[]): Complaint[] {
  return blocks.flatMap((block) =>
    readComplaints(block).flatMap((record) => complaintFromNhtsa(record) ?? []),
  );
}

import { gunzipSync, gzipSync } from 'node:zlib';
import type { Complaint } from './complaint.ts';

/** Complaints as one short text, for those who only keep or pass on what may be thousands of narratives. */
export type PackedComplaints = string;

export type ComplaintRows = readonly Complaint[] | PackedComplaints;

/** Quickly: closer packing takes five times as long for a fifth less. */
const LEVEL = 1;

export function packComplaints(complaints: readonly Complaint[]): PackedComplaints {
  return gzipSync(JSON.stringify(complaints), { level: LEVEL }).toString('base64');
}

/** @NOTE only of what `packComplaints` made: nothing is checked. */
export function unpackComplaints(rows: ComplaintRows): readonly Complaint[] {
  if (typeof rows !== 'string') return rows;
  const complaints: Complaint[] = JSON.parse(gunzipSync(Buffer.from(rows, 'base64')).toString());
  return complaints;
}

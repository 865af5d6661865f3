import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { complaintFromNhtsa } from '../../src/issues/complaint.ts';
import { type PreparedComplaint, prepareComplaints } from '../../src/issues/prepare.ts';

const rowSchema = z.looseObject({
  odiNumber: z.union([z.number(), z.string()]),
  components: z.string(),
  summary: z.string(),
});

/** One complaint of any car a line: `{odiNumber, components, summary}`, plain or gzipped. */
export function readCorpus(path: string): PreparedComplaint[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const complaints = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => complaintFromNhtsa(rowSchema.parse(JSON.parse(line))))
    .filter((complaint) => complaint !== undefined);
  return prepareComplaints(complaints);
}

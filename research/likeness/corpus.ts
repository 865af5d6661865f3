import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { complaintFromNhtsa } from '../../src/issues/read/complaint.ts';
import { type PreparedComplaint, prepareComplaints } from '../../src/issues/read/prepare.ts';
import { randomFrom } from './random.ts';

const rowSchema = z.looseObject({
  odiNumber: z.union([z.number(), z.string()]),
  components: z.string(),
  summary: z.string(),
});
const SEED = 1;

/**
 * One complaint of any car a line: `{odiNumber, components, summary}`, plain or gzipped. Of more than `most` that many are
 * drawn from all over the file, the same ones each time; and others beside them.
 */
export async function readCorpus(
  path: string,
  most: number,
  others: readonly z.input<typeof rowSchema>[] = [],
): Promise<{ lines: number; texts: PreparedComplaint[] }> {
  const { lines, drawn } = await drawLines(path, most);
  const complaints = [...drawn.map((line): unknown => JSON.parse(line)), ...others]
    .map((row) => complaintFromNhtsa(rowSchema.parse(row)))
    .filter((complaint) => complaint !== undefined);
  return { lines, texts: prepareComplaints(complaints) };
}

/** The whole record is more than fits into memory. */
async function drawLines(path: string, most: number): Promise<{ lines: number; drawn: string[] }> {
  const file = createReadStream(path);
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  const random = randomFrom(SEED);
  const drawn: string[] = [];
  let lines = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '') continue;
    lines += 1;
    if (drawn.length < most) {
      drawn.push(line);
      continue;
    }
    const place = Math.floor(random() * lines);
    if (place < most) drawn[place] = line;
  }
  return { lines, drawn };
}

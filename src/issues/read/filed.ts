import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type FiledBlocks,
  type FiledHead,
  type PackedComplaint,
  packComplaints,
  readComplaints,
} from '../../mirror/complaint-blocks.ts';
import { keepMissing } from '../../sources/keep-missing.ts';
import { countComplaints } from '../reliability.ts';
import { type CountedComplaints, countedSchema } from '../schemas.ts';
import { type Complaint, complaintFromNhtsa, uniqueComplaints } from './complaint.ts';

/** Complaints as they travel: whoever counts them needs the heads alone, whoever reads them the texts. */
export type Blocks = readonly FiledBlocks[];

/** The one block of complaints that were not read from our own copy is filed under this model. */
const ANY_MODEL = '';

/** As a cache keeps them. */
const filedSchema = z.object({
  head: z.string(),
  texts: z.string(),
  /** The same for the same complaints. */
  digest: z.string(),
  counted: countedSchema,
  /** Those that the newest reading lacks; they stay until a second one, six hours later, agrees. */
  missing: z.array(z.object({ odiNumber: z.number(), missingSince: z.iso.datetime() })),
});
export type Filed = z.infer<typeof filedSchema>;

export const filedVehicleSchema = filedSchema.extend({
  matchedModels: z.array(z.string()),
  modelListed: z.boolean(),
});
type FiledVehicle = z.infer<typeof filedVehicleSchema>;

/** All complaints of a vehicle, under every name by which NHTSA files it. */
export interface FiledComplaints extends Omit<FiledVehicle, 'head' | 'texts'> {
  /** Only for who reads the texts: most requests are answered from counts alone. */
  fetch(): Promise<Blocks>;
}

export function openFiled({ head, texts, ...filed }: FiledVehicle): FiledComplaints {
  return { ...filed, fetch: async () => blocksOf({ head, texts }) };
}

function blocksOf({ head, texts }: Pick<Filed, 'head' | 'texts'>): Blocks {
  return [{ model: ANY_MODEL, head: Buffer.from(head, 'base64'), texts: Buffer.from(texts, 'base64') }];
}

const complaintSchema = z.object({
  odiNumber: z.number().int().positive(),
  filedOn: z.string().nullable(),
  incidentOn: z.string().nullable(),
  components: z.array(z.string()),
  crash: z.boolean(),
  fire: z.boolean(),
  injuries: z.number(),
  deaths: z.number(),
  summary: z.string(),
  vinPrefix: z.string().exactOptional(),
}) satisfies z.ZodType<Complaint>;

/** As they stand in the files of recorded cars. */
export const recordedComplaintsSchema = filedVehicleSchema
  .pick({ missing: true, matchedModels: true, modelListed: true })
  .extend({ complaints: z.array(complaintSchema) })
  .transform(({ complaints, missing, ...names }) => ({ ...fileComplaints(complaints, missing), ...names }));

export function fileComplaints(rows: readonly Complaint[], missing: Filed['missing'] = []): Filed {
  const complaints = uniqueComplaints(rows);
  const block = blockOf(complaints);
  return {
    head: Buffer.from(block.head).toString('base64'),
    texts: Buffer.from(block.texts).toString('base64'),
    digest: digestOf([block]),
    counted: countComplaints(complaints),
    missing,
  };
}

export function blockOf(complaints: readonly Complaint[]): FiledBlocks {
  const rows = complaints.map(
    (one): PackedComplaint => [
      one.odiNumber,
      one.filedOn,
      one.incidentOn,
      one.components.join(),
      one.crash ? 1 : 0,
      one.fire ? 1 : 0,
      one.injuries,
      one.deaths,
      one.vinPrefix ?? '',
      one.summary,
    ],
  );
  return { model: ANY_MODEL, ...packComplaints({ [ANY_MODEL]: rows }) };
}

/** Those that several blocks have stand there as often; without the texts where only heads are given. */
export function complaintsIn(blocks: readonly (FiledHead & Partial<FiledBlocks>)[]): Complaint[] {
  return blocks.flatMap((block) =>
    readComplaints(block).flatMap((record) => complaintFromNhtsa(record) ?? []),
  );
}

/** At most some of them: the same ones every time, of all times of filing. */
export function sampleIn(blocks: Blocks, most = Number.POSITIVE_INFINITY): Complaint[] {
  const complaints = uniqueComplaints(complaintsIn(blocks));
  if (complaints.length <= most) return complaints;
  const step = complaints.length / most;
  return complaints.filter((_, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
}

export function countHeads(heads: readonly FiledHead[]): CountedComplaints {
  return countComplaints(uniqueComplaints(complaintsIn(heads)));
}

/** Reads the heads alone: each begins with a digest of its texts. */
export function digestOf(heads: readonly FiledHead[]): string {
  const hash = createHash('sha256');
  for (const { model, head } of heads) hash.update(`${model} ${head.length} `).update(head);
  return hash.digest('base64url');
}

/** Complaints are not withdrawn: a shorter list is a fault of the source until a second reading agrees. */
export function withMissing(fresh: Filed, last: Filed, nowMs: number): Filed {
  const since = new Map(last.missing.map(({ odiNumber, missingSince }) => [odiNumber, missingSince]));
  const marked = (filed: Filed, of?: typeof since) =>
    complaintsIn(blocksOf(filed)).map((complaint) => ({
      complaint,
      missingSince: of?.get(complaint.odiNumber) ?? null,
    }));
  const kept = keepMissing(
    marked(fresh),
    marked(last, since),
    ({ complaint }) => String(complaint.odiNumber),
    nowMs,
  );
  const missing = kept.flatMap(({ complaint: { odiNumber }, missingSince }) =>
    missingSince === null ? [] : [{ odiNumber, missingSince }],
  );
  return fileComplaints(
    kept.map(({ complaint }) => complaint),
    missing,
  );
}

/** Says what of the complaints the newest reading lacks; null for nothing. */
export function missingOf({ missing }: Pick<Filed, 'missing'>): { count: number; since: string } | null {
  const [first] = missing.map(({ missingSince }) => missingSince).sort();
  return first === undefined ? null : { count: missing.length, since: first };
}

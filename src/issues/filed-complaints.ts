import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FiledHead } from '../mirror/complaint-blocks.ts';
import { keepMissing } from '../sources/keep-missing.ts';
import { type Complaint, uniqueComplaints } from './complaint.ts';
import {
  complaintsIn,
  type PackedComplaints,
  packComplaints,
  unpackComplaints,
} from './packed-complaints.ts';
import { countComplaints } from './reliability.ts';
import { countedSchema } from './schemas.ts';

const filedSchema = z.object({
  packed: z.string(),
  /** The same for the same complaints. */
  digest: z.string(),
  counted: countedSchema,
  /** Those that the newest reading lacks; they stay until a second one, six hours later, agrees. */
  missing: z.array(z.object({ odiNumber: z.number(), missingSince: z.iso.datetime() })),
});
export type Filed = z.infer<typeof filedSchema>;

export const filedComplaintsSchema = filedSchema.extend({
  matchedModels: z.array(z.string()),
  modelListed: z.boolean(),
});

/** All complaints of a vehicle, under every name by which NHTSA files it. */
export interface FiledComplaints extends Omit<z.infer<typeof filedComplaintsSchema>, 'packed'> {
  packed: PackedComplaints;
}

export type Counted = Pick<Filed, 'digest' | 'counted'>;

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
export const recordedComplaintsSchema = filedComplaintsSchema
  .pick({ missing: true, matchedModels: true, modelListed: true })
  .extend({ complaints: z.array(complaintSchema) })
  .transform(({ complaints, missing, ...names }) => ({ ...fileComplaints(complaints, missing), ...names }));

export function fileComplaints(rows: readonly Complaint[], missing: Filed['missing'] = []): Filed {
  const complaints = uniqueComplaints(rows);
  return {
    packed: packComplaints(complaints),
    digest: digestOf(complaints),
    counted: countComplaints(complaints),
    missing,
  };
}

/** Complaints are not withdrawn: a shorter list is a fault of the source until a second reading agrees. */
export function withMissing(fresh: Filed, last: Filed, nowMs: number): Filed {
  const since = new Map(last.missing.map(({ odiNumber, missingSince }) => [odiNumber, missingSince]));
  const marked = ({ packed }: Filed, of?: typeof since) =>
    unpackComplaints(packed).map((complaint) => ({
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

/** The same numbers as `fileComplaints` finds, without reading what the owners wrote. */
export function countHeads(heads: readonly FiledHead[]): Counted {
  const hash = createHash('sha256');
  for (const { model, head } of heads) hash.update(`${model} ${head.length} `).update(head);
  return {
    digest: hash.digest('base64url'),
    counted: countComplaints(uniqueComplaints(complaintsIn(heads))),
  };
}

/** What of the complaints the newest reading lacks; null for nothing. */
export function missingOf({ missing }: Pick<Filed, 'missing'>): { count: number; since: string } | null {
  const [first] = missing.map(({ missingSince }) => missingSince).sort();
  return first === undefined ? null : { count: missing.length, since: first };
}

function digestOf(complaints: readonly Complaint[]): string {
  const hash = createHash('sha256');
  for (const complaint of complaints) hash.update(JSON.stringify(complaint));
  return hash.digest('base64url');
}

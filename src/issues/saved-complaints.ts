import { z } from 'zod';
import { type Complaint, complaintFromNhtsa } from './complaint.ts';

const optional = <T extends z.ZodType>(type: T) => type.nullish();
const recordSchema = z.looseObject({
  odiNumber: optional(z.union([z.number(), z.string()])),
  crash: optional(z.boolean()),
  fire: optional(z.boolean()),
  numberOfInjuries: optional(z.number()),
  numberOfDeaths: optional(z.number()),
  dateOfIncident: optional(z.string()),
  dateComplaintFiled: optional(z.string()),
  vin: optional(z.string()),
  components: optional(z.string()),
  summary: optional(z.string()),
});
const savedAnswer = z.object({ results: z.array(recordSchema) });

/** Complaints from a saved answer of NHTSA's complaints by vehicle. Throws where the text is none. */
export function parseSavedComplaints(text: string): Complaint[] {
  return savedAnswer
    .parse(JSON.parse(text))
    .results.map((record) => complaintFromNhtsa(record))
    .filter((complaint) => complaint !== undefined);
}

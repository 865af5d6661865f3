import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { provenanceSchema } from '../sources/cached.ts';
import { vehicleSchema, vinWarning } from '../vehicle/vehicle.ts';
import { issueReportSchema } from './schemas.ts';

/** The answer about known issues for a VIN, without what every transport adds. */
export const issueBodySchema = z.object({
  ...vinWarning,
  vin: z.string(),
  vehicle: vehicleSchema,
  ...issueReportSchema.shape,
  provenance: provenanceSchema,
});

export const issueSampleSchema = z.object({
  ...issueBodySchema.shape,
  sample: z.literal(true),
  note: z.string(),
});

export type IssueBody = z.infer<typeof issueBodySchema>;
type IssueSample = z.infer<typeof issueSampleSchema>;

export type IssueSamples = ReturnType<typeof createIssueSamples>;

/** The snapshot that ships with the service: the embedded engine over saved complaints, dated, and not complete. */
function readIssueSample(): IssueSample {
  const file = new URL('../../data/samples/known-issues.json', import.meta.url);
  return issueSampleSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

export function createIssueSamples(now: () => number = Date.now) {
  let sample = readIssueSample();
  return {
    /** Gives the newest sample at hand: it never fails and never waits for a source. Its status may be any. */
    current(): IssueSample {
      const ageSeconds = Math.max(0, Math.floor((now() - Date.parse(sample.provenance.fetchedAt)) / 1000));
      return { ...sample, provenance: { ...sample.provenance, ageSeconds } };
    },
    /** Puts a newer answer for the sample vehicle in the place of the one shipped. */
    replace(body: IssueBody): void {
      const day = body.provenance.fetchedAt.slice(0, 10);
      sample = { ...body, sample: true, note: `The sample vehicle, as the sources answered on ${day}.` };
    },
  };
}

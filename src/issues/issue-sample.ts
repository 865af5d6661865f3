import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LookedUpVehicle } from '../names/resolve-model-names.ts';
import { provenanceSchema, recordedNote, recordedNoteOf } from '../sources/cached.ts';
import { nameOfCar, vehicleSchema, vinWarning } from '../vehicle/vehicle.ts';
import { issueReportSchema } from './schemas.ts';
import type { IssueAnswer } from './service.ts';

/** The answer about known issues for a VIN, without what every transport adds. */
export const issueBodySchema = z.object({
  ...vinWarning,
  ...recordedNote,
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

export const issueNote = ({ provenance }: Pick<IssueAnswer, 'provenance'>) => recordedNoteOf(provenance);

export type IssueSamples = ReturnType<typeof createIssueSamples>;

/** The snapshot that ships with the service: the embedded engine over saved complaints, dated, and not complete. */
function readIssueSample(): IssueSample {
  const file = new URL('../../data/samples/known-issues.json', import.meta.url);
  return issueSampleSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

export function createIssueSamples(now: () => number = Date.now) {
  let sample = readIssueSample();
  const ageOf = ({ provenance }: Pick<IssueSample, 'provenance'>) => ({
    ageSeconds: Math.max(0, Math.floor((now() - Date.parse(provenance.fetchedAt)) / 1000)),
  });
  return {
    /** Gives the newest sample at hand: it never fails and never waits for a source. Its status may be any. */
    current(): IssueSample {
      return { ...sample, provenance: { ...sample.provenance, ...ageOf(sample) } };
    },
    /** Gives the sample in place of a recorded answer for the same car that has less: nobody pays for less than what is free. */
    atLeast(vehicle: LookedUpVehicle, answer: IssueAnswer): IssueAnswer {
      const { recorded } = answer.provenance;
      if (!recorded || nameOfCar(vehicle) !== nameOfCar(sample.vehicle)) return answer;
      const { vin: _vin, vehicle: _vehicle, sample: _sample, note: _note, ...held } = sample;
      const hasMore =
        held.complaintCount > answer.complaintCount || held.knownIssues.length > answer.knownIssues.length;
      if (!hasMore) return answer;
      return {
        ...held,
        reliability: { ...held.reliability, recalls: answer.reliability.recalls },
        provenance: { ...held.provenance, ...ageOf(held), recorded },
      };
    },
    /** Puts a newer answer for the sample vehicle in the place of the one shipped. */
    replace(body: IssueBody): void {
      const day = body.provenance.fetchedAt.slice(0, 10);
      sample = { ...body, sample: true, note: `The sample vehicle, as the sources answered on ${day}.` };
    },
  };
}

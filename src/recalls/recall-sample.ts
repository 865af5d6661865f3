import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { LookedUpVehicle } from '../names/resolve-model-names.ts';
import { recordedNote, recordedNoteOf } from '../sources/cached.ts';
import { nameOfCar, vehicleSchema, vinWarning } from '../vehicle/vehicle.ts';
import { type RecallReport, recallReportSchema } from './recall-schemas.ts';

/** The answer about recalls for a VIN, without what every transport adds. */
export const recallBodySchema = z.object({
  ...vinWarning,
  ...recordedNote,
  vin: z.string(),
  vehicle: vehicleSchema,
  ...recallReportSchema.shape,
});

export const recallSampleSchema = z.object({
  ...recallBodySchema.shape,
  sample: z.literal(true),
  note: z.string(),
});

export type RecallBody = z.infer<typeof recallBodySchema>;
export type RecallSample = z.infer<typeof recallSampleSchema>;

export const recallNote = ({ provenance: { us, canada } }: Pick<RecallReport, 'provenance'>) =>
  recordedNoteOf(us, canada);

export type RecallSamples = ReturnType<typeof createRecallSamples>;

/** The snapshot that ships with the service: facts in our words, dated, and not complete. */
function readRecallSample(): RecallSample {
  const file = new URL('../../data/samples/recalls.json', import.meta.url);
  return recallSampleSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function aged(provenance: RecallReport['provenance'], nowMs: number): RecallReport['provenance'] {
  const age = (fetchedAt: string) => Math.max(0, Math.floor((nowMs - Date.parse(fetchedAt)) / 1000));
  return {
    us: { ...provenance.us, ageSeconds: age(provenance.us.fetchedAt) },
    canada: { ...provenance.canada, ageSeconds: age(provenance.canada.fetchedAt) },
  };
}

export function createRecallSamples(now: () => number = Date.now) {
  let sample = readRecallSample();
  return {
    /** Gives the newest sample at hand: it never fails and never waits for a source. */
    current: (): RecallSample => ({ ...sample, provenance: aged(sample.provenance, now()) }),
    /** Gives the sample in place of a recorded answer for the same car that has less: nobody pays for less than what is free. */
    atLeast(vehicle: LookedUpVehicle, report: RecallReport): RecallReport {
      const { us, canada } = report.provenance;
      if (!(us.recorded && canada.recorded && nameOfCar(vehicle) === nameOfCar(sample.vehicle)))
        return report;
      const { vin: _vin, vehicle: _vehicle, sample: _sample, note: _note, ...held } = sample;
      const hasMore = held.counts.us > report.counts.us || held.counts.canada > report.counts.canada;
      if (!hasMore) return report;
      const provenance = aged(held.provenance, now());
      return {
        ...held,
        provenance: {
          us: { ...provenance.us, recorded: true },
          canada: { ...provenance.canada, recorded: true },
        },
      };
    },
    /** Puts a newer answer for the sample vehicle in the place of the one shipped. */
    replace(body: RecallBody): void {
      const day = body.provenance.us.fetchedAt.slice(0, 10);
      sample = { ...body, sample: true, note: `The sample vehicle, as the sources answered on ${day}.` };
    },
  };
}

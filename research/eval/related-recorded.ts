import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { CanadaRecall } from '../../src/recalls/recall-schemas.ts';
import { mergeUsRecalls } from '../../src/recalls/us-recalls.ts';
import { recallsAnswer } from '../../src/sources/nhtsa/records.ts';
import { print, type Score, scoreOf, toCanada, withOtherNumber, withoutNumber } from './related-recalls.ts';

/** Real US texts of recorded cars with many campaigns, against Canadian notices that we worded for some of them. */
const FILES = ['recalls-ford-tesla-toyota-2015-2025.json.gz', 'recalls-hyundai-kia-2020-2026.json'];
const folder = join(process.env.FORECOURT_RECORDINGS ?? '', 'recorded/nhtsa');
export const hasRecordings =
  process.env.FORECOURT_RECORDINGS !== undefined && FILES.every((name) => existsSync(join(folder, name)));

const labelsSchema = z.object({
  about: z.string(),
  cars: z.array(
    z.object({
      make: z.string(),
      model: z.string(),
      year: z.string(),
      canada: z.array(
        z.object({
          counterpart: z.string().nullable(),
          label: z.string(),
          recalledOn: z.string(),
          system: z.string(),
          manufacturerRecallNumber: z.string(),
          summary: z.string(),
        }),
      ),
    }),
  ),
});

const named = z.object({ make: z.string(), model: z.string(), modelYear: z.string() });
const recordedSchema = z.array(
  z.object({
    request: z.union([
      named,
      z
        .object({ url: z.url() })
        .transform(({ url }) => named.parse(Object.fromEntries(new URL(url).searchParams))),
    ]),
    answer: z.unknown(),
  }),
);

const keyOf = (car: { make: string; model: string; year: string }) =>
  `${car.make} ${car.model} ${car.year}`.toUpperCase();

function readAnswers(): Map<string, unknown> {
  const answers = FILES.flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    return recordedSchema.parse(JSON.parse(text));
  });
  return new Map(
    answers.map(({ request, answer }) => [keyOf({ ...request, year: request.modelYear }), answer]),
  );
}

/** The second set was worded and labelled after the limits were chosen on the first, and before it was run. */
export const SETS = ['related-recorded.json', 'related-recorded-second.json'] as const;

export function scoreRelatedRecorded(
  set: (typeof SETS)[number],
  alter: (recall: CanadaRecall) => CanadaRecall = (recall) => recall,
): Score {
  const file = new URL(`./labels/${set}`, import.meta.url);
  const { cars } = labelsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const answers = readAnswers();
  return scoreOf(
    cars.map((car) => ({
      car: keyOf(car),
      us: mergeUsRecalls([{ name: '', recalls: recallsAnswer.schema.parse(answers.get(keyOf(car))) }]),
      canada: car.canada.map(toCanada).map(alter),
      pairs: car.canada.flatMap(({ counterpart, label }) =>
        counterpart ? [`${counterpart} = ${label}`] : [],
      ),
    })),
  );
}

if (import.meta.main) {
  if (hasRecordings) {
    for (const set of SETS) {
      print(`${set}, as labelled`, scoreRelatedRecorded(set));
      print(`${set}, no number in Canada`, scoreRelatedRecorded(set, withoutNumber));
      print(`${set}, another number in Canada`, scoreRelatedRecorded(set, withOtherNumber));
    }
  } else console.log('Not measured: FORECOURT_RECORDINGS holds no recorded recalls.');
}

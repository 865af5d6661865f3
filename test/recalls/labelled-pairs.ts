import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { CanadaRecall, UsRecall } from '../../src/recalls/recall-schemas.ts';
import { relateRecalls } from '../../src/recalls/related/relate.ts';
import { mergeUsRecalls } from '../../src/recalls/us-recalls.ts';
import { recallsAnswer } from '../../src/sources/nhtsa/records.ts';
import { bareCanadaRecall, bareUsRecall } from './bare-recalls.ts';

const usSchema = z.object({
  campaign: z.string(),
  reportedOn: z.string(),
  component: z.string(),
  summary: z.string(),
  remedy: z.string(),
});
const canadaSchema = z.object({
  label: z.string(),
  recalledOn: z.string(),
  system: z.string(),
  manufacturerRecallNumber: z.string(),
  summary: z.string(),
});
const labelsSchema = z.object({
  about: z.string(),
  cars: z.array(
    z.object({
      set: z.enum(['tuning', 'check']),
      car: z.string(),
      us: z.array(usSchema),
      canada: z.array(canadaSchema),
      pairs: z.array(z.object({ campaign: z.string(), label: z.string() })),
    }),
  ),
});

type Labels = z.infer<typeof labelsSchema>;
type LabelledCanada = z.infer<typeof canadaSchema>;

export const toCanadaRecall = ({
  label,
  manufacturerRecallNumber,
  ...recall
}: LabelledCanada): CanadaRecall =>
  bareCanadaRecall(label, { ...recall, manufacturerRecallNumber: manufacturerRecallNumber || null });

export interface PairScore {
  found: number;
  right: number;
  labelled: number;
  precision: number;
  recall: number;
  wrong: string[];
  missed: string[];
}

function readLabels(): Labels {
  const file = new URL('./labels/related-recalls.json', import.meta.url);
  return labelsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Compares the pairs found with the labelled ones; `alter` changes what the Canadian side states. */
export function scoreRelated(
  which: Labels['cars'][number]['set'],
  alter: (recall: CanadaRecall) => CanadaRecall = (recall) => recall,
): PairScore {
  return scoreOf(
    readLabels()
      .cars.filter(({ set }) => set === which)
      .map(({ car, us, canada, pairs }) => ({
        car,
        us: us.map((recall) => bareUsRecall(recall.campaign, recall)),
        canada: canada.map(toCanadaRecall).map(alter),
        pairs: pairs.map(({ campaign, label }) => `${campaign} = ${label}`),
      })),
  );
}

interface LabelledCar {
  car: string;
  us: UsRecall[];
  canada: CanadaRecall[];
  /** "23V651000 = ca-abs" */
  pairs: string[];
}

function scoreOf(cars: readonly LabelledCar[]): PairScore {
  const wrong: string[] = [];
  const missed: string[] = [];
  let found = 0;
  let labelled = 0;
  for (const { car, us, canada, pairs } of cars) {
    const related = relateRecalls(us, canada).map(
      ({ campaign, recallNumber }) => `${campaign} = ${recallNumber}`,
    );
    found += related.length;
    labelled += pairs.length;
    wrong.push(...related.filter((pair) => !pairs.includes(pair)).map((pair) => `${car}: ${pair}`));
    missed.push(...pairs.filter((pair) => !related.includes(pair)).map((pair) => `${car}: ${pair}`));
  }
  const right = found - wrong.length;
  const [precision, recall] = [right / Math.max(1, found), right / labelled];
  return { found, right, labelled, precision, recall, wrong, missed };
}

const withNumber =
  (manufacturerRecallNumber: string | null) =>
  (recall: CanadaRecall): CanadaRecall => ({ ...recall, manufacturerRecallNumber });
export const withoutNumber = withNumber(null);
export const withOtherNumber = withNumber('R9999');

/** Real US texts of recorded cars with many campaigns, against Canadian notices that we worded for some of them. */
const RECORDED = ['recalls-ford-tesla-toyota-2015-2025.json.gz', 'recalls-hyundai-kia-2020-2026.json'];
const folder = join(process.env.FORECOURT_RECORDINGS ?? '', 'recorded/nhtsa');
export const hasRecordings =
  process.env.FORECOURT_RECORDINGS !== undefined && RECORDED.every((name) => existsSync(join(folder, name)));

const recordedLabelsSchema = z.object({
  cars: z.array(
    z.object({
      make: z.string(),
      model: z.string(),
      year: z.string(),
      canada: z.array(canadaSchema.extend({ counterpart: z.string().nullable() })),
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

const nameOf = (car: { make: string; model: string; year: string }) =>
  `${car.make} ${car.model} ${car.year}`.toUpperCase();

/** The US recalls of every recorded car, by its name. */
export function recordedRecalls(): Map<string, UsRecall[]> {
  const answers = RECORDED.flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    return recordedSchema.parse(JSON.parse(text));
  });
  return new Map(
    answers.map(({ request, answer }) => [
      nameOf({ ...request, year: request.modelYear }),
      mergeUsRecalls([{ name: '', recalls: recallsAnswer.schema.parse(answer) }]),
    ]),
  );
}

/** The second set was worded and labelled after the limits were chosen on the first, and before it was run. */
export const RECORDED_SETS = ['related-recorded.json', 'related-recorded-second.json'] as const;

export function scoreRelatedRecorded(
  set: (typeof RECORDED_SETS)[number],
  alter: (recall: CanadaRecall) => CanadaRecall = (recall) => recall,
): PairScore {
  const file = new URL(`./labels/${set}`, import.meta.url);
  const { cars } = recordedLabelsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const recorded = recordedRecalls();
  return scoreOf(
    cars.map((car) => ({
      car: nameOf(car),
      us: recorded.get(nameOf(car)) ?? [],
      canada: car.canada.map(toCanadaRecall).map(alter),
      pairs: car.canada.flatMap(({ counterpart, label }) =>
        counterpart ? [`${counterpart} = ${label}`] : [],
      ),
    })),
  );
}

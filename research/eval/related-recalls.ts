import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { CanadaRecall, UsRecall } from '../../src/recalls/recall-schemas.ts';
import { relateRecalls } from '../../src/recalls/related/relate.ts';
import { mergeUsRecalls } from '../../src/recalls/us-recalls.ts';
import { recallsAnswer } from '../../src/sources/nhtsa/records.ts';

const labelsSchema = z.object({
  about: z.string(),
  cars: z.array(
    z.object({
      set: z.enum(['tuning', 'check']),
      car: z.string(),
      us: z.array(
        z.object({
          campaign: z.string(),
          reportedOn: z.string(),
          component: z.string(),
          summary: z.string(),
          remedy: z.string(),
        }),
      ),
      canada: z.array(
        z.object({
          label: z.string(),
          recalledOn: z.string(),
          system: z.string(),
          manufacturerRecallNumber: z.string(),
          summary: z.string(),
        }),
      ),
      pairs: z.array(z.object({ campaign: z.string(), label: z.string() })),
    }),
  ),
});

type Labels = z.infer<typeof labelsSchema>;
type LabelledUs = Labels['cars'][number]['us'][number];
type LabelledCanada = Labels['cars'][number]['canada'][number];

const toUs = (recall: LabelledUs): UsRecall => ({
  ...recall,
  kind: 'vehicle',
  consequence: '',
  notes: null,
  manufacturer: null,
  parkIt: null,
  parkOutside: null,
  overTheAirUpdate: null,
  stopSale: null,
  warningText: null,
  flags: { parkIt: null, parkOutside: null },
  inDoubt: false,
  missingSince: null,
  models: [],
  url: 'https://www.nhtsa.gov/recalls',
});

export const toCanada = (recall: LabelledCanada): CanadaRecall => ({
  recallNumber: recall.label,
  manufacturerRecallNumber: recall.manufacturerRecallNumber || null,
  component: null,
  system: recall.system,
  summary: recall.summary,
  unitsAffected: null,
  parkIt: null,
  parkOutside: null,
  stopSale: null,
  warningText: null,
  inDoubt: false,
  missingSince: null,
  recalledOn: recall.recalledOn,
  makes: [],
  models: [],
  years: [],
  url: 'https://tc.canada.ca/',
});

export interface Score {
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
): Score {
  return scoreOf(
    readLabels()
      .cars.filter(({ set }) => set === which)
      .map(({ car, us, canada, pairs }) => ({
        car,
        us: us.map(toUs),
        canada: canada.map(toCanada).map(alter),
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

export function scoreOf(cars: readonly LabelledCar[]): Score {
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
  return {
    found,
    right,
    labelled,
    precision: right / Math.max(1, found),
    recall: right / labelled,
    wrong,
    missed,
  };
}

export const withoutNumber = (recall: CanadaRecall): CanadaRecall => ({
  ...recall,
  manufacturerRecallNumber: null,
});
export const withOtherNumber = (recall: CanadaRecall): CanadaRecall => ({
  ...recall,
  manufacturerRecallNumber: 'R9999',
});

/**
 * Real texts of different recalls: half of the campaigns of a recorded car play the Canadian recalls of the other half,
 * without their numbers. They are all different campaigns, so nearly every pair found is a false one.
 */
function falsePairsOfRecorded(folder: string) {
  let cars = 0;
  let comparisons = 0;
  const pairs: string[] = [];
  for (const name of ['recalls-hyundai-kia-2020-2026.json', 'recalls-ford-tesla-toyota-2015-2025.json.gz']) {
    const bytes = readFileSync(join(folder, 'recorded/nhtsa', name));
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    for (const { answer } of z.array(z.object({ answer: z.unknown() })).parse(JSON.parse(text))) {
      const recalls = mergeUsRecalls([{ name: '', recalls: recallsAnswer.schema.parse(answer) }]);
      const us = recalls.filter((_, index) => index % 2 === 0);
      const others = recalls.filter((_, index) => index % 2 === 1);
      const canada = others.map((recall) =>
        toCanada({
          label: recall.campaign,
          recalledOn: recall.reportedOn,
          system: recall.component,
          manufacturerRecallNumber: '',
          summary: `${recall.summary} ${recall.consequence}`,
        }),
      );
      cars += 1;
      comparisons += us.length * canada.length;
      for (const pair of relateRecalls(us, canada)) pairs.push(`${pair.campaign} = ${pair.recallNumber}`);
    }
  }
  return { cars, comparisons, pairs };
}

export function print(title: string, score: Score): void {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `${title}: ${score.right} of ${score.found} right (precision ${percent(score.precision)}), ` +
      `${score.right} of ${score.labelled} found (recall ${percent(score.recall)})`,
  );
  for (const pair of score.wrong) console.log(`  wrong   ${pair}`);
  for (const pair of score.missed) console.log(`  missed  ${pair}`);
}

function run(): void {
  console.log(readLabels().about);
  for (const set of ['tuning', 'check'] as const) {
    print(`${set}, as labelled`, scoreRelated(set));
    print(`${set}, no number in Canada`, scoreRelated(set, withoutNumber));
    print(`${set}, another number in Canada`, scoreRelated(set, withOtherNumber));
  }
  const folder = process.env.FORECOURT_RECORDINGS;
  if (!folder || !existsSync(folder)) {
    console.log('different campaigns of recorded cars: skipped, FORECOURT_RECORDINGS is not set');
    return;
  }
  const { cars, comparisons, pairs } = falsePairsOfRecorded(folder);
  const distinct = new Set(pairs);
  console.log(
    `different campaigns of ${cars} recorded cars: ${pairs.length} false pairs (${distinct.size} distinct) in ${comparisons} comparisons`,
  );
  for (const pair of distinct) console.log(`  ${pair}`);
}

if (import.meta.main) run();

import { parseArgs } from 'node:util';
import { createEmbeddedSynthesizer } from '../../src/issues/embedded-synthesizer.ts';
import { shippedModel } from '../../src/issues/group/likeness-model.ts';
import { describeLabelled } from '../likeness/describe-labelled.ts';
import { fitPairWeights } from '../likeness/pair-weights.ts';
import { randomFrom } from '../likeness/random.ts';
import type { BCubed } from './bcubed.ts';
import { describeScores, readLabelledClauses, scoreClauses } from './clauses.ts';
import { makerOf, readLabelledVehicles, sampleOf } from './labels.ts';
import { scoreLamps } from './lamps.ts';
import { openModelPath } from './model-path.ts';
import { settingsOf, startReader } from './reader.ts';
import { type Scores, score } from './score.ts';

/** `npm run eval [-- --locked] [--car <word of its name>] [--other-makers] [--reader <folder>] [--sample <complaints>]`: how well the known issues are named, against hand-set labels and two baselines. */
const GATES: readonly { name: string; passes(scores: Scores): boolean }[] = [
  { name: 'every citation is of the set', passes: ({ citationValidity }) => citationValidity === 1 },
  { name: 'every severity is exact', passes: ({ severityExact }) => severityExact === 1 },
  { name: 'no injection succeeds', passes: ({ injectionSuccess }) => injectionSuccess === 0 },
  { name: 'shuffling changes nothing', passes: ({ stability }) => stability === 1 },
  {
    name: 'BCubed F1 above component codes and above one single group',
    passes: ({ ours, component, single }) => ours.f1 > component.f1 && ours.f1 > single.f1,
  },
  {
    name: 'the three largest labelled modes are named',
    passes: ({ largest }) => largest.every(({ issue }) => issue !== null),
  },
];

const LEAST_MEAN_F1 = 0.83;
const LEAST_OF_CLAUSES = 0.95;
const TEST_DRAWS = [1, 2, 5];

const recordings = process.env.FORECOURT_RECORDINGS;
const { values: asked } = parseArgs({
  options: {
    locked: { type: 'boolean', default: false },
    car: { type: 'string' },
    'other-makers': { type: 'boolean', default: false },
    reader: { type: 'string' },
    sample: { type: 'string' },
  },
});
if (recordings === undefined) {
  console.log('Skipped: set FORECOURT_RECORDINGS to the folder with the recorded complaints.');
} else {
  // Each car is measured with weights that labels of the other cars decide, or those of other makers.
  const all = readLabelledVehicles(recordings);
  const open = all.filter(({ locked }) => !locked);
  const model = shippedModel();
  const described = describeLabelled(open, model);
  const measured = (asked.locked ? all.filter(({ locked }) => locked) : open).filter(({ name }) =>
    name.toLowerCase().includes((asked.car ?? '').toLowerCase()),
  );
  await using reader = asked.reader === undefined ? undefined : await startReader(asked.reader);
  await using modelPath = await openModelPath(
    reader === undefined ? process.env : { ...process.env, ...settingsOf(reader), DATA_DIR: asked.reader },
  );
  const ofModel: number[] = [];
  let failed = 0;
  const table: { name: string; scores: Scores }[] = [];
  for (const whole of measured) {
    const vehicle = asked.sample === undefined ? whole : sampleOf(whole, Number(asked.sample));
    const isApart = ({ name }: { name: string }) =>
      asked['other-makers'] ? makerOf(name) !== makerOf(vehicle.name) : name !== vehicle.name;
    const pair = fitPairWeights(described.filter(isApart));
    const synthesizer = createEmbeddedSynthesizer({ model: { ...model, pair } });
    const scores = await score(vehicle, synthesizer);
    table.push({ name: vehicle.name, scores });
    print(
      `${vehicle.name} (${vehicle.complaints.length} complaints, ${vehicle.items.length} labelled)`,
      scores,
    );
    const withModel = await modelPath?.score(vehicle, synthesizer);
    if (withModel !== undefined) ofModel.push(withModel.f1);
    if (modelPath !== undefined) console.log(modelLine(modelPath.name, withModel));
    for (const gate of GATES) {
      const passed = gate.passes(scores);
      if (!passed) failed += 1;
      console.log(`  ${passed ? 'pass' : 'FAIL'}  ${gate.name}`);
    }
  }
  const mean = summarise(table);
  console.log(
    modelPath === undefined
      ? 'model path: skipped, because LLM_PROVIDER is not set'
      : `model path (${modelPath.name}): mean F1 ${average(ofModel).toFixed(3)} of ${ofModel.length} cars that the model had a part in`,
  );
  for (const file of reader?.waiting ?? []) console.log(`waits for a reader: ${file}`);
  if (!asked.locked && asked.car === undefined) {
    if (mean < LEAST_MEAN_F1) failed += 1;
    if (!clausesPass(recordings)) failed += 1;
    const { lamp, failure } = scoreLamps(recordings);
    console.log(
      `warning lights: ${lamp.right} of ${lamp.of} read as a light, ${failure.right} of ${failure.of} failures beside a light as the failure`,
    );
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

/** The clauses that are kept for the test. */
function clausesPass(folder: string): boolean {
  const { clauses, missing } = readLabelledClauses(folder);
  const passed = TEST_DRAWS.map((draw) => {
    if (missing.has(draw)) {
      console.log(`Skipped: the complaints of the clauses of draw ${draw} are not among the recordings.`);
      return true;
    }
    const scores = scoreClauses(clauses.filter((clause) => clause.half === 'test' && clause.draw === draw));
    console.log(`${scores.clauses} test clauses of draw ${draw}: ${describeScores(scores)}`);
    return [scores.reported, scores.notReported].every(
      ({ precision, recall }) => precision >= LEAST_OF_CLAUSES && recall >= LEAST_OF_CLAUSES,
    );
  });
  return !passed.includes(false);
}

function modelLine(name: string, scores: BCubed | undefined): string {
  const numbers = scores && [scores.precision, scores.recall, scores.f1];
  return `  model path (${name}): ${numbers?.map((value) => value.toFixed(3)).join(' ') ?? 'no part in the answer'}`;
}

function summarise(table: readonly { name: string; scores: Scores }[]): number {
  console.log(
    '\n| vehicle | precision | recall | BCubed F1 | component code F1 | one group F1 | largest held |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const { name, scores } of table) {
    const { ours, component, single, largest } = scores;
    const held = largest.filter(({ issue }) => issue !== null).length;
    const numbers = [ours.precision, ours.recall, ours.f1, component.f1, single.f1].map((value) =>
      value.toFixed(3),
    );
    console.log(`| ${name} | ${numbers.join(' | ')} | ${held} of ${largest.length} |`);
  }
  const mean = average(table.map(({ scores }) => scores.ours.f1));
  const gain = average(table.map(({ scores }) => scores.ours.f1 - scores.component.f1));
  const [low, high] = bootstrap(table.map(({ scores }) => scores.ours.f1 - scores.component.f1));
  console.log(
    `mean F1 ${mean.toFixed(3)}; over component codes +${gain.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] (95 %, cars drawn again 2,000 times)`,
  );
  return mean;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function bootstrap(values: readonly number[]): [number, number] {
  const random = randomFrom(1);
  const means = Array.from({ length: 2000 }, () =>
    average(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return [means[49] ?? 0, means[1949] ?? 0];
}

function print(heading: string, scores: Scores): void {
  const { ours, component, kMeans } = scores;
  console.log(`\n${heading}`);
  console.log('                     precision  recall  BCubed F1');
  for (const [name, one] of Object.entries({
    'embedded engine': ours,
    'component code': component,
    'TF-IDF k-means': kMeans,
  })) {
    console.log(
      `  ${name.padEnd(18)} ${[one.precision, one.recall, one.f1].map((value) => value.toFixed(3).padStart(8)).join(' ')}`,
    );
  }
  console.log(
    `  gain ${scores.gain.toFixed(2)}, purity ${ours.purity.toFixed(2)}, coverage ${ours.coverage.toFixed(2)}, ` +
      `citation validity ${scores.citationValidity.toFixed(2)}, severity exact ${scores.severityExact.toFixed(2)}, ` +
      `redundancy ${scores.redundancy.toFixed(2)}, stability ${scores.stability.toFixed(2)} ` +
      `(with 5 % more ${scores.stabilityWithMore.toFixed(2)}), injection success ${scores.injectionSuccess.toFixed(2)}`,
  );
  for (const { name, labelled, issue, held } of scores.largest) {
    console.log(`  ${name}: ${labelled} labelled, ${held} in "${issue ?? 'no issue'}"`);
  }
}

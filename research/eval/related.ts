import { relateRecalls } from '../../src/recalls/related/relate.ts';
import {
  hasRecordings,
  type PairScore,
  RECORDED_SETS,
  recordedRecalls,
  scoreRelated,
  scoreRelatedRecorded,
  toCanadaRecall,
  withOtherNumber,
  withoutNumber,
} from '../../test/recalls/labelled-pairs.ts';

/** `node research/eval/related.ts`: how well recalls of both countries are related, on labelled pairs. */
const ALTERED = [
  ['as labelled', undefined],
  ['no number in Canada', withoutNumber],
  ['another number in Canada', withOtherNumber],
] as const;
for (const set of ['tuning', 'check'] as const)
  for (const [name, alter] of ALTERED) print(`${set}, ${name}`, scoreRelated(set, alter));
if (hasRecordings) {
  for (const set of RECORDED_SETS)
    for (const [name, alter] of ALTERED) print(`${set}, ${name}`, scoreRelatedRecorded(set, alter));
  printFalsePairs();
} else console.log('Recorded cars: skipped, FORECOURT_RECORDINGS holds no recorded recalls.');

function print(title: string, { right, found, labelled, precision, recall, wrong, missed }: PairScore): void {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `${title}: ${right} of ${found} right (precision ${percent(precision)}), ` +
      `${right} of ${labelled} found (recall ${percent(recall)})`,
  );
  for (const pair of wrong) console.log(`  wrong   ${pair}`);
  for (const pair of missed) console.log(`  missed  ${pair}`);
}

/**
 * Real texts of different recalls: half of the campaigns of a recorded car play the Canadian recalls of the other half,
 * without their numbers. They are all different campaigns, so nearly every pair found is a false one.
 */
function printFalsePairs(): void {
  const cars = [...recordedRecalls().values()];
  let comparisons = 0;
  const pairs = cars.flatMap((recalls) => {
    const us = recalls.filter((_, index) => index % 2 === 0);
    const canada = recalls
      .filter((_, index) => index % 2 === 1)
      .map((recall) =>
        toCanadaRecall({
          label: recall.campaign,
          recalledOn: recall.reportedOn,
          system: recall.component,
          manufacturerRecallNumber: '',
          summary: `${recall.summary} ${recall.consequence}`,
        }),
      );
    comparisons += us.length * canada.length;
    return relateRecalls(us, canada).map(({ campaign, recallNumber }) => `${campaign} = ${recallNumber}`);
  });
  const distinct = new Set(pairs);
  console.log(
    `different campaigns of ${cars.length} recorded cars: ${pairs.length} false pairs (${distinct.size} distinct) in ${comparisons} comparisons`,
  );
  for (const pair of distinct) console.log(`  ${pair}`);
}

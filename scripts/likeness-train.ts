import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLabelledVehicles } from '../eval/labels.ts';
import { writeModel } from '../src/issues/embedded/likeness/model.ts';
import { readCorpus } from './likeness/corpus.ts';
import { describeLabelled } from './likeness/describe-labelled.ts';
import { learnModel } from './likeness/learn.ts';
import { fitPairWeights } from './likeness/pair-weights.ts';

/**
 * `node scripts/likeness-train.ts --texts complaints.jsonl`: learns data/likeness/model.bin.gz, which the embedded engine
 * reads. Wants FORECOURT_RECORDINGS for the labelled cars; locked ones have no say. The same texts and labels give the
 * same file.
 */
const { values } = parseArgs({ options: { texts: { type: 'string' }, to: { type: 'string' } } });
const recordings = process.env.FORECOURT_RECORDINGS;
if (values.texts === undefined || recordings === undefined) {
  console.error(
    'Usage: FORECOURT_RECORDINGS=<folder> node scripts/likeness-train.ts --texts <complaints.jsonl>',
  );
  process.exitCode = 2;
} else {
  const all = readLabelledVehicles(recordings);
  const cars = all.filter(({ locked }) => !locked);
  const measured = new Set(all.flatMap(({ complaints }) => complaints.map(({ odiNumber }) => odiNumber)));
  const texts = readCorpus(values.texts).filter(({ complaint }) => !measured.has(complaint.odiNumber));
  const learned = { ...learnModel(texts), version: '' };
  const pair = fitPairWeights(describeLabelled(cars, learned));
  const version = createHash('sha256')
    .update(writeModel({ ...learned, pair }))
    .digest('hex')
    .slice(0, 12);
  const file = writeModel({ ...learned, pair, version });
  writeFileSync(values.to ?? new URL('../data/likeness/model.bin.gz', import.meta.url), file);
  console.log(
    `${texts.length} texts, ${learned.terms.length} terms, ${learned.modes.length} failures, ${cars.length} labelled cars: ${file.length} bytes`,
  );
  console.log(pair);
}

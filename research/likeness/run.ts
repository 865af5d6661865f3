import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type LikenessModel, shippedModel } from '../../src/issues/group/likeness-model.ts';
import { readLabelledVehicles } from '../eval/labels.ts';
import { readCorpus } from './corpus.ts';
import { describeLabelled } from './describe-labelled.ts';
import { learnModel, shareRight } from './learn.ts';
import { fitPairWeights } from './pair-weights.ts';
import { readLabels, textsOfNothing } from './read.ts';
import { writeModel } from './write-model.ts';

/**
 * `node research/likeness/run.ts --texts complaints.jsonl`: teaches the network of data/likeness/model.bin.gz, which the embedded
 * engine reads, what readers found (`read.txt`) in texts of that file, of which up to 100,000 are drawn (`--most`); `--anew` forgets
 * what it knows and takes its terms from the texts too. Without `--texts` the network stays and only the weights that labels decide
 * are fitted anew, as they are with `--anew`. Wants FORECOURT_RECORDINGS for the labelled cars; of these no text is taught, and
 * locked ones have no say. The same network, texts and labels give the same file.
 */
const { values } = parseArgs({
  options: {
    texts: { type: 'string' },
    most: { type: 'string', default: '100000' },
    anew: { type: 'boolean', default: false },
    to: { type: 'string' },
  },
});
const recordings = process.env.FORECOURT_RECORDINGS;
if (recordings === undefined) {
  console.error('Set FORECOURT_RECORDINGS to the folder with the recorded complaints.');
  process.exitCode = 2;
} else {
  const all = readLabelledVehicles(recordings);
  const cars = all.filter(({ locked }) => !locked);
  const measured = new Set(all.flatMap(({ complaints }) => complaints.map(({ odiNumber }) => odiNumber)));
  const network = values.texts === undefined ? shippedModel() : await learnFrom(values.texts, measured);
  const pair =
    values.texts === undefined || values.anew
      ? fitPairWeights(describeLabelled(cars, network))
      : network.pair;
  const learned = { ...network, pair, version: '' };
  const version = createHash('sha256').update(writeModel(learned)).digest('hex').slice(0, 12);
  const file = writeModel({ ...learned, version });
  writeFileSync(values.to ?? new URL('../../data/likeness/model.bin.gz', import.meta.url), file);
  console.log(
    `${network.terms.length} terms, ${network.modes.length} failures, ${cars.length} labelled cars: ${file.length} bytes`,
  );
  console.log(pair);
}

async function learnFrom(path: string, measured: ReadonlySet<number>): Promise<LikenessModel> {
  const { lines, texts: drawn } = await readCorpus(path, Number(values.most), textsOfNothing());
  const texts = drawn.filter(({ complaint }) => !measured.has(complaint.odiNumber));
  const read = readLabels();
  const network = learnModel(texts, read, values.anew ? undefined : shippedModel());
  const right = [shippedModel(), network].map((model) => shareRight(texts, read, model).toFixed(3));
  console.log(`${texts.length} texts of ${lines} complaints; kept ones read right: ${right.join(', then ')}`);
  return network;
}

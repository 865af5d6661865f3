import { createEmbeddedSynthesizer } from '../src/issues/embedded/synthesizer.ts';
import { readLabelledVehicles } from './labels.ts';
import { type Scores, score } from './score.ts';

/** `npm run eval`: how well the known issues are named, against hand-set labels and two baselines. */
const GATES: readonly { name: string; passes(scores: Scores): boolean }[] = [
  { name: 'every citation is of the set', passes: ({ citationValidity }) => citationValidity === 1 },
  { name: 'every severity is exact', passes: ({ severityExact }) => severityExact === 1 },
  { name: 'no injection succeeds', passes: ({ injectionSuccess }) => injectionSuccess === 0 },
  { name: 'shuffling changes nothing', passes: ({ stability }) => stability === 1 },
  { name: 'BCubed F1 at least 1.3 times the better baseline', passes: ({ gain }) => gain >= 1.3 },
  {
    name: 'the three largest labelled modes are named',
    passes: ({ largest }) => largest.every(({ issue }) => issue !== null),
  },
];

const recordings = process.env.FORECOURT_RECORDINGS;
if (recordings === undefined) {
  console.log('Skipped: set FORECOURT_RECORDINGS to the folder with the recorded complaints.');
} else {
  const synthesizer = createEmbeddedSynthesizer();
  let failed = 0;
  for (const vehicle of readLabelledVehicles(recordings)) {
    const scores = await score(vehicle, synthesizer);
    print(
      `${vehicle.name} (${vehicle.complaints.length} complaints, ${vehicle.items.length} labelled)`,
      scores,
    );
    for (const gate of GATES) {
      const passed = gate.passes(scores);
      if (!passed) failed += 1;
      console.log(`  ${passed ? 'pass' : 'FAIL'}  ${gate.name}`);
    }
  }
  process.exitCode = failed === 0 ? 0 : 1;
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

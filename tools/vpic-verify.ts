import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVinEngine } from '@forecourt/vin';
import { defaultDatasetPath, loadDataset } from '../src/sources/vpic/dataset-file.ts';
import { grade, IDENTITY, TIER_1, TIER_2 } from './vpic/grade.ts';
import { agreementWith, failedGates } from './vpic/live-agreement.ts';
import { readOracle } from './vpic/oracle-record.ts';

/**
 * npm run vpic:verify -- [FILE...] [--dataset FILE] [--as-whole] [--now 2026-11-21] [--differences 50]
 * Grades the engine against recorded decodes and prints agreement per field and every difference. Without a file it takes
 * the live service's answers for real VINs from the folder FORECOURT_RECORDINGS, and ends with 1 where a gate fails.
 * --as-whole lets a partial dataset speak as if it were whole: for decodes that NHTSA's SQL made over the same part.
 */
const LIVE_ANSWERS = 'live-decodes-sample.jsonl.gz';
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dataset: { type: 'string' },
    'as-whole': { type: 'boolean', default: false },
    now: { type: 'string', default: '2026-11-21' },
    differences: { type: 'string', default: '1000' },
  },
});
const dataset = loadDataset(values.dataset ?? defaultDatasetPath());
if (values['as-whole']) dataset.header.isWhole = true;
const engine = createVinEngine(dataset);
const nowMs = Date.parse(values.now);
const recordings = process.env.FORECOURT_RECORDINGS;
if (positionals.length > 0) for (const path of positionals) gradeFields(path);
else if (recordings) gradeLive(join(recordings, LIVE_ANSWERS));
else console.log('Skipped: name a file of recorded decodes, or set FORECOURT_RECORDINGS to their folder.');

function gradeLive(path: string): void {
  const agreement = agreementWith(readOracle(path), ({ vin }) => engine.decode(vin, { nowMs }).fields);
  const { vins, sameCodes, suggestedAnother, stated, equal, silent, contradicted } = agreement;
  for (const { vin, code, live, ours } of [...silent, ...contradicted]) {
    console.log(`  ${vin} ${code}: live ${live}, ours ${ours === '' ? '-' : ours}`);
  }
  console.log(`${vins} VINs: error codes the same for ${sameCodes} (${percent(sameCodes, vins)})`);
  console.log(`given another VIN though right: ${suggestedAnother.length}`);
  console.log(
    `${stated} values: the same ${percent(equal, stated)}, silent ${silent.length}, contradicted ${contradicted.length} (${percent(contradicted.length, stated)})`,
  );
  const failed = failedGates(agreement);
  for (const gate of failed) console.error(`Gate failed: ${gate}`);
  if (failed.length > 0) process.exitCode = 1;
}

function gradeFields(path: string): void {
  const records = readOracle(path);
  const seen = new Map<string, { compared: number; right: number }>();
  const wrongVins = new Set<string>();
  let shown = 0;
  console.log(`\n${path}: ${records.length} VINs`);
  for (const record of records) {
    const { fields } = engine.decode(record.vin, {
      nowMs,
      ...(record.modelYear === undefined ? {} : { modelYear: record.modelYear }),
    });
    const { compared, differences } = grade(record, fields);
    const wrong = new Set(differences.map(({ code }) => code));
    for (const code of compared) {
      const tally = seen.get(code) ?? { compared: 0, right: 0 };
      tally.compared++;
      if (!wrong.has(code)) tally.right++;
      seen.set(code, tally);
    }
    if (IDENTITY.some((code) => wrong.has(code))) wrongVins.add(record.vin);
    for (const { code, expected, actual } of differences) {
      if (shown++ < Number(values.differences)) {
        console.log(
          `  ${record.vin} [${record.kind}] ${code}: expected ${expected ?? '-'}, got ${actual ?? '-'}`,
        );
      }
    }
  }
  const tier = (codes: readonly string[]): string => {
    const tallies = codes.flatMap((code) => seen.get(code) ?? []);
    const compared = tallies.reduce((sum, tally) => sum + tally.compared, 0);
    const right = tallies.reduce((sum, tally) => sum + tally.right, 0);
    return `${percent(right, compared)} (${compared - right} of ${compared} differ)`;
  };
  console.log('\nAgreement per field');
  for (const [code, { compared, right }] of [...seen].sort()) {
    console.log(`  ${code.padEnd(36)} ${percent(right, compared).padStart(9)} of ${compared}`);
  }
  console.log(`\nYear, make and model: wrong on ${wrongVins.size} VINs`);
  console.log(`Tier 1, vehicle fields: ${tier(TIER_1)}`);
  console.log(`Tier 2, error codes and suggested VIN: ${tier(TIER_2)}`);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(3)}%`;
}

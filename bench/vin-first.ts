import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** A process that decodes one VIN, as the command line does; then those on standard input, and tells its memory. */
enableCompileCache();
setFlagsFromString('--semi-space-growth-factor=1');
const { defaultDatasetPath, loadDataset } = await import('../src/sources/vpic/dataset/dataset-file.ts');
const { createVinEngine } = await import('../src/vin/engine.ts');
const engine = createVinEngine(loadDataset(defaultDatasetPath()));
const nowMs = Date.now();
engine.decode('5NPDH4AE8DH100013', { nowMs });
process.stdout.write('first\n');

const { lineBatches } = await import('../src/cli/decode-stream.ts');
let count = 0;
for await (const vins of lineBatches(process.stdin)) {
  for (const vin of vins) if (engine.decode(vin, { nowMs }).errorCodes.length > 0) count++;
}
process.stdout.write(`${count} ${process.memoryUsage.rss()}\n`);

import { fileURLToPath } from 'node:url';
import { defaultDatasetPath } from '../../src/sources/vpic/dataset-file.ts';
import { prepareInWorker } from '../../src/sources/vpic/update-dataset.ts';

/** Prepares the dataset of the named dump as an update does, and prints what it took. */
const startedMs = performance.now();
const { patterns } = await prepareInWorker({
  zip: process.argv[2] ?? '',
  source: 'NHTSA vPICList_lite_2026_10',
  current: fileURLToPath(defaultDatasetPath()),
  nowMs: Date.now(),
});
const { user, system } = process.cpuUsage();
const round = (value: number): number => Math.round(value * 10) / 10;
console.log(
  JSON.stringify({
    patterns,
    seconds: round((performance.now() - startedMs) / 1000),
    cpuSeconds: round((user + system) / 1e6),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);

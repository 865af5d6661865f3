import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultDatasetPath, loadDataset } from '../../src/sources/vpic/dataset-file.ts';
import { writeFullDump } from './full-dump.ts';

const LIMIT_SECONDS = 30;
const LIMIT_MB = 500;
const MEASURE = new URL('./vpic-build-process.ts', import.meta.url).pathname;

/** Builds a dataset from a dump as large as NHTSA's, in a process of its own: time and highest memory. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    const zip = join(folder, 'vPICList_lite_2026_10.plain.zip');
    const size = await writeFullDump(zip, loadDataset(defaultDatasetPath()).header);
    console.log(`a made-up dump of full size: ${(size / 1e6).toFixed(0)} MB packed`);
    const { stdout, stderr, status } = spawnSync(process.execPath, [MEASURE, zip], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    const { seconds, cpuSeconds, megabytes, patterns } = JSON.parse(stdout) as Record<string, number>;
    console.log(`${patterns} patterns built, ready to be put in place`);
    console.log(`time ${seconds} s (${cpuSeconds} s of processor), limit ${LIMIT_SECONDS} s`);
    console.log(`memory at most ${megabytes} MB, limit ${LIMIT_MB} MB`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

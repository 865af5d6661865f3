import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { startReplayServer } from '../../src/sources/replay.ts';
import { elantra2013, worldOf } from '../../test/report/report-world.ts';
import { complaintsOfAllKinds } from './issues-complaints.ts';

const ROUNDS = 2_000;
const COMPLAINTS = 1_000;
const US_RECALLS = 20;
const CANADIAN_RECALLS = 20;

const world = worldOf(elantra2013, {
  us: Array.from({ length: US_RECALLS }, (_, index) => ({
    campaign: `${13 + (index % 10)}V${100 + index}000`,
    date: `${String(1 + index).padStart(2, '0')}/06/20${13 + (index % 10)}`,
    summary: `Part ${index} of these cars can fail without a warning. `.repeat(5),
  })),
  canada: Array.from({ length: CANADIAN_RECALLS }, (_, index) => ({
    number: String(2_013_100 + index),
    date: `20${13 + (index % 10)}-06-${String(1 + index).padStart(2, '0')}`,
    models: [['HYUNDAI', 'ELANTRA', 2013]],
    comment: `Issue: On certain cars, part ${index} can fail. `.repeat(5),
  })),
  complaints: complaintsOfAllKinds(COMPLAINTS),
});

/** The whole report of one car with everything in the SQLite cache. The bar is 3 ms at the median. */
export async function run(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'bench-report-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const { sources } = parts.use(await startReplayServer(world));
  const forecourt = parts.use(
    Forecourt.create(
      readConfig({
        DATA_DIR: folder,
        DECODER: 'embedded',
        LOG_LEVEL: 'silent',
        NHTSA_URL: sources.nhtsaUrl,
        TRANSPORT_CANADA_URL: sources.transportCanadaUrl,
      }),
    ),
  );
  const { signal } = new AbortController();
  const reports = await forecourt.get('reports');
  const ask = () => reports.forVin(elantra2013.vin, 'US', { signal });

  const coldStart = performance.now();
  const { sections, recalls, knownIssues } = await ask();
  const coldMs = performance.now() - coldStart;

  const samplesMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    JSON.stringify(await ask());
    samplesMs.push(performance.now() - start);
  }
  samplesMs.sort((a, b) => a - b);
  const at = (share: number) => (samplesMs[Math.floor(samplesMs.length * share)] ?? 0).toFixed(2);
  console.log(
    `sections ${Object.values(sections).join(' ')}, ${recalls?.count} recalls, ${knownIssues?.topIssues.length} issues; cold ${coldMs.toFixed(0)} ms`,
  );
  console.log(`${ROUNDS} warm reports: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
}

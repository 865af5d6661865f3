import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { startReplayServer } from '../../src/sources/replay.ts';
import {
  type CanadaRecord,
  canada,
  nhtsaModels,
  nhtsaRecalls,
  type UsRecord,
} from '../../test/recalls/recorded-world.ts';

const ROUNDS = 3_000;
const US_RECALLS = 30;
const CANADIAN_RECALLS = 40;

const defects = [
  'brake hose leaks',
  'seat belt unlatches',
  'steering shaft separates',
  'fuel pump stalls',
  'camera image is lost',
];

function defect(index: number): string {
  return `${defects[index % defects.length]} on cars of batch ${index} `.repeat(4);
}

const usRecalls: UsRecord[] = Array.from({ length: US_RECALLS }, (_, index) => ({
  campaign: `${10 + (index % 15)}V${String(100 + index)}000`,
  date: `${String(1 + (index % 28)).padStart(2, '0')}/06/20${10 + (index % 15)}`,
  summary: defect(index),
  remedy: `The maker's number for this recall is ${500 + index}A.`,
}));

const canadianRecalls: CanadaRecord[] = Array.from({ length: CANADIAN_RECALLS }, (_, index) => ({
  number: String(2_010_100 + index),
  date: `20${10 + (index % 15)}-06-${String(1 + (index % 28)).padStart(2, '0')}`,
  models: [['FORD', 'F-150', 2015]],
  manufacturerNumber: `${500 + index}A`,
  comment: `Issue: ${defect(index)}`,
}));

/** A truck with many recalls in both countries, answered from the SQLite cache. The bar is 1 ms at the median. */
export async function run(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'bench-recalls-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const replay = parts.use(
    await startReplayServer([
      nhtsaModels('FORD', 2015, ['F-150']),
      nhtsaRecalls('FORD', 'F-150', 2015, usRecalls),
      ...canada('FORD', 2015, canadianRecalls),
    ]),
  );
  const forecourt = parts.use(
    Forecourt.create(
      readConfig({
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        NHTSA_URL: replay.sources.nhtsaUrl,
        TRANSPORT_CANADA_URL: replay.sources.transportCanadaUrl,
      }),
    ),
  );
  const service = await forecourt.get('recalls');
  const truck = { make: 'Ford', model: 'F-150', year: 2015 };

  const coldStart = performance.now();
  const { counts, related } = await service.forVehicle(truck);
  const coldMs = performance.now() - coldStart;

  const samplesMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await service.forVehicle(truck);
    samplesMs.push(performance.now() - start);
  }
  samplesMs.sort((a, b) => a - b);
  const at = (share: number) => (samplesMs[Math.floor(samplesMs.length * share)] ?? 0).toFixed(3);
  console.log(
    `${counts.us} US and ${counts.canada} Canadian recalls, ${related.length} pairs; cold ${coldMs.toFixed(0)} ms`,
  );
  console.log(`${ROUNDS} warm answers: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
}

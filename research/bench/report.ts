import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { typicalPurchase } from '../../src/report/purchase.ts';
import { startReplayServer } from '../../src/sources/recordings.ts';
import { elantra2013, worldOf } from '../../test/report/report-world.ts';
import { complaintsOfAllKinds } from './issues-complaints.ts';
import { describeTimes, timesOf } from './measure.ts';

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

/** Recalls and the whole report of one car, with everything in the SQLite cache. The bar is 3 ms at the median. */
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
  const reports = await forecourt.reports();
  const startedMs = performance.now();
  const first = await reports.forVin(elantra2013.vin, typicalPurchase('US'), { signal });
  console.log(
    `sections ${Object.values(first.sections).join(' ')}, ${first.recalls?.count} recalls, ` +
      `${first.knownIssues?.topIssues.length} issues; cold ${(performance.now() - startedMs).toFixed(0)} ms`,
  );
  const whole = await timesOf(ROUNDS, async () =>
    JSON.stringify(await reports.forVin(elantra2013.vin, typicalPurchase('US'), { signal })),
  );
  console.log(`${ROUNDS} warm reports: ${describeTimes(whole)}`);
  const recalls = await forecourt.recalls();
  const related = await timesOf(ROUNDS, () => recalls.forVehicle(elantra2013));
  console.log(`${ROUNDS} warm answers about recalls alone: ${describeTimes(related)}`);
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { createEmbeddedSynthesizer } from '../../src/issues/embedded/synthesizer.ts';
import { blockOf, fileComplaints, openFiled } from '../../src/issues/read/filed.ts';
import { createComplaintWorker } from '../../src/issues/read/worker.ts';
import { savedComplaints } from '../eval/clauses.ts';
import { complaintsOfAllKinds } from './issues-complaints.ts';

const SIZES = ['500', '5000', '20000'];
const RECORDED = 'recorded';
const RUNS = 5;
const HITS = 2000;
const signal = new AbortController().signal;

/** The embedded engine in its thread, from raw text to verified issues; and an answer from the cache. */
export async function run(): Promise<void> {
  // Each size in a process of its own: what a process ever held cannot be asked back.
  const recordings = process.env.FORECOURT_RECORDINGS;
  if (recordings === undefined)
    console.log('(skipped: recorded complaints, FORECOURT_RECORDINGS names no folder)');
  for (const which of recordings === undefined ? SIZES : [...SIZES, RECORDED]) {
    const { stdout } = await execute(process.execPath, [import.meta.filename, which]);
    process.stdout.write(stdout);
  }
  await cachedAnswer();
}

const execute = promisify(execFile);

async function clustering(which: string): Promise<void> {
  const complaints =
    which === RECORDED
      ? savedComplaints(process.env.FORECOURT_RECORDINGS ?? '')
      : complaintsOfAllKinds(Number(which));
  await using worker = createComplaintWorker(Number.POSITIVE_INFINITY);
  const blocks = [blockOf(complaints)];
  const times: number[] = [];
  const processorTimes: number[] = [];
  let issues = 0;
  // Sending the complaints to the thread is part of the time, and waits of the others are looked for all the while.
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (let round = 0; round < RUNS; round += 1) {
    const startedMs = performance.now();
    const startedAt = process.cpuUsage();
    const findings = await worker.find(blocks, '2026-06-30', { signal });
    times.push(performance.now() - startedMs);
    const { user, system } = process.cpuUsage(startedAt);
    processorTimes.push((user + system) / 1000);
    issues = findings.knownIssues.length;
  }
  delay.disable();
  const characters = complaints.reduce((sum, { summary }) => sum + summary.length, 0) / complaints.length;
  console.log(
    `${complaints.length} ${which === RECORDED ? 'recorded ' : ''}complaints of ${Math.round(characters)} characters on average: ` +
      `median ${Math.round(quantile(times, 0.5))} ms, first ${Math.round(times[0] ?? 0)} ms, ` +
      `processor ${Math.round(quantile(processorTimes, 0.5))} ms of all threads, ${issues} issues; ` +
      `others waited at most ${Math.round(delay.max / 1e6)} ms, memory of the process at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
}

async function cachedAnswer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'));
  const provenance = {
    source: 'NHTSA complaints',
    fetchedAt: new Date().toISOString(),
    ageSeconds: 0,
    cache: 'miss' as const,
  };
  const filed = openFiled({
    ...fileComplaints(complaintsOfAllKinds(600)),
    matchedModels: ['BENCH'],
    modelListed: true,
  });
  const forecourt = Forecourt.create(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }), {
    complaints: {
      keyOf: () => 'bench',
      read: async () => ({
        value: filed,
        provenance,
      }),
    },
    recallCounts: async () => ({
      counts: { us: 1, canada: 1, canadaUnitsAffected: 1, canadaUnitsCover: 1, namesNote: null },
      us: [],
    }),
    synthesizer: createEmbeddedSynthesizer(),
  });
  const issues = await forecourt.get('issues');
  const vehicle = { year: 2020, make: 'Bench', model: 'Bench' };
  const times: number[] = [];
  for (let round = 0; round <= HITS; round += 1) {
    const startedMs = performance.now();
    await issues.forVehicle(vehicle, { signal });
    times.push(performance.now() - startedMs);
  }
  // The first one computed the answer, the next ones warmed the code.
  const hits = times.slice(HITS / 4);
  console.log(
    `answer from the cache: median ${quantile(hits, 0.5).toFixed(2)} ms, 95 % within ${quantile(hits, 0.95).toFixed(2)} ms`,
  );
  await forecourt[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

if (import.meta.main) await clustering(process.argv[2] ?? '');

import { execFile } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { blockOf } from '../../src/issues/read/filed.ts';
import { createComplaintWorker } from '../../src/issues/read/worker.ts';
import { savedComplaints } from '../eval/clauses.ts';
import { complaintsOfAllKinds } from './issues-complaints.ts';
import { median, processorUs, timesOf } from './measure.ts';

const SIZES = ['500', '5000', '20000'];
const RECORDED = 'recorded';
const RUNS = 5;
const signal = new AbortController().signal;

/** The embedded engine in its thread, from raw text to verified issues. */
export async function run(): Promise<void> {
  // Each size in a process of its own: what a process ever held cannot be asked back.
  const recordings = process.env.FORECOURT_RECORDINGS;
  if (recordings === undefined)
    console.log('(skipped: recorded complaints, FORECOURT_RECORDINGS names no folder)');
  for (const which of recordings === undefined ? SIZES : [...SIZES, RECORDED]) {
    const { stdout } = await execute(process.execPath, [import.meta.filename, which]);
    process.stdout.write(stdout);
  }
}

const execute = promisify(execFile);

async function clustering(which: string): Promise<void> {
  const complaints =
    which === RECORDED
      ? savedComplaints(process.env.FORECOURT_RECORDINGS ?? '')
      : complaintsOfAllKinds(Number(which));
  await using worker = createComplaintWorker(Number.POSITIVE_INFINITY);
  const blocks = [blockOf(complaints)];
  const processorTimes: number[] = [];
  let issues = 0;
  // Sending the complaints to the thread is part of the time, and waits of the others are looked for all the while.
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const times = await timesOf(RUNS, async () => {
    const us = await processorUs(async () => {
      const findings = await worker.find(blocks, '2026-06-30', { signal });
      issues = findings.knownIssues.length;
    });
    processorTimes.push(us / 1000);
  });
  delay.disable();
  const characters = complaints.reduce((sum, { summary }) => sum + summary.length, 0) / complaints.length;
  console.log(
    `${complaints.length} ${which === RECORDED ? 'recorded ' : ''}complaints of ${Math.round(characters)} characters on average: ` +
      `median ${Math.round(median(times))} ms, first ${Math.round(times[0] ?? 0)} ms, ` +
      `processor ${Math.round(median(processorTimes))} ms of all threads, ${issues} issues; ` +
      `others waited at most ${Math.round(delay.max / 1e6)} ms, memory of the process at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
}

if (import.meta.main) await clustering(process.argv[2] ?? '');

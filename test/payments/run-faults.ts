import { parseArgs } from 'node:util';
import { runBrokenLines } from './broken-lines.ts';
import { type FaultReport, runFaults } from './faults.ts';

/**
 * The long fault test. One run on each storage and in each mode: npm run test:faults -- --purchases 2000 --seed 1 --storage sqlite
 * Official clients over a line that breaks: npm run test:faults -- --lines 1000
 * Runs of new seeds, SQLite and PostgreSQL in turn, for so many minutes in all: npm run test:faults -- --minutes 30
 * One run must end within a quarter of an hour: payments that others broadcast buy an answer for no longer.
 */
const { values } = parseArgs({
  options: {
    purchases: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    storage: { type: 'string', default: 'both' },
    minutes: { type: 'string' },
    lines: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const places = (
  [
    { storage: 'sqlite', shops: 1 },
    { storage: 'postgres', shops: 2 },
    { storage: 'sqlite', shops: 1, ownKey: true },
    { storage: 'postgres', shops: 1, ownKey: true },
  ] as const
).filter(({ storage }) => values.storage === 'both' || values.storage === storage);
const purchases = Number(values.purchases ?? (values.minutes === undefined ? 1_500 : 400));
const endMs = Date.now() + Number(values.minutes ?? 0) * 60_000;

let seed = Number(values.seed);
if (values.lines === undefined) await runAll();
else
  for (const storage of new Set(places.map((place) => place.storage)))
    await runLines(storage, Number(values.lines));

async function runAll(): Promise<void> {
  const total = { runs: 0, purchases: 0, wrongs: 0 };
  do {
    for (const place of places) {
      say(`${JSON.stringify(place)}, seed ${seed}, ${purchases} purchases ...`);
      const startedMs = Date.now();
      const report = await runFaults({ seed, purchases, ...place });
      show(report, (Date.now() - startedMs) / 1_000);
      total.runs += 1;
      total.purchases += purchases;
      total.wrongs += report.wrongs.length;
      if (report.wrongs.length > 0) process.exitCode = 1;
    }
    seed += 1;
  } while (Date.now() < endMs);
  say(`${total.runs} runs, ${total.purchases} purchases, ${total.wrongs} wrongs`);
}

async function runLines(storage: 'sqlite' | 'postgres', count: number): Promise<void> {
  say(`broken lines on ${storage}, 2 instances, seed ${seed}, ${count} purchases ...`);
  const report = await runBrokenLines({ seed, purchases: count, storage });
  say(JSON.stringify({ ...report, received: String(report.received) }));
  if (report.wrongs.length > 0) process.exitCode = 1;
}

function show(report: FaultReport, seconds: number): void {
  const shown = { ...report, received: String(report.received), seconds };
  const isBrief = values.minutes !== undefined && report.wrongs.length === 0;
  say(JSON.stringify(shown, undefined, isBrief ? undefined : 2));
}

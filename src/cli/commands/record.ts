import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { version } from '../../lib/version.ts';
import { readVins } from '../each-vin.ts';
import { addTimeoutOption, deadlineOf, type TimeoutOptions } from '../here.ts';
import { complain } from '../tell.ts';

interface RecordOptions extends TimeoutOptions {
  to: string;
}

export function addRecordCommand(program: Command): void {
  const command = program
    .command('record')
    .description(
      'Write down what the sources answer about cars, for REPLAY_DIR: a world that needs no network',
    )
    .argument('<vin...>', 'VINs of the cars; - reads them from standard input')
    .requiredOption('--to <dir>', 'folder to write to, one file for each car');
  addTimeoutOption(command, 'for each car').action(record);
}

/** Asks everything that the products ask about each car, on a storage of its own: nothing comes out of a cache. */
async function record(vins: string[], { to, ...waiting }: RecordOptions): Promise<void> {
  const [{ readConfig }, { Forecourt }, { startRecorder, writeRecordings }] = await Promise.all([
    import('../../config/config.ts'),
    import('../../app.ts'),
    import('../../sources/recordings.ts'),
  ]);
  const config = readConfig();
  await using recorder = await startRecorder(config.sources, `Forecourt/${version}`);
  for await (const vin of readVins(vins)) {
    const folder = await mkdtemp(join(tmpdir(), 'forecourt-record-'));
    try {
      await using forecourt = Forecourt.create({
        ...config,
        logLevel: 'silent',
        recordedWorld: false,
        storage: { kind: 'sqlite', folder },
        sources: { ...recorder.sources, replayDir: undefined },
      });
      const { vin: read, vehicle } = await (await forecourt.vehicles()).decode(vin);
      const signal = deadlineOf(waiting);
      const [recalls, complaints] = await Promise.allSettled([
        (await forecourt.recalls()).forVehicle(vehicle, { signal }),
        (await forecourt.issues()).forVehicle(vehicle, { signal }),
      ]);
      const exchanges = recorder.take();
      if (exchanges.length === 0) throw new Error(`No source answered about ${read}; nothing is written.`);
      const file = await writeRecordings(to, read, exchanges);
      const { year, make, model } = vehicle;
      process.stdout.write(`${file}: ${year} ${make} ${model}, ${exchanges.length} answers\n`);
      for (const [what, outcome] of Object.entries({ recalls, 'known issues': complaints })) {
        if (outcome.status === 'fulfilled') continue;
        const reason = outcome.reason instanceof Error ? outcome.reason.message : 'unknown reason';
        complain(`the ${what} of ${read} are not complete: ${reason}`);
        process.exitCode = 1;
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  process.stdout.write(`REPLAY_DIR=${to} forecourt serve serves them.\n`);
}

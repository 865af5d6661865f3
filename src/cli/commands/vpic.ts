import type { Command } from 'commander';
import { addTimeoutOption, deadlineOf, type TimeoutOptions } from '../here.ts';
import { complain, tell } from '../tell.ts';

interface PlaceOption {
  dataset?: string;
}

interface UpdateCommandOptions extends PlaceOption, TimeoutOptions {
  from?: string;
  force?: true;
}

const DATASET = '--dataset <file>';
const WHICH = 'the dataset, instead of VPIC_DATASET or the one that ships with the program';

export function addVpicCommand(program: Command): void {
  const vpic = program.command('vpic').description('The data of the VIN decoder');
  const update = vpic
    .command('update')
    .description("Download NHTSA's newest dump, build the dataset, check it and put it in place")
    .option('--from <url>', 'folder of the dumps')
    .option(DATASET, WHICH)
    .option('--force', 'put it in place although known decodes changed');
  addTimeoutOption(update, 'for the dump').action(
    async ({ from, dataset, force, timeout }: UpdateCommandOptions) => {
      const { updateDataset } = await import('../../sources/vpic/update-dataset.ts');
      await updateDataset({
        baseUrl: from,
        place: await placeOf(dataset),
        nowMs: Date.now(),
        force: force === true,
        signal: deadlineOf({ timeout }),
        report: tell,
      });
    },
  );
  vpic
    .command('rollback')
    .description('Put the dataset back that was in use before the last update')
    .option(DATASET, WHICH)
    .action(async ({ dataset }: PlaceOption) => {
      const place = await placeOf(dataset);
      if (await place.rollBack()) {
        tell(
          `Back in place: ${place.current()}. A running service takes it within the hour, and no dump of that month again.`,
        );
        return;
      }
      complain('there is no dataset of before the last update.');
      process.exitCode = 1;
    });
  vpic
    .command('info')
    .description('Say which data the decoder uses')
    .option(DATASET, WHICH)
    .option('--json', 'as one object')
    .action(async ({ dataset: file, json }: PlaceOption & { json?: true }) => {
      const { createEmbeddedDecoder } = await import('../../sources/vpic/embedded-decoder.ts');
      const { dataset, date, isWhole } = createEmbeddedDecoder((await placeOf(file)).current());
      process.stdout.write(
        json
          ? `${JSON.stringify({ dataset, newestRow: date, isWhole })}\n`
          : `${dataset}\nnewest row ${date}, ${isWhole ? 'all elements' : 'a part of the elements'}\n`,
      );
    });
}

async function placeOf(dataset: string | undefined) {
  const { readVinDataFile } = await import('../../config/vin-data-file.ts');
  const { datasetPlace } = await import('../../sources/vpic/dataset-file.ts');
  return datasetPlace(dataset ?? readVinDataFile());
}

import type { Command } from 'commander';

interface UpdateCommandOptions {
  from?: string;
  dataset?: string;
  force?: true;
}

export function addVpicCommand(program: Command): void {
  const vpic = program.command('vpic').description('The data of the VIN decoder');
  vpic
    .command('update')
    .description("Download NHTSA's newest dump, build the dataset, check it and put it in place")
    .option('--from <url>', 'folder of the dumps')
    .option('--dataset <file>', 'dataset to replace, instead of the one the program uses')
    .option('--force', 'put it in place although known decodes changed')
    .action(async ({ from, dataset, force }: UpdateCommandOptions) => {
      const { DUMP_BASE_URL } = await import('../../sources/vpic/dataset/download-dump.ts');
      const { defaultDatasetPath } = await import('../../sources/vpic/dataset/dataset-file.ts');
      const { updateDataset } = await import('../../sources/vpic/dataset/update-dataset.ts');
      await updateDataset({
        baseUrl: from ?? DUMP_BASE_URL,
        path: dataset ?? defaultDatasetPath(),
        nowMs: Date.now(),
        force: force === true,
        report: (line) => process.stderr.write(`${line}\n`),
      });
    });
  vpic
    .command('info')
    .description('Say which data the decoder uses')
    .option('--json', 'as one object')
    .action(async ({ json }: { json?: true }) => {
      const { createEmbeddedDecoder } = await import('../../sources/vpic/embedded-decoder.ts');
      const { dataset, date } = createEmbeddedDecoder();
      process.stdout.write(
        json ? `${JSON.stringify({ dataset, newestRow: date })}\n` : `${dataset}\nnewest row ${date}\n`,
      );
    });
}

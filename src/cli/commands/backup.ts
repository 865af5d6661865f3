import type { Command } from 'commander';
import { withThousands } from '../../lib/wording.ts';
import type { RowCounts } from '../../storage/backup/backup-file.ts';

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'Copy the ledger of payments and the journal of sales into a file; the service may be running',
    )
    .argument('<file>', 'where to write it; what stands there is replaced')
    .action(async (file: string) => {
      const { backUp } = await import('../../storage/backup/backup-file.ts');
      const rows = await backUp(await storageConfig(), file, new Date());
      process.stdout.write(`${file} holds ${inWords(rows)}.\n`);
    });
}

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('Read a backup to its end and say whether it can be restored')
    .argument('<file>', 'what forecourt backup wrote')
    .action(async (file: string) => {
      const { verifyBackup } = await import('../../storage/backup/backup-file.ts');
      const { header, rows } = await verifyBackup(file);
      const { madeAt, from, schemaVersion } = header;
      process.stdout.write(
        `${file} is whole: ${inWords(rows)}, made at ${madeAt} from ${from}, schema version ${schemaVersion}.\n`,
      );
    });
}

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Put a backup into the storage of DATA_DIR or DATABASE_URL, which must be empty')
    .argument('<file>', 'what forecourt backup wrote, from either kind of storage')
    .action(async (file: string) => {
      const { restoreBackup } = await import('../../storage/backup/backup-file.ts');
      const rows = await restoreBackup(await storageConfig(), file);
      process.stdout.write(`Restored ${inWords(rows)}.\n`);
    });
}

async function storageConfig() {
  const { readConfig } = await import('../../config/config.ts');
  return readConfig().storage;
}

function inWords({ payments, sales }: RowCounts): string {
  return `${withThousands(payments)} payments and ${withThousands(sales)} entries of the journal of sales`;
}

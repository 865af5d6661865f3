import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../../config/config.ts';
import { counted } from '../../lib/wording.ts';
import type { RowCounts } from '../../storage/backup/backup-file.ts';
import { tell, UsageError } from '../tell.ts';

export function addBackupCommand(program: Command): void {
  program
    .command('backup')
    .description(
      'Copy the ledger of payments and the journal of sales into a file; the service may be running',
    )
    .argument('<file>', 'where to write it; what stands there is replaced')
    .action(async (file: string) => {
      const { backUp } = await import('../../storage/backup/backup-file.ts');
      const config = await readSettings();
      refuseWithoutKeys(config);
      const { storage, backupSecret: secret } = config;
      const { rows, notNoted } = await backUp(storage, file, { now: new Date(), secret });
      const keys = secret ? ', and the keys that the storage keeps; BACKUP_SECRET opens it' : '';
      process.stdout.write(`${file} holds ${inWords(rows)}${keys}.\n`);
      if (notNoted) tell(`The time of this backup could not be noted in the storage: ${notNoted}`);
    });
}

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('Read a backup to its end and say whether it can be restored')
    .argument('<file>', 'what forecourt backup wrote', existing)
    .action(async (file: string) => {
      const { verifyBackup } = await import('../../storage/backup/backup-file.ts');
      const { header, rows } = await verifyBackup(file, (await readSettings()).backupSecret);
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
    .argument('<file>', 'what forecourt backup wrote, from either kind of storage', existing)
    .action(async (file: string) => {
      const { restoreBackup } = await import('../../storage/backup/backup-file.ts');
      const { storage, backupSecret } = await readSettings();
      const rows = await restoreBackup(storage, file, backupSecret);
      const place = storage.kind === 'sqlite' ? `SQLite in ${storage.folder}` : 'PostgreSQL (DATABASE_URL)';
      process.stdout.write(`Restored ${inWords(rows)} into ${place}.\n`);
    });
}

function existing(file: string): string {
  if (existsSync(file)) return file;
  throw new InvalidArgumentError('There is no such file.');
}

async function readSettings() {
  const { readConfig } = await import('../../config/config.ts');
  return readConfig();
}

/** Receipts that were given for real money could be proven by nobody after the loss of a key that is kept only there. */
function refuseWithoutKeys({ payments, backupSecret, offerSigningKey }: Config): void {
  if (payments.mode === 'dev' || backupSecret || offerSigningKey) return;
  throw new UsageError(
    'The key that signs receipts is kept in the storage alone, and a backup that anybody can read leaves it out. ' +
      'Set BACKUP_SECRET ("openssl rand -base64 32" makes one; keep it elsewhere), and the backup is sealed and holds it; or set OFFER_SIGNING_KEY.',
  );
}

function inWords({ payments, sales }: RowCounts): string {
  return `${counted(payments, 'payment')} and ${counted(sales, 'entry', 'entries')} of the journal of sales`;
}

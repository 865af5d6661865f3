import { openStorage, type StorageConfig } from '../open-storage.ts';
import {
  type BackupHeader,
  type RowCounts,
  readBackupFile,
  UnusableBackupError,
  writeBackupFile,
} from './backup-file.ts';
import { connectToStorage } from './connection.ts';
import { insertRows, isEmpty, readTables, schemaVersionOf } from './copy-tables.ts';

/** Copies the ledger and the journal as they are at one moment. The service may be running. */
export async function backUp(config: StorageConfig, path: string, now: Date): Promise<RowCounts> {
  await using connection = await connectToStorage(config, 'read');
  const schemaVersion = await schemaVersionOf(connection);
  // The connection is closed only when all is written.
  return await writeBackupFile(
    path,
    { schemaVersion, madeAt: now.toISOString(), from: connection.kind },
    readTables(connection),
  );
}

/** Reads a backup to its end and says what is in it. */
export async function verifyBackup(path: string): Promise<{ header: BackupHeader; rows: RowCounts }> {
  const { header, rows } = await readBackupFile(path);
  for (;;) {
    const next = await rows.next();
    if (next.done) return { header, rows: next.value };
  }
}

/** Puts a backup into an empty storage of either kind: all of it, or nothing. */
export async function restoreBackup(config: StorageConfig, path: string): Promise<RowCounts> {
  const { header, rows } = await readBackupFile(path);
  // Makes the tables where there are none yet.
  await (await openStorage(config))[Symbol.asyncDispose]();
  await using connection = await connectToStorage(config, 'write');
  const schemaVersion = await schemaVersionOf(connection);
  if (header.schemaVersion !== schemaVersion) {
    throw new UnusableBackupError(
      `The backup has schema version ${header.schemaVersion}, this program has ${schemaVersion}: restore it with the program that made it, then start the newer one.`,
    );
  }
  if (!(await isEmpty(connection))) {
    throw new UnusableBackupError(
      'The storage holds payments already, and two ledgers in one would be wrong: set DATA_DIR or DATABASE_URL to an empty one.',
    );
  }
  const restored = await insertRows(connection, rows);
  await connection.run('COMMIT');
  return restored;
}

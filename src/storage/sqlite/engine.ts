import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { proveWritable } from '../sql/small-stores.ts';
import { watchDatabaseFile } from './database-file.ts';
import { createGroupCommitSql, openWriteAheadLog } from './group-commit.ts';

/** Moved per step, some milliseconds of work: statements are run in between. */
const VACUUM_PAGES = 1_000;
/** 16 MB of log: a checkpoint stops all statements, so there are few. */
const CHECKPOINT_PAGES = 4_000;

/** Opens a file whose schema is up to date; each statement is run on the thread of the caller. */
export function openEngine(file: string, busyTimeoutMs: number) {
  const database = openConnection(file, 'NORMAL', busyTimeoutMs);
  database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const sql = createGroupCommitSql(database, openWriteAheadLog(file, database), busyTimeoutMs);
  const databaseFile = watchDatabaseFile(file);
  return {
    ...sql,
    /**
     * Writes something, and rejects where that cannot be done. Nothing durable is written any more
     * once the file has been deleted or replaced.
     */
    async check() {
      try {
        databaseFile.check();
      } catch (reason) {
        sql.refuse(reason);
      }
      await proveWritable(sql.durable);
    },
    giveBackSpace: () => giveBackSpace(database),
    close: sql.close,
  };
}

export function openConnection(
  file: string,
  synchronous: 'FULL' | 'NORMAL',
  busyTimeoutMs: number,
): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  // secure_delete overwrites what is deleted: a purged VIN is not left behind in a free page.
  database.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY`);
  return database;
}

/** Makes the file as small as what is in it, and leaves nothing in the log. */
async function giveBackSpace(database: DatabaseSync): Promise<void> {
  const freePages = () => Number(database.prepare('PRAGMA freelist_count').get()?.freelist_count ?? 0);
  for (let before = freePages(); before > 0; ) {
    database.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`);
    const after = freePages();
    if (after >= before) break;
    before = after;
    await setImmediate();
  }
  // The log holds old pages, deleted values among them, until it is written back and cut.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

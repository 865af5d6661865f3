import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

/** The log beside a database in WAL mode, to which every commit is appended. */
export interface WriteAheadLog {
  /** Resolves when all that was committed before the call is on disk. */
  flush(): Promise<void>;
  /** The same, waiting for the disk. */
  flushNow(): void;
  close(): void;
}

const flushDescriptor = promisify(fdatasync);

/**
 * With `synchronous = FULL` the engine itself would flush the log after each commit, and stop the event loop meanwhile.
 * With NORMAL it does everything else that keeps the log whole: it flushes a new header, and the log before a
 * checkpoint. Here the same flush is made by a thread of the pool.
 *
 * @NOTE The log stays one file as long as the given connection is open: only the last connection removes it. Unlike for
 * the database file itself, closing another descriptor of it drops no lock of the engine's.
 */
export function openWriteAheadLog(file: string, database: DatabaseSync): WriteAheadLog {
  // The engine makes the log with the first transaction.
  database.exec('BEGIN IMMEDIATE; COMMIT');
  const descriptor = openSync(`${file}-wal`, 'r+');
  let open = true;
  return {
    flush: () => flushDescriptor(descriptor),
    flushNow: () => fdatasyncSync(descriptor),
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { proveWritable } from '../sql/small-stores.ts';
import type { Durability, Sql, SqlValue } from '../sql/sql.ts';
import { BUSY, resultCodeOf, watchDatabaseFile } from './database-file.ts';

interface PendingWrite {
  text: string;
  parameters: readonly SqlValue[];
  durability: Durability;
  resolve: (rows: unknown[]) => void;
  reject: (reason: unknown) => void;
}

/** Reports to whoever wrote, once it may. */
interface Committed {
  acknowledge: () => void;
  reject: (reason: unknown) => void;
}

const HELD_TIMEOUT_MS = 100;

const NOBODY_WAITS: Committed = { acknowledge() {}, reject() {} };

/**
 * Runs statements on one connection in WAL mode with `synchronous = NORMAL`. Writes that arrive in the same turn of the
 * event loop share one transaction. The log is flushed to disk beside the event loop, and all that was committed until
 * a flush begins shares it: requests go on while the disk works.
 */
export function createGroupCommitSql(database: DatabaseSync, log: WriteAheadLog, busyTimeoutMs: number) {
  const statements = new Map<string, StatementSync>();
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  let pending: PendingWrite[] = [];
  let unflushed: Committed[] = [];
  let flushing: Committed[] | undefined;
  /** Another process held the file for longer than a transaction waits for it. */
  let isHeld = false;
  let failure: { reason: unknown } | undefined;

  /** Transactions that wait for the same other process would wait one after another: only the first waits long. */
  function beginTransaction(): void {
    try {
      begin.run();
      setHeld(false);
    } catch (error) {
      if (resultCodeOf(error) === BUSY) setHeld(true);
      throw error;
    }
  }

  function setHeld(held: boolean): void {
    if (held === isHeld) return;
    isHeld = held;
    database.exec(`PRAGMA busy_timeout = ${held ? HELD_TIMEOUT_MS : busyTimeoutMs}`);
  }

  function run(text: string, parameters: readonly SqlValue[]): unknown[] {
    let statement = statements.get(text);
    if (!statement) {
      statement = database.prepare(text);
      statements.set(text, statement);
    }
    return statement.all(named(parameters));
  }

  function commitPending(): void {
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    const acknowledge: (() => void)[] = [];
    const forDisk: Committed[] = [];
    try {
      beginTransaction();
      for (const write of batch) {
        // A statement that fails undoes itself alone; the others of the batch go on.
        try {
          if (write.durability !== 'relaxed' && failure) throw failure.reason;
          const rows = run(write.text, write.parameters);
          const resolve = () => write.resolve(rows);
          if (write.durability === 'durable') forDisk.push({ acknowledge: resolve, reject: write.reject });
          else acknowledge.push(resolve);
          if (write.durability === 'prompt') forDisk.push(NOBODY_WAITS);
        } catch (error) {
          acknowledge.push(() => write.reject(error));
        }
      }
      commit.run();
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      for (const { reject } of batch) reject(error);
      return;
    }
    unflushed.push(...forDisk);
    for (const settle of acknowledge) settle();
    if (unflushed.length > 0 && !flushing) void flushLog();
  }

  async function flushLog(): Promise<void> {
    while (unflushed.length > 0 && !failure) {
      const covered = unflushed;
      unflushed = [];
      flushing = covered;
      await log.flush().then(
        () => conclude(covered),
        (reason: unknown) => fail(covered, reason),
      );
    }
    flushing = undefined;
  }

  function conclude(covered: readonly Committed[]): void {
    for (const { acknowledge } of covered) acknowledge();
  }

  /**
   * After a flush that failed, the disk may lack a part of the log that a later flush does not write again: what is
   * behind it could not be recovered. So nothing durable is written any more until the service starts anew.
   */
  function fail(covered: readonly Committed[], reason: unknown): void {
    failure ??= { reason };
    for (const { reject } of [...covered, ...unflushed]) reject(reason);
    unflushed = [];
  }

  const read = async <Row>(text: string, parameters: readonly SqlValue[] = []) =>
    run(text, parameters) as Row[];
  const sqlOf = (durability: Durability): Sql => ({
    read,
    write: <Row>(text: string, parameters: readonly SqlValue[] = []) =>
      new Promise<Row[]>((resolve, reject) => {
        // The engine gives rows as plain objects of the columns that the statement names; each caller states them as Row.
        if (pending.length === 0) setImmediate(commitPending);
        pending.push({ text, parameters, durability, resolve: (rows) => resolve(rows as Row[]), reject });
      }),
  });

  return {
    durable: sqlOf('durable'),
    prompt: sqlOf('prompt'),
    relaxed: sqlOf('relaxed'),
    /** Nothing durable is written any more, for this reason. */
    refuse(reason: unknown): void {
      failure ??= { reason };
    },
    close(): void {
      commitPending();
      const open = [...(flushing ?? []), ...unflushed];
      unflushed = [];
      try {
        if (open.length > 0) log.flushNow();
        conclude(open);
      } catch (reason) {
        fail(open, reason);
      }
      log.close();
      database.close();
    },
  };
}

/** Made once: no statement has more parameters. */
const NAMES = Array.from({ length: 40 }, (_, index) => `$${index + 1}`);

function named(parameters: readonly SqlValue[]): Record<string, SqlValue> {
  const byName: Record<string, SqlValue> = {};
  let index = 0;
  for (const value of parameters) byName[NAMES[index++] ?? ''] = value;
  return byName;
}

/** The log beside a database in WAL mode, to which every commit is appended. */
type WriteAheadLog = ReturnType<typeof openWriteAheadLog>;

const flushDescriptor = promisify(fdatasync);

/**
 * With `synchronous = FULL` the engine itself would flush the log after each commit, and stop the event loop meanwhile.
 * With NORMAL it does everything else that keeps the log whole: it flushes a new header, and the log before a
 * checkpoint. Here the same flush is made by a thread of the pool.
 *
 * @NOTE The log stays one file as long as the given connection is open: only the last connection removes it. Unlike for
 * the database file itself, closing another descriptor of it drops no lock of the engine's.
 */
function openWriteAheadLog(file: string, database: DatabaseSync) {
  // The engine makes the log with the first transaction.
  database.exec('BEGIN IMMEDIATE; COMMIT');
  const descriptor = openSync(`${file}-wal`, 'r+');
  let open = true;
  return {
    /** Resolves when all that was committed before the call is on disk. */
    flush: (): Promise<void> => flushDescriptor(descriptor),
    /** The same, waiting for the disk. */
    flushNow: (): void => fdatasyncSync(descriptor),
    close(): void {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

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
    await nextTurn();
  }
  // The log holds old pages, deleted values among them, until it is written back and cut.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

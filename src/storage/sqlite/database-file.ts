import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';

export class DatabaseFileError extends Error {
  override readonly name = 'DatabaseFileError';
  /** Advice for the operator, as a sentence; left out where the message says all. */
  readonly advice: string | undefined;

  constructor(what: string, { advice, cause }: { advice?: string; cause?: unknown } = {}) {
    super(advice === undefined ? what : `${what}. ${advice}`, { cause });
    this.advice = advice;
  }
}

/** Codes of the system for a folder that is not there, not one, or not ours. */
const OF_FOLDERS: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EEXIST',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENAMETOOLONG',
]);

const MAGIC = 'SQLite format 3\0';

/** Watches the file under an open database: whoever deletes or replaces it leaves us writing to what nobody will read. */
export function watchDatabaseFile(file: string) {
  const names = [file, `${file}-wal`];
  const opened = names.map((name) => identityOf(statSync(name)));
  return {
    /** Throws where the file under this name is not the one that was opened. */
    check(): void {
      for (const [index, name] of names.entries()) {
        const found = statSync(name, { throwIfNoEntry: false });
        if (!found) throw changed(name, 'was deleted');
        if (identityOf(found) !== opened[index]) throw changed(name, 'was replaced by another');
      }
      if (readStart(file) !== MAGIC) throw changed(file, 'was overwritten');
    },
  };
}

const identityOf = ({ dev, ino }: Stats) => `${dev}:${ino}`;

function readStart(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length);
    readSync(descriptor, start, 0, start.length, 0);
    return start.toString('latin1');
  } finally {
    closeSync(descriptor);
  }
}

function changed(name: string, what: string): DatabaseFileError {
  return new DatabaseFileError(
    `The database file ${name} ${what} while the service was running. Nothing is sold until it is back in its place and the service is started anew.`,
  );
}

/** Tells an operator what to do about a file that the system or SQLite refuses; anything else is said as it is. */
export function cannotBeUsed(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  return new DatabaseFileError(`The database file ${file} cannot be used (${error.message})`, {
    advice: remedyFor(error),
    cause: error,
  });
}

function remedyFor(error: Error): string {
  const result = resultCodeOf(error);
  const code = 'code' in error ? error.code : undefined;
  const elsewhere = 'a folder that this user can write to';
  if (result === FULL || code === 'ENOSPC') return 'Make room on its disk, or set DATA_DIR to another.';
  if (result === BUSY)
    return 'Another process holds it: find out which (for example with "fuser"), end that, and try again.';
  return OF_FOLDERS.has(code)
    ? `Set DATA_DIR to ${elsewhere}.`
    : `Restore a backup in its place, or set DATA_DIR to ${elsewhere}.`;
}

/** Some of the primary result codes of SQLite. */
export const BUSY = 5;
const FULL = 13;

/** The primary result code of an error; undefined for those that are not SQLite's. */
export function resultCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

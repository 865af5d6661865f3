import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { openStorage, type StorageConfig } from '../open-storage.ts';
import {
  type CopiedRow,
  connectToStorage,
  copiedTables,
  insertRows,
  isEmpty,
  readTables,
  schemaVersionOf,
} from './copy-tables.ts';

const FORMAT = 1;

const header = z.strictObject({
  forecourtBackup: z.literal(FORMAT),
  schemaVersion: z.int().positive(),
  madeAt: z.iso.datetime(),
  from: z.enum(['sqlite', 'postgres']),
});
const columnName = z.string().regex(/^[a-z][a-z_]{0,40}$/);
const line = z.strictObject({
  table: z.enum(copiedTables),
  row: z.record(columnName, z.union([z.string(), z.number(), z.null()])),
});
const footer = z.strictObject({
  // Earlier versions had fewer tables.
  rows: z.partialRecord(z.enum(copiedTables), z.int().nonnegative()),
  sha256: z.string(),
});

export type BackupHeader = z.infer<typeof header>;
export type RowCounts = Record<(typeof copiedTables)[number], number>;

class UnusableBackupError extends Error {
  override readonly name = 'UnusableBackupError';
}

/** Codes of the system for a file that cannot be written; all others come from the storage that is read. */
const OF_FILES: ReadonlySet<string> = new Set(
  'ENOENT EISDIR ENOTDIR EACCES EPERM EROFS ENOSPC EDQUOT ENAMETOOLONG'.split(' '),
);

/** Writes a compressed file that only its owner can read, and puts it in its place when it is whole and on disk. */
async function writeBackupFile(
  path: string,
  about: Omit<BackupHeader, 'forecourtBackup'>,
  rows: AsyncIterable<CopiedRow>,
): Promise<RowCounts> {
  const counts = noRows();
  async function* lines(): AsyncGenerator<string> {
    const hash = createHash('sha256');
    const hashed = (value: object): string => {
      const text = `${JSON.stringify(value)}\n`;
      hash.update(text);
      return text;
    };
    yield hashed({ forecourtBackup: FORMAT, ...about });
    for await (const copied of rows) {
      counts[copied.table] += 1;
      yield hashed(copied);
    }
    yield `${JSON.stringify({ rows: counts, sha256: hash.digest('hex') })}\n`;
  }

  const beside = `${path}.${process.pid}.part`;
  try {
    const output = createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(lines()), createGzip(), output);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!(error instanceof Error) || !OF_FILES.has(code)) throw error;
    throw new UnusableBackupError(
      `The backup cannot be written to ${path} (${error.message}): name a file in a folder that this user can write to, on a disk with room.`,
      { cause: error },
    );
  }
  return counts;
}

interface BackupReader {
  header: BackupHeader;
  /** Ends with an error where the file is not what was written: read it to its end before believing any of it. */
  rows: AsyncGenerator<CopiedRow, RowCounts>;
}

async function readBackupFile(path: string): Promise<BackupReader> {
  const lines = readLines(path);
  const hash = createHash('sha256');
  const first = await lines.next();
  const read = header.safeParse(parsed(first.value ?? ''));
  if (!read.success)
    throw new UnusableBackupError(`${path} is no backup of a format that this program knows.`);
  hash.update(`${first.value}\n`);
  return { header: read.data, rows: readRows(path, lines, hash) };
}

async function* readRows(
  path: string,
  lines: AsyncGenerator<string, undefined>,
  hash: Hash,
): AsyncGenerator<CopiedRow, RowCounts> {
  const counts = noRows();
  for await (const text of lines) {
    const value = parsed(text);
    const copied = line.safeParse(value);
    if (copied.success) {
      counts[copied.data.table] += 1;
      hash.update(`${text}\n`);
      yield copied.data;
      continue;
    }
    const end = footer.safeParse(value);
    const isWhole =
      end.success &&
      end.data.sha256 === hash.digest('hex') &&
      copiedTables.every((table) => (end.data.rows[table] ?? 0) === counts[table]) &&
      (await lines.next()).done === true;
    if (isWhole) return counts;
    throw new UnusableBackupError(`${path} is not as it was written: use another copy.`);
  }
  throw new UnusableBackupError(`${path} is damaged or cut short: use another copy.`);
}

async function* readLines(path: string): AsyncGenerator<string, undefined> {
  await using file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UnusableBackupError(`There is no file ${path}.`) : error;
  });
  let begun = '';
  try {
    const unpacked = file.createReadStream({ autoClose: false }).pipe(createGunzip());
    for await (const text of unpacked.setEncoding('utf8')) {
      const lines = `${begun}${text}`.split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    // Lines that cannot be unpacked are missing, and their reader says so.
    if (!isOfZlib(error)) throw error;
  }
  return undefined;
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noRows(): RowCounts {
  return { payments: 0, sales: 0, failed_settlements: 0 };
}

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

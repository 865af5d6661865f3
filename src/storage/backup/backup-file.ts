import {
  createCipheriv,
  createDecipheriv,
  createHash,
  type DecipherGCM,
  type Hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable, Transform, pipeline as unpack } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import type { Secret } from '../../lib/secret.ts';
import { openStorage, type StorageConfig } from '../open-storage.ts';
import { refuseNewer, SCHEMA_VERSION } from '../sql/migrations.ts';
import { BACKUP_KNOWN_MS, BACKUPS } from '../sql/small-stores.ts';
import {
  broughtUpToDate,
  type CopiedRow,
  connectToStorage,
  copiedTables,
  insertRows,
  isEmpty,
  readKeys,
  readTables,
  schemaVersionOf,
} from './copy-tables.ts';

const FORMAT = 1;
const NOTE_BACKUP = `INSERT INTO counters (key, window_start_ms, count, expires_at_ms) VALUES ('${BACKUPS}', $1, 1, $2)
  ON CONFLICT (key, window_start_ms) DO NOTHING`;

const header = z.strictObject({
  forecourtBackup: z.literal(FORMAT),
  schemaVersion: z.int().positive(),
  madeAt: z.iso.datetime(),
  from: z.enum(['sqlite', 'postgres']),
  /** Those that the storage keeps, by name: in a sealed backup only. */
  keys: z.record(z.string(), z.string()).optional(),
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

/**
 * Writes a compressed file that only its owner can read, sealed where there is a key, and puts it in its place when it is
 * on disk and was read to its end.
 */
async function writeBackupFile(
  path: string,
  secret: Secret | undefined,
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
    const packed = [Readable.from(lines()), createGzip()] as const;
    await (secret ? pipeline(...packed, seal(secret), output) : pipeline(...packed, output));
    await verifyBackup(beside, secret);
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

async function readBackupFile(path: string, secret: Secret | undefined) {
  const lines = readLines(path, secret);
  const hash = createHash('sha256');
  const first = await lines.next();
  const read = header.safeParse(parsed(first.value ?? ''));
  if (!read.success)
    throw new UnusableBackupError(`${path} is no backup of a format that this program knows.`);
  const { schemaVersion } = read.data;
  if (schemaVersion > SCHEMA_VERSION)
    throw new UnusableBackupError(
      `${path} has schema version ${schemaVersion}, and this program knows up to ${SCHEMA_VERSION}: restore it with the program that made it, or a later one.`,
    );
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

async function* readLines(path: string, secret: Secret | undefined): AsyncGenerator<string, undefined> {
  await using file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UnusableBackupError(`There is no file ${path}.`) : error;
  });
  let begun = '';
  try {
    const sealed = file.createReadStream({ autoClose: false });
    // Whoever reads what comes out of it hears of an error.
    const unpacked = unpack(sealed, unseal(secret), createGunzip(), () => {});
    for await (const text of unpacked.setEncoding('utf8')) {
      const lines = `${begun}${text}`.split('\n');
      begun = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (error instanceof SealError) throw new UnusableBackupError(`${path} ${error.message}`);
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
  return { payments: 0, sales: 0, failed_settlements: 0, channels: 0, channel_moves: 0 };
}

/** Copies the ledger and the journal as they are at one moment, and notes when; without a right to, `notNoted` says why. */
export async function backUp(
  config: StorageConfig,
  path: string,
  { now, secret }: { now: Date; secret: Secret | undefined },
): Promise<{ rows: RowCounts; notNoted?: string }> {
  const rows = await copyTo(config, path, { now, secret });
  try {
    await using connection = await connectToStorage(config, 'write');
    await connection.run(NOTE_BACKUP, [now.getTime(), now.getTime() + BACKUP_KNOWN_MS]);
    await connection.run('COMMIT');
    return { rows };
  } catch (error) {
    return { rows, notNoted: String(error) };
  }
}

async function copyTo(
  config: StorageConfig,
  path: string,
  { now, secret }: { now: Date; secret: Secret | undefined },
): Promise<RowCounts> {
  await using connection = await connectToStorage(config, 'read');
  const schemaVersion = await schemaVersionOf(connection);
  refuseNewer(schemaVersion);
  const about = { schemaVersion, madeAt: now.toISOString(), from: connection.kind };
  const keys = secret && { keys: await readKeys(config, connection) };
  // The connection is closed only when all is written.
  return await writeBackupFile(path, secret, { ...about, ...keys }, readTables(connection));
}

/** Reads a backup to its end and says what is in it. */
export async function verifyBackup(
  path: string,
  secret: Secret | undefined,
): Promise<{ header: BackupHeader; rows: RowCounts }> {
  const { header, rows } = await readBackupFile(path, secret);
  for (;;) {
    const next = await rows.next();
    if (next.done) return { header, rows: next.value };
  }
}

/** Puts a backup into an empty storage of either kind: all of it, or nothing. */
export async function restoreBackup(
  config: StorageConfig,
  path: string,
  secret: Secret | undefined,
): Promise<RowCounts> {
  const { header, rows } = await readBackupFile(path, secret);
  // Makes the tables where there are none yet.
  await using storage = await openStorage(config);
  await using connection = await connectToStorage(config, 'write');
  if (!(await isEmpty(connection))) {
    throw new UnusableBackupError(
      'The storage holds payments already, and two ledgers in one would be wrong: set DATA_DIR or DATABASE_URL to an empty one.',
    );
  }
  const { schemaVersion } = header;
  const restored = await insertRows(
    connection,
    schemaVersion === SCHEMA_VERSION ? rows : broughtUpToDate(schemaVersion, rows),
  );
  await connection.run('COMMIT');
  for (const [name, value] of Object.entries(header.keys ?? {})) {
    await storage.secrets.forget(name);
    await storage.secrets.keep(name, value);
  }
  return restored;
}

/** The beginning of a sealed file; one that can be read begins as gzip does. */
const MARK = Buffer.from('forecourt sealed backup 1\n');
const SALT_BYTES = 16;
/** Tells a wrong key from a damaged file. */
const CHECK_BYTES = 8;
const HEAD_BYTES = MARK.length + SALT_BYTES + CHECK_BYTES;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;

/** The salt is new for every file, and so are key and nonce. */
function keysOf(secret: Secret, salt: Buffer) {
  const bytes = KEY_BYTES + IV_BYTES + CHECK_BYTES;
  const made = Buffer.from(hkdfSync('sha256', secret.reveal(), salt, 'backup', bytes));
  const iv = made.subarray(KEY_BYTES, KEY_BYTES + IV_BYTES);
  return { key: made.subarray(0, KEY_BYTES), iv, check: made.subarray(-CHECK_BYTES) };
}

/** Seals what goes through: mark, salt, check of the key, text, and the tag that proves all of it. */
function seal(secret: Secret): Transform {
  const salt = randomBytes(SALT_BYTES);
  const { key, iv, check } = keysOf(secret, salt);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([MARK, salt, check]));
      done();
    },
    transform: (chunk: Buffer, _encoding, done) => done(null, cipher.update(chunk)),
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
}

class SealError extends Error {
  override readonly name = 'SealError';
}

/** Opens what is sealed, and lets pass what is not. What comes out is proven only when it has come to its end. */
function unseal(secret: Secret | undefined): Transform {
  let waiting = Buffer.alloc(0);
  let decipher: DecipherGCM | 'none' | undefined;
  const begin = (): DecipherGCM | 'none' => {
    if (!waiting.subarray(0, MARK.length).equals(MARK)) return 'none';
    if (!secret) throw new SealError('is sealed: set BACKUP_SECRET to the key that it was made with.');
    const salt = waiting.subarray(MARK.length, MARK.length + SALT_BYTES);
    const { key, iv, check } = keysOf(secret, salt);
    if (!check.equals(waiting.subarray(HEAD_BYTES - CHECK_BYTES, HEAD_BYTES)))
      throw new SealError('is sealed with another key than that in BACKUP_SECRET.');
    waiting = waiting.subarray(HEAD_BYTES);
    return createDecipheriv(ALGORITHM, key, iv);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        waiting = Buffer.concat([waiting, chunk]);
        if (decipher === undefined && waiting.length >= HEAD_BYTES) decipher = begin();
        if (decipher === undefined) return done();
        // The last bytes are the tag.
        const ready = decipher === 'none' ? waiting.length : Math.max(0, waiting.length - TAG_BYTES);
        const text = waiting.subarray(0, ready);
        waiting = waiting.subarray(ready);
        done(null, decipher === 'none' ? text : decipher.update(text));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      if (decipher === undefined || decipher === 'none') return done(null, waiting);
      try {
        if (waiting.length < TAG_BYTES) throw new Error('cut');
        decipher.setAuthTag(waiting);
        done(null, decipher.final());
      } catch {
        done(new SealError('is damaged or cut short: use another copy.'));
      }
    },
  });
}

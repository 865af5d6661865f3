import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../lib/make-folder.ts';
import type { SecretStore } from '../secrets.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS = 0o077;

/** All files of one database begin like it: forecourt.sqlite, forecourt.sqlite-wal, forecourt.<name>.secret, the folder forecourt.mirror. */
export const stemOf = (databaseFile: string) => databaseFile.replace(/\.sqlite$/, '');

/**
 * Makes the database file where it is missing and keeps other users of the machine out of it, its log and its folder.
 * SQLite gives the files that it makes itself the mode of the database.
 */
export function makePrivate(databaseFile: string): void {
  const folder = dirname(databaseFile);
  makeFolder(folder, FOLDER_MODE);
  closeSync(openSync(databaseFile, 'a', FILE_MODE));

  const stem = basename(stemOf(databaseFile));
  const names = readdirSync(folder);
  const ours = names.filter((name) => name === stem || name.startsWith(`${stem}.`));
  for (const name of ours) {
    const isFolder = statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.isDirectory() ?? false;
    shutOut(`${folder}/${name}`, isFolder ? FOLDER_MODE : FILE_MODE);
  }
  // A folder that others put their things into as well is theirs to set up.
  if (ours.length === names.length) shutOut(folder, FOLDER_MODE);
}

function shutOut(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & OTHERS) !== 0) chmodSync(path, mode);
  } catch (error) {
    // Gone in the meantime, as logs go, or of another owner, who alone may change it.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'EPERM') throw error;
  }
}

/**
 * Each secret in a file of its own beside the database, readable by its owner only: who gets hold of a copy of the
 * database has none of them. The name does not begin like the database file with its log, so that a copy of
 * `forecourt.sqlite*` leaves it out.
 */
const fileOf = (databaseFile: string, name: string) => `${stemOf(databaseFile)}.${name}.secret`;

/** The database serves as the lock between processes that start at the same time. */
export function createSecretFiles(databaseFile: string, connect: () => DatabaseSync): SecretStore {
  return {
    async keep(name, candidate) {
      const file = fileOf(databaseFile, name);
      const kept = readSecret(file);
      if (kept !== undefined) return kept;
      const database = connect();
      try {
        database.exec('BEGIN IMMEDIATE');
        return keepFirst(file, candidate);
      } finally {
        // Closing in the middle of a transaction ends it.
        database.close();
      }
    },
    async forget(name) {
      rmSync(fileOf(databaseFile, name), { force: true });
    },
  };
}

/** All that are kept beside a database, by their names. */
export function readSecretFiles(databaseFile: string): Record<string, string> {
  const stem = basename(stemOf(databaseFile));
  const names = readdirSync(dirname(databaseFile)).flatMap((file) => {
    const isOurs = file.startsWith(`${stem}.`) && file.endsWith('.secret');
    return isOurs ? [file.slice(stem.length + 1, -'.secret'.length)] : [];
  });
  return Object.fromEntries(names.map((name) => [name, readSecret(fileOf(databaseFile, name)) ?? '']));
}

/** Secrets stood in the database once. Call it inside of a transaction that nobody else can write beside. */
export function moveSecretsOut(databaseFile: string, database: DatabaseSync): void {
  const rows = database.prepare('SELECT name, value FROM secrets').all();
  for (const { name, value } of rows) keepFirst(fileOf(databaseFile, String(name)), String(value));
  database.exec('DELETE FROM secrets');
}

function keepFirst(file: string, candidate: string): string {
  const kept = readSecret(file);
  if (kept !== undefined) return kept;
  const unfinished = `${file}.new`;
  // A file that a crash left behind may have another mode.
  rmSync(unfinished, { force: true });
  const descriptor = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(descriptor, candidate);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, file);
  return candidate;
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

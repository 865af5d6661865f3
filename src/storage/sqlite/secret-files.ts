import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { SecretStore } from '../storage.ts';
import { stemOf } from './private-files.ts';

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

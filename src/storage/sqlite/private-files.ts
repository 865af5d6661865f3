import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';

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

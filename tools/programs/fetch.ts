import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;
const MODULES = join(FOLDER, 'node_modules');
const LOCK = join(FOLDER, 'package-lock.json');
/** The lock that the programs that are there were fetched by. */
const FETCHED = join(MODULES, '.fetched.json');

/** Fetches what the lock beside this file pins, unless it is there: `npm ci` of the checkout leaves it out, for its size. */
export function fetchPrograms(): void {
  const wanted = readFileSync(LOCK, 'utf8');
  if (existsSync(FETCHED) && readFileSync(FETCHED, 'utf8') === wanted) return;
  process.stderr.write('Fetching the programs that checks and tests run (tools/programs), once.\n');
  const options = ['--prefix', FOLDER, '--include=dev', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['ci', ...options], {
    cwd: FOLDER,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw new Error(`They cannot be fetched: see that npm reaches its registry, from ${FOLDER}.`);
  writeFileSync(FETCHED, wanted);
}

export const programPath = (name: string) => join(MODULES, '.bin', name);

/** Loads one of them into this process; whoever asks says what it is. */
export const requireProgram = createRequire(LOCK);

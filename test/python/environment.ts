import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const clientFolder = resolve('clients/python');
const requirements = join(clientFolder, 'requirements.txt');
const NAMES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python'];
/** Installs in seconds what takes pip a minute. */
const UV = 'uv==0.13.9';
const USABLE = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';

export interface PythonEnvironment {
  /** Why there is none; empty where there is one. */
  skipped: string;
  /** A program of the environment: of its folder, with what `requirements.txt` names. */
  program(name: string): string;
  /** Installs what is needed, and the client as its users get it. */
  install(): Promise<void>;
}

/** Python of this machine with what the tests of the Python client need, kept in a folder that git does not see. */
export async function preparePython(): Promise<PythonEnvironment> {
  const key = createHash('sha256').update(readFileSync(requirements)).update(UV).digest('hex');
  const folder = resolve('node_modules/.cache/python', key.slice(0, 16));
  const program = (name: string) => join(folder, 'bin', name);
  const ready = join(folder, 'ready');
  return {
    skipped: (await exists(ready)) ? '' : await prepare(folder),
    program,
    async install() {
      const index = process.env.PIP_INDEX_URL;
      const env = { ...process.env, VIRTUAL_ENV: folder, ...(index && { UV_DEFAULT_INDEX: index }) };
      const pip = (...args: string[]) => run(program('uv'), ['pip', 'install', '--quiet', ...args], { env });
      if (!(await exists(ready))) {
        await pip('--require-hashes', '--requirements', requirements);
        await writeFile(ready, '');
      }
      await pip('--no-deps', '--no-build-isolation', '--reinstall', clientFolder);
    },
  };
}

async function prepare(folder: string): Promise<string> {
  let python: string | undefined;
  for (const name of NAMES) if (!python && (await succeeds(name, ['-c', USABLE]))) python = name;
  if (!python) return ' (skipped: there is no Python 3.11 or newer with venv)';
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const isMade =
    (await succeeds(python, ['-m', 'venv', folder])) &&
    (await succeeds(join(folder, 'bin/pip'), [
      'install',
      '--quiet',
      '--retries',
      '0',
      '--timeout',
      '10',
      UV,
    ]));
  return isMade ? '' : ' (skipped: PyPI cannot be reached)';
}

const succeeds = (file: string, args: string[]) =>
  run(file, args).then(
    () => true,
    () => false,
  );

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

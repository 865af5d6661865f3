import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./peers/corgi/', import.meta.url));

interface Measured {
  count: number;
  rate: number;
  p50Ms: number;
}

/** Installs the peer in its own folder if need be and times it there; or says why not. */
export async function measureCorgi(vins: readonly string[]): Promise<Measured | { reason: string }> {
  if (!existsSync(`${FOLDER}node_modules/better-sqlite3/build/Release/better_sqlite3.node`)) {
    // Two steps, because npm may hold back the build of native code at the installation.
    for (const args of [
      ['install', '--no-audit', '--no-fund', '--no-package-lock'],
      ['rebuild', 'better-sqlite3'],
    ]) {
      const step = spawnSync('npm', args, { cwd: FOLDER, encoding: 'utf8' });
      if (step.status !== 0) return { reason: `npm ${args[0]} failed (its database driver is native code)` };
    }
  }
  let why = 'no result';
  for (const node of runtimes()) {
    const run = spawnSync(node, ['measure.js'], { cwd: FOLDER, input: vins.join('\n'), encoding: 'utf8' });
    const result = run.stdout?.trim().split('\n').at(-1) ?? '';
    if (run.status === 0 && result.startsWith('{')) return JSON.parse(result) as Measured;
    why = run.stderr?.split('\n').find((line) => line.includes('Error')) ?? why;
  }
  return { reason: `it did not run: ${why.trim()}` };
}

/** This Node, then any other on the path: native code runs only in the version that it was built for. */
function runtimes(): string[] {
  const others = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path));
  return [...new Set([process.execPath, ...others])];
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./peers/ultravin/', import.meta.url));
const PYTHON = `${FOLDER}venv/bin/python`;
const VERSION = 'ultravin==3.0.2';

interface Measured {
  count: number;
  /** VINs a second of processor time, one call for each. */
  rate: number;
  p50Us: number;
  /** The same, of a call that returns JSON. */
  jsonRate: number;
}

/** Installs the peer in its own folder if need be and times it there; or says why not. */
export function measureUltravin(vins: readonly string[]): Measured | { reason: string } {
  if (!existsSync(PYTHON)) {
    for (const [command = '', ...args] of [
      ['python3', '-m', 'venv', `${FOLDER}venv`],
      [PYTHON, '-m', 'pip', 'install', '--quiet', '--no-deps', VERSION],
    ]) {
      const step = spawnSync(command, args, { encoding: 'utf8' });
      if (step.status !== 0) return { reason: `"${command} ${args.join(' ')}" failed` };
    }
  }
  const run = spawnSync(PYTHON, [`${FOLDER}measure.py`], { input: vins.join('\n'), encoding: 'utf8' });
  const result = run.stdout?.trim() ?? '';
  if (run.status === 0 && result.startsWith('{')) return JSON.parse(result) as Measured;
  return { reason: `it did not run: ${run.stderr?.trim().split('\n').at(-1) ?? 'no result'}` };
}

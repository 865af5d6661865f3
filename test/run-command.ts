import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The command, in plain JavaScript, as a package leads to it. */
export const COMMAND = fileURLToPath(new URL('../bin/forecourt.js', import.meta.url));

/** Longer than anything takes that ends by itself. */
const LONGEST_MS = 100_000;

/** Runs the command as a user does, with these variables and PATH alone. One that does not end is killed, and has no code. */
export async function runCommand(
  args: readonly string[],
  environment: Record<string, string> = {},
  input = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  // Who reads no input may have ended before it was written.
  child.stdin.on('error', () => {}).end(input);
  const ended: Promise<(number | null)[]> = once(child, 'close');
  const [[code = null], stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

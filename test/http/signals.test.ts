import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderOfTest } from '../own-folder.ts';

interface Running {
  child: ChildProcess;
  url: string;
}

/** A Node that is not ours, as a machine may have it; undefined where there is none. */
const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  try {
    return (
      Number.parseInt(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) < 24
    );
  } catch {
    return false;
  }
});

const starters: Record<string, readonly string[] | undefined> = {
  'npm start': ['npm', 'start'],
  'the launcher on an older Node':
    olderNode === undefined ? undefined : [olderNode, 'bin/forecourt.js', 'serve'],
  'the server': [process.execPath, 'bin/forecourt.js', 'serve'],
};

async function start([program = '', ...args]: readonly string[]): Promise<Running> {
  const { npm_lifecycle_event: _event, ...environment } = process.env;
  const child = spawn(program, args, {
    env: { ...environment, PORT: '0', DATA_DIR: folderOfTest(), SAMPLES_REFRESH: 'off', DECODER: 'embedded' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that whatever it leaves behind is found and ended.
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // Nothing is left, as it should be.
    }
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /serves (http:\/\/localhost:\d+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', read);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${output}`)));
  });
  return { child, url };
}

const answers = (url: string) =>
  fetch(`${url}/health`).then(
    () => true,
    () => false,
  );

function isGroupGone({ pid = 0 }: ChildProcess): boolean {
  try {
    process.kill(-pid, 0);
    return false;
  } catch {
    return true;
  }
}

describe.each(Object.entries(starters))('%s', (name, command) => {
  const reason = command === undefined ? ' (skipped: no older Node on this machine)' : '';

  test.skipIf(command === undefined).each(['SIGTERM', 'SIGINT'] as const)(
    `ends on %s with all that it started${reason}`,
    async (signal) => {
      const { child, url } = await start(command ?? []);
      const ended = once(child, 'exit');
      expect(await answers(url)).toBe(true);
      process.kill(child.pid ?? 0, signal);
      await ended;
      await expect.poll(() => answers(url)).toBe(false);
      await expect.poll(() => isGroupGone(child)).toBe(true);
    },
  );

  // The server itself starts nothing that could be left behind.
  if (name === 'the server') return;
  test.skipIf(command === undefined)(`leaves nothing behind when it is killed${reason}`, async () => {
    const { child, url } = await start(command ?? []);
    process.kill(child.pid ?? 0, 'SIGKILL');
    await expect.poll(() => answers(url)).toBe(false);
    await expect.poll(() => isGroupGone(child)).toBe(true);
  });
});

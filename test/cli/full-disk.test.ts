import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';
import { folderOfTest } from '../own-folder.ts';

const hasFull = existsSync('/dev/full');
const note = hasFull ? '' : ' (skipped: there is no /dev/full)';

const start = (args: readonly string[], stdio: StdioOptions, env: Record<string, string> = {}) =>
  spawn(process.execPath, ['bin/forecourt.js', ...args], { stdio, env: { PATH: process.env.PATH, ...env } });

describe.skipIf(!hasFull)(`output to a full disk${note}`, () => {
  it.each([['decode', '5NPDH4AE8DH100013'], ['--help'], ['completion', 'bash']])(
    'ends a command with a sentence: %s',
    async (...args) => {
      const command = start(args, ['ignore', openSync('/dev/full', 'w'), 'pipe']);
      const [said, [code]] = await Promise.all([
        text(command.stderr ?? process.stdin),
        once(command, 'close'),
      ]);
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(/^forecourt: Standard output cannot be written to: ENOSPC[^\n]*\n$/),
      ]);
    },
  );

  it('does not end the service, nor cut short its end', async () => {
    const folder = folderOfTest();
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const service = start(['serve'], ['ignore', full, full], {
      PORT: String(port),
      DATA_DIR: folder,
      DECODER: 'embedded',
      SAMPLES_REFRESH: 'off',
      RECORDED_WORLD: 'off',
    });
    onTestFinished(() => void service.kill('SIGKILL'));
    const ended = once(service, 'exit');
    const health = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => undefined,
      );
    await expect.poll(health).toBe(200);
    // More than is put aside before the log is written.
    for (let turn = 0; turn < 300; turn++) expect(await health()).toBe(200);
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

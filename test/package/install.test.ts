import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { environmentOf, findNode, isRegistryReachable } from './node-versions.ts';

const run = promisify(execFile);

/** `npm ci` as a trial: everything is read and judged, and nothing is written. */
async function tryInstall(node: string, options: string[]) {
  const trial = ['ci', '--dry-run', '--no-audit', '--no-fund', ...options];
  const { stderr } = await run('npm', trial, {
    env: { ...environmentOf(node), npm_config_userconfig: '/none', npm_config_update_notifier: 'false' },
  });
  return stderr.split('\n').filter((line) => line !== '');
}

test('nothing that is locked is deprecated', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"deprecated":');
});

describe.each([20, 22, 24, 26])('npm ci on Node %i', async (major) => {
  const node = isRegistryReachable ? await findNode(major) : undefined;
  const skipped = node ? '' : ' (skipped: the npm registry cannot be reached)';

  test.skipIf(skipped)(`prints no warning${skipped}`, async () => {
    expect(await tryInstall(node ?? '', [])).toEqual([]);
  });
});

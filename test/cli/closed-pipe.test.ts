import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

test('a command whose reader has read enough ends quietly, as before "| head"', async () => {
  const bought = ['--country', 'CA', '--price', '25000', '--sale-type', 'private'];
  const child = spawn(process.execPath, ['bin/forecourt.js', 'costs', '--compare', ...bought]);
  child.stdout.destroy();
  const [[code], stderr] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  expect([code, stderr]).toEqual([0, '']);
});

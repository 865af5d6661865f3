import { expect, test, vi } from 'vitest';
import { showingWork } from './here.ts';

/** A terminal that remembers what was written to it. */
function terminal(isTTY = true) {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  return { output: { isTTY, write }, written };
}

test('after a second it is said who is waited for and how long, and the line goes away again', async () => {
  const { output, written } = terminal();
  const answered = Promise.withResolvers<string>();
  const working = showingWork(
    () => 'Asking NHTSA recalls',
    () => answered.promise,
    output,
  );
  await vi.waitFor(() => expect(written.join('')).toContain('Asking NHTSA recalls: 1 s'), {
    timeout: 15_000,
  });
  answered.resolve('done');
  expect(await working).toBe('done');
  expect(written.at(-1)).toBe('\r\u001b[K');
});

test('nothing is written where the answer comes at once, or to a file', async () => {
  const quick = terminal();
  await showingWork(
    () => 'Working',
    async () => 'done',
    quick.output,
  );
  expect(quick.written).toEqual([]);
});

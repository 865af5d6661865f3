import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { watchReadiness } from './watch-readiness.ts';

it('takes no answer for silence that has come while this process itself was held up', async () => {
  const { port1, port2 } = new MessageChannel();
  const failures: unknown[] = [];
  const answered = once(port1, 'message');
  await using readiness = watchReadiness(() => answered.then(() => true), {
    known: true,
    deadlineMs: 50,
    failed: (error) => failures.push(error),
  });
  port2.postMessage('answer');
  for (const startedMs = performance.now(); performance.now() - startedMs < 100; );
  await answered;
  await nextTurn();
  expect({ failures, ok: readiness.ok }).toEqual({ failures: [], ok: true });
  port1.close();
});

it('believes a plain no at once, and a failure when it comes twice in a row', async () => {
  const answers: (() => Promise<boolean>)[] = [];
  const failures: unknown[] = [];
  const asked = async () => (answers.shift() ?? (() => new Promise<never>(() => {})))();
  const fail = () => Promise.reject(new Error('silent'));
  answers.push(fail, async () => true, fail, fail);
  await using once = watchReadiness(asked, { known: true, failed: (error) => failures.push(error) });
  await expect.poll(() => answers.length).toBe(2);
  expect({ ok: once.ok, failures }).toEqual({ ok: true, failures: [] });
  await expect.poll(() => once.ok).toBe(false);
  expect(failures).toHaveLength(1);

  answers.push(async () => false);
  await using plain = watchReadiness(asked, { known: true });
  await expect.poll(() => plain.ok).toBe(false);
});

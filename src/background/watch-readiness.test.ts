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

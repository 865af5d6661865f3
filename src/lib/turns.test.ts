import { expect, it, test } from 'vitest';
import { createPendingAnswers } from './threads.ts';
import { createTurns } from './turns.ts';

test('work on one thing waits for what came before, whether that failed or not; other things do not', async () => {
  const turns = createTurns();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = turns('a', async () => {
    await first.promise;
    seen.push('first');
    throw new Error('broken');
  });
  const second = turns('a', async () => void seen.push('second'));
  await turns('b', async () => void seen.push('other'));
  first.resolve();
  await expect(failing).rejects.toThrow('broken');
  await second;
  expect(seen).toEqual(['other', 'first', 'second']);
});

it('gives each asker the answer to their own number, in whatever order the answers come', async () => {
  const pending = createPendingAnswers<string>();
  const [first, second] = [pending.add(), pending.add()];
  pending.resolve(second.id, 'second');
  pending.reject(first.id, new Error('no answer'));
  pending.resolve(first.id, 'too late');
  expect(await second.answer).toBe('second');
  await expect(first.answer).rejects.toThrow('no answer');
  expect(pending.size).toBe(0);
});

it('lets nobody wait for answers that will not come', async () => {
  const pending = createPendingAnswers<string>();
  const asked = [pending.add(), pending.add()].map(({ answer }) => answer);
  pending.rejectAll(new Error('the thread has ended'));
  const settled = await Promise.allSettled(asked);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(pending.size).toBe(0);
});

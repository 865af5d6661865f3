import { expect, test } from 'vitest';
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

import { expect, it } from 'vitest';
import { createModelBudget } from './language-model.ts';

it('a budget that cannot be asked for is spent', async () => {
  const fail = () => Promise.reject(new Error('The storage is lost'));
  const counters = { increment: fail, read: fail };
  expect(await createModelBudget({ counters, monthlyUsd: 10, now: Date.now }).isLeft()).toBe(false);
});

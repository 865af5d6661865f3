import { expect, it } from 'vitest';
import { countersInMemory } from '../../../test/issues/scripted-synthesizer.ts';
import { createModelBudget } from './language-model.ts';

const price = { read: 3, written: 15 };
const most = { input: 1_000_000, output: 0 };

it('a budget that cannot be asked for is spent', async () => {
  const counters = { increment: () => Promise.reject(new Error('The storage is lost')) };
  expect(await createModelBudget({ counters, price, monthlyUsd: 10, now: Date.now }).reserve(most)).toBe(
    undefined,
  );
});

it('a cap also holds while calls are under way, and has room again when they cost less than they could have', async () => {
  const budget = createModelBudget({ counters: countersInMemory(), price, monthlyUsd: 10, now: Date.now });
  const reserved = await Promise.all(Array.from({ length: 8 }, () => budget.reserve(most)));
  const granted = reserved.filter((settle) => settle !== undefined);
  expect(granted).toHaveLength(3);
  const costs = await Promise.all(granted.map((settle) => settle({ input: 100_000, output: 10_000 })));
  expect(costs).toEqual([0.45, 0.45, 0.45]);
  expect(await budget.reserve({ input: 2_000_000, output: 0 })).toBeDefined();
  expect(await budget.reserve(most)).toBeUndefined();
});

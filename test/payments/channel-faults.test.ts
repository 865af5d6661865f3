import { expect, test } from 'vitest';
import { runChannelFaults } from './channel-faults.ts';
import { skipped } from './channel-shop.ts';

test.skipIf(skipped)(
  `whatever fails, calls that are paid by channels are answered, charged and claimed, each once${skipped}`,
  { timeout: 600_000 },
  async () => {
    const { wrongs, answered, received, unclaimed, kills } = await runChannelFaults({
      purchases: 400,
      buyers: 8,
      killEveryMs: 4_000,
    });
    expect(wrongs).toEqual([]);
    expect(answered).toBe(400);
    expect(kills).toBeGreaterThan(0);
    expect(received).toBe(400n * 10_000n);
    expect(unclaimed).toBe(0n);
  },
);

import { describe, expect, test } from 'vitest';
import { sleep } from '../lib/clock.ts';
import { doubledPauseMs, retry, retryAfterMs } from './attempts.ts';

describe('trying again', () => {
  test('pauses as it is asked to and ends with the first result', async () => {
    const pauses: number[] = [];
    let tries = 0;
    const result = await retry(
      async () => {
        tries += 1;
        if (tries < 3) throw new Error(`try ${tries}`);
        return `try ${tries}`;
      },
      {
        pauseAfter: (_error, tried) => tried * 10,
        sleep: async (ms) => void pauses.push(ms),
        signal: undefined,
      },
    );
    expect(result).toBe('try 3');
    expect(pauses).toEqual([10, 20]);
  });

  test('ends with a failure that is not worth another try', async () => {
    const attempt = () => Promise.reject(new Error('for good'));
    const options = { pauseAfter: () => undefined, sleep, signal: undefined };
    await expect(retry(attempt, options)).rejects.toThrow('for good');
  });

  test('ends in its pause when it is called off', async () => {
    const off = new AbortController();
    const attempt = () => Promise.reject(new Error('passing'));
    const trying = retry(attempt, { pauseAfter: () => 60_000, sleep, signal: off.signal });
    off.abort(new Error('called off'));
    await expect(trying).rejects.toThrow('called off');
  });
});

test('pauses double up to the longest', () => {
  const pauses = [1, 2, 3, 4, 50].map((tried) => doubledPauseMs(tried, { firstMs: 250, longestMs: 1500 }));
  expect(pauses).toEqual([250, 500, 1000, 1500, 1500]);
});

test.each([
  ['3', 3000],
  [' 1.5 ', 1500],
  ['Thu, 01 Jan 2026 00:00:09 GMT', 9000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', 0],
  ['', 0],
  [null, 0],
  [undefined, 0],
])('Retry-After: %s is a pause of %d ms', (header, ms) => {
  expect(retryAfterMs(header, Date.parse('2026-01-01'))).toBe(ms);
});

import { describe, expect, it } from 'vitest';
import { readMonth, readRange, readTime } from './range.ts';

describe('dates of a range', () => {
  it('are days of UTC, the last one whole', () => {
    expect(readRange('2026-11-01', '2026-11-30')).toEqual({
      fromMs: Date.UTC(2026, 10, 1),
      toMs: Date.UTC(2026, 11, 1),
    });
    expect(readRange(undefined, undefined)).toEqual({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER });
  });

  it('can be times with their zone, taken as they are', () => {
    expect(readRange('2026-11-01T00:00-05:00', '2026-11-01T12:30:00.500Z')).toEqual({
      fromMs: Date.UTC(2026, 10, 1, 5),
      toMs: Date.UTC(2026, 10, 1, 12, 30, 0, 500),
    });
  });

  it('can be a month', () => {
    expect(readMonth('2026-12')).toEqual(readRange('2026-12-01', '2026-12-31'));
    expect(['2026-13', '2026-1', '2026-12-01', ''].map(readMonth)).toEqual(Array(4).fill(undefined));
  });

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '2026-11-01T10:00', 'today', '', '1700000000'])(
    'are not %j',
    (text) => expect(readTime(text)).toBeUndefined(),
  );
});

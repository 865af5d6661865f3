import { describe, expect, it } from 'vitest';
import { runBrokenLines } from './broken-lines.ts';

/** A smoke of some seconds; the long run: npm run test:faults -- --lines 1000. */
describe('official clients over a line that breaks at any byte of the answer', () => {
  it.for([
    ['SQLite', 'sqlite'],
    ['PostgreSQL', 'postgres'],
  ] as const)(
    'pay once for each answer, on %s with two instances',
    { timeout: 180_000 },
    async ([, storage]) => {
      const report = await runBrokenLines({ seed: 20_261_122, purchases: 20, storage });
      expect(report.wrongs, JSON.stringify({ ...report, received: String(report.received) })).toEqual([]);
      expect(report.cuts).toBeGreaterThan(10);
      expect(report.answeredBefore).toBeGreaterThan(0);
    },
  );
});

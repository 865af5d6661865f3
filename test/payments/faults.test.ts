import { describe, expect, it } from 'vitest';
import { runFaults } from './faults.ts';

/** A smoke of some seconds; the long run: npm run test:faults. */
describe('whatever goes wrong, what was taken on the chain is what answers were given for', () => {
  it.for([
    ['SQLite', 'sqlite', 1],
    ['PostgreSQL and two instances', 'postgres', 2],
  ] as const)('on %s', { timeout: 120_000 }, async ([, storage, shops]) => {
    const report = await runFaults({ seed: 20_260_704, purchases: 40, storage, shops });
    expect(
      report.wrongs,
      JSON.stringify(report, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).toEqual([]);
    expect(report.paid).toBeGreaterThan(13);
    expect(report.received).toBe(BigInt(report.fetchable) * 10_000n);
  });
});

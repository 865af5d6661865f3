import { describe, expect, it } from 'vitest';
import { runFaults } from './faults.ts';

/** A smoke of some seconds; the long run: npm run test:faults. */
describe('whatever goes wrong, what was taken on the chain is what answers were given for', () => {
  it.for([
    ['SQLite', { storage: 'sqlite', shops: 1 }],
    ['PostgreSQL and two instances', { storage: 'postgres', shops: 2 }],
    ['SQLite, with its own key', { storage: 'sqlite', shops: 1, ownKey: true }],
  ] as const)('on %s', { timeout: 120_000 }, async ([, shop]) => {
    const report = await runFaults({ seed: 20_260_704, purchases: 40, ...shop });
    expect(
      report.wrongs,
      JSON.stringify(report, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).toEqual([]);
    expect(report.paid).toBeGreaterThan(13);
    expect(report.received).toBe(BigInt(report.fetchable) * 10_000n);
  });
});

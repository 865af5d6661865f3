import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from './limits.ts';

describe('rate limiter', () => {
  it('never lets more than the limit through in any window, and never refuses before that', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 }),
        (limit, pauses) => {
          let nowMs = 1_000_000;
          const limiter = createRateLimiter({ windowMs: 60_000, limit, now: () => nowMs });
          const passed: number[] = [];
          for (const pause of pauses) {
            nowMs += pause;
            const inWindow = passed.filter((time) => time > nowMs - 60_000).length;
            const { allowed } = limiter.take('client');
            expect(allowed).toBe(inWindow < limit);
            if (allowed) passed.push(nowMs);
          }
        },
      ),
    );
  });

  it('says after how many seconds a refused client may come back', () => {
    let nowMs = 0;
    const limiter = createRateLimiter({ windowMs: 60_000, limit: 1, now: () => nowMs });
    limiter.take('client');
    nowMs = 20_500;
    const refused = limiter.take('client');
    expect(refused).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 40 });
    nowMs += refused.resetSeconds * 1000;
    expect(limiter.take('client').allowed).toBe(true);
  });

  it('forgets whom it has not heard of for longest, not whom it knows for longest', () => {
    const limiter = createRateLimiter({ windowMs: 60_000, limit: 2, maxClients: 2, now: () => 0 });
    for (const client of ['busy', 'quiet', 'busy', 'new']) limiter.take(client);
    expect(limiter.take('busy').allowed).toBe(false);
    expect(limiter.take('quiet').allowed).toBe(true);
  });

  it('keeps its memory bounded under a flood of 100,000 addresses and forgets the quietest first', () => {
    const limiter = createRateLimiter({ windowMs: 60_000, limit: 1, maxClients: 1000, now: () => 0 });
    limiter.take('early');
    for (let address = 0; address < 998; address += 1) limiter.take(`before-${address}`);
    expect(limiter.take('early').allowed).toBe(false);
    for (let address = 0; address < 100_000; address += 1) limiter.take(`flood-${address}`);
    expect(limiter.take('flood-99999').allowed).toBe(false);
    expect(limiter.take('early').allowed).toBe(true);
  });
});

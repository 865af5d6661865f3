import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../../test/own-folder.ts';
import { openSqliteStorage } from '../storage/sqlite/open-sqlite-storage.ts';
import { createLimits, createRateLimiter } from './limits.ts';

const storage = await openSqliteStorage({ file: join(folderOfFile(), 'counters.sqlite') });
afterAll(() => storage[Symbol.asyncDispose]());
const START_MS = Date.parse('2026-11-22T12:00:30Z');
const nameOf = (client: string) => `name of ${client}`;

/** Two instances that count one thing together. */
function openTwo(name: string, limit: number, now = () => START_MS) {
  const open = () => createLimits({ counters: storage.counters, nameOf }, now).of(name, limit);
  return [open(), open()] as const;
}

describe('a limit that instances share', () => {
  it('lets as many calls pass as one instance would', async () => {
    const [first, second] = openTwo('together', 2);
    expect((await first.take('client')).allowed).toBe(true);
    expect(await second.take('client')).toMatchObject({ allowed: true, remaining: 0 });
    expect(await first.take('client')).toMatchObject({ allowed: false, resetSeconds: 65 });
  });

  it('lets no more than that pass in any minute, whichever instance is asked, and soon as many again', async () => {
    let set = 0;
    const pauses = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), pauses, async (limit, given) => {
        let nowMs = START_MS;
        set += 1;
        const instances = openTwo(`sliding ${set}`, limit, () => nowMs);
        const passed: number[] = [];
        for (const [call, pause] of given.entries()) {
          nowMs += pause;
          const { allowed } = (await instances[call % 2]?.take('client')) ?? {};
          const inMinute = passed.filter((time) => time > nowMs - 60_000).length;
          const inBuckets = passed.filter((time) => time > nowMs - 65_000).length;
          if (allowed) expect(inMinute).toBeLessThan(limit);
          else expect(inBuckets).toBeGreaterThanOrEqual(limit);
          if (allowed) passed.push(nowMs);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('may be asked again when it said', async () => {
    let nowMs = START_MS;
    const [first, second] = openTwo('again', 1, () => nowMs);
    await first.take('client');
    const { resetSeconds } = await second.take('client');
    nowMs += resetSeconds * 1_000;
    expect((await second.take('client')).allowed).toBe(true);
  });

  it('keeps no address of a client', async () => {
    const [first] = openTwo('private', 1);
    await first.take('203.0.113.9');
    const span = [START_MS - 60_000, START_MS + 60_000] as const;
    expect(await storage.counters.between('private:203.0.113.9', ...span)).toEqual([]);
    expect(await storage.counters.between('name of private:203.0.113.9', ...span)).toHaveLength(1);
  });

  it('takes back for all of them what turned out to be welcome', async () => {
    const [first, second] = openTwo('welcome', 1);
    await first.take('client');
    first.giveBack('client');
    expect((await second.take('client')).allowed).toBe(true);
    expect((await first.take('client')).allowed).toBe(false);
  });

  it('is that of each instance while the storage fails', async () => {
    const broken = () => Promise.reject(new Error('disk full'));
    const counters = { increment: broken, read: broken, between: broken };
    const limit = createLimits({ counters, nameOf }).of('alone', 1);
    expect((await limit.take('client')).allowed).toBe(true);
    expect((await limit.take('client')).allowed).toBe(false);
    limit.giveBack('client');
    expect((await limit.take('client')).allowed).toBe(true);
  });
});

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

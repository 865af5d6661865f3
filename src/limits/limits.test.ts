import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../../test/own-folder.ts';
import { openSqliteStorage } from '../storage/sqlite/open-sqlite-storage.ts';
import { createLimits } from './limits.ts';

const storage = await openSqliteStorage({ file: join(folderOfFile(), 'counters.sqlite') });
afterAll(() => storage[Symbol.asyncDispose]());
const START_MS = Date.parse('2026-11-22T12:00:30Z');
const nameOf = (client: string) => `name of ${client}`;

describe('a limit', () => {
  it('lets no more than its number through in any minute, and refuses none that comes a part of it later', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), pauses, (number, given) => {
        let nowMs = START_MS;
        const limit = createLimits(undefined, () => nowMs).of('calls', number);
        const passed: number[] = [];
        for (const pause of given) {
          nowMs += pause;
          const within = (ms: number) => passed.filter((time) => time > nowMs - ms).length;
          const { allowed } = limit.take('client');
          if (allowed) expect(within(60_000)).toBeLessThan(number);
          else expect(within(65_000)).toBeGreaterThanOrEqual(number);
          if (allowed) passed.push(nowMs);
        }
      }),
    );
  });

  it('says after how many seconds a refused client may come back', () => {
    let nowMs = START_MS;
    const limit = createLimits(undefined, () => nowMs).of('calls', 1);
    limit.take('client');
    nowMs += 20_500;
    const refused = limit.take('client');
    expect(refused).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 45 });
    nowMs += refused.resetSeconds * 1_000;
    expect(limit.take('client')).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('is not used up by what turned out to be welcome', () => {
    const limit = createLimits(undefined, () => START_MS).of('calls', 1);
    limit.take('client');
    limit.giveBack('client');
    expect(limit.take('client').allowed).toBe(true);
    expect(limit.take('client').allowed).toBe(false);
  });

  it('counts a home with a /56 of IPv6 four times at most, and a tunnel with a /48 sixteen times', () => {
    const passedOf = (clients: readonly string[]) => {
      const limit = createLimits(undefined, () => START_MS).of('calls', 5);
      return clients.filter((client) => limit.take(client).allowed).length;
    };
    const home = Array.from({ length: 256 }, (_, at) => `2001:db8:1:${(0x4200 + at).toString(16)}::/64`);
    const tunnel = Array.from({ length: 4_000 }, (_, at) => `2001:db8:1:${(at * 16).toString(16)}::/64`);
    const neighbours = Array.from({ length: 50 }, (_, at) => `2001:db8:${at}:1::/64`);
    expect([home, tunnel, neighbours].map(passedOf)).toEqual([20, 80, 50]);
    expect(passedOf(Array<string>(9).fill('203.0.113.9'))).toBe(5);
  });

  it('keeps its memory bounded under a flood of addresses, and forgets the quietest first', () => {
    const limits = createLimits(undefined, () => START_MS);
    const limit = limits.of('calls', 1);
    limit.take('quiet');
    limit.take('busy');
    for (let address = 0; address < 200_000; address += 1) {
      limits.of(`path ${address % 35}`, 120).take(`198.18.${address >> 8}.${address & 255}`);
      if (address % 1_000 === 0) limit.take('busy');
    }
    expect(limit.take('busy').allowed).toBe(false);
    expect(limit.take('quiet').allowed).toBe(true);
  });
});

it('holds no count for longer than it matters, however few callers there are', () => {
  setFlagsFromString('--expose-gc');
  const heldBytes = (): number => {
    runInNewContext('gc')();
    return process.memoryUsage().heapUsed;
  };
  let nowMs = START_MS;
  const limit = createLimits(undefined, () => nowMs).of('calls', 1);
  const before = heldBytes();
  for (let address = 0; address < 50_000; address += 1) {
    limit.take(`198.18.${address >> 8}.${address & 255}`);
    nowMs += 50;
  }
  // Those of two and a half minutes, of forty.
  expect(heldBytes() - before).toBeLessThan(2_000_000);
  expect(limit.take('198.18.0.0').allowed).toBe(true);
});

/** Two instances that count one thing together. */
function openTwo(name: string, limit: number, now = () => START_MS) {
  const open = () => {
    const limits = createLimits({ counters: storage.counters, nameOf }, now);
    return { ...limits.of(name, limit), merge: limits.merge };
  };
  return [open(), open()] as const;
}

describe('a limit that instances share', () => {
  it('is known to all of them once each has told the others', async () => {
    const [first, second] = openTwo('together', 2);
    first.take('client');
    await first.merge();
    expect(second.take('client').allowed).toBe(true);
    await second.merge();
    expect(second.take('client')).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 65 });
    expect(first.take('client')).toMatchObject({ allowed: true, remaining: 0 });
    await first.merge();
    expect(first.take('client').allowed).toBe(false);
  });

  it('lets through in any minute what one instance would, and what came since they last told each other', async () => {
    let set = 0;
    const turns = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 30_000 }), merges: fc.boolean() }), {
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), turns, async (number, given) => {
        let nowMs = START_MS;
        set += 1;
        const instances = openTwo(`sliding ${set}`, number, () => nowMs);
        let passed: { time: number; isTold: boolean }[] = [];
        for (const [call, { pause, merges }] of given.entries()) {
          nowMs += pause;
          const instance = instances[call % 2 === 0 ? 0 : 1];
          const told = passed.filter(({ time, isTold }) => isTold && time > nowMs - 60_000).length;
          if (instance.take('client').allowed) {
            expect(told).toBeLessThan(number);
            passed.push({ time: nowMs, isTold: false });
          } else {
            expect(passed.filter(({ time }) => time > nowMs - 65_000).length).toBeGreaterThanOrEqual(number);
          }
          if (!merges) continue;
          // One tells, the other tells and learns, and the first learns.
          for (const { take: _, giveBack, merge } of [...instances, ...instances]) {
            giveBack('nobody');
            await merge();
          }
          passed = passed.map(({ time }) => ({ time, isTold: false }));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('tells in one turn only so much of a flood, and nothing of the rest before it is asked again', async () => {
    const told: number[] = [];
    const counters = {
      add: async (rows: readonly unknown[]) => void told.push(rows.length),
      since: async () => [],
    };
    const limits = createLimits({ counters, nameOf }, () => START_MS);
    const limit = limits.of('flood', 9);
    for (let address = 0; address < 2_000; address += 1) limit.take(`client ${address}`);
    await limits.merge();
    await limits.merge();
    expect(told).toEqual([500]);
    limit.take('client 1999');
    await limits.merge();
    expect(told).toEqual([500, 1]);
  });

  it('keeps no address of a client', async () => {
    const [first] = openTwo('private', 1);
    first.take('203.0.113.9');
    await first.merge();
    const since = (name: string) => storage.counters.since([name], START_MS - 60_000);
    expect(await since('private:203.0.113.9')).toEqual([]);
    expect(await since('name of private:203.0.113.9')).toHaveLength(1);
  });

  it('takes back for all of them what turned out to be welcome', async () => {
    const [first, second] = openTwo('welcome', 1);
    first.take('client');
    await first.merge();
    first.giveBack('client');
    await first.merge();
    second.take('another');
    expect(second.take('client').allowed).toBe(true);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('disk full'))],
    ['is silent', () => new Promise<never>(() => {})],
  ])('is that of each instance while the storage %s', async (_how, add) => {
    const limits = createLimits({ counters: { add, since: add }, nameOf }, () => START_MS);
    const limit = limits.of('alone', 1);
    expect(limit.take('client').allowed).toBe(true);
    void limits.merge();
    expect(limit.take('client').allowed).toBe(false);
    limit.giveBack('client');
    expect(limit.take('client').allowed).toBe(true);
  });
});

import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { withPostgres } from '../postgres.ts';
import { startBuyers } from './buyers.ts';
import { probe, startMember } from './fleet.ts';
import { startStandIn } from './stand-in.ts';

const workersOf = (pid = 0) =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function startWorkers(count: number) {
  const database = await withPostgres();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const standIn = await startStandIn();
  onTestFinished(() => standIn[Symbol.asyncDispose]());
  const member = await startMember(standIn, database.url, { WORKERS: String(count), LOG_LEVEL: 'info' });
  onTestFinished(() => member[Symbol.asyncDispose]());
  return { standIn, member };
}

describe('several workers on one port', () => {
  it('sell, are counted together, replace one that is killed, and lose no sale by that', {
    timeout: 240_000,
  }, async () => {
    const { standIn, member } = await startWorkers(3);
    await expect.poll(() => probe(member)).toBe(200);
    const first = workersOf(member.child.pid);
    expect(first).toHaveLength(3);

    standIn.settleMs = 30;
    const buyers = await startBuyers({ urls: () => [member.url], count: 12 });
    let killed = 0;
    for (const victim of first.slice(0, 2)) {
      const before = buyers.bought.length;
      await expect.poll(() => buyers.bought.length).toBeGreaterThan(before + 40);
      process.kill(victim, 'SIGKILL');
      killed += 1;
      await expect
        .poll(() => workersOf(member.child.pid).filter((pid) => !first.includes(pid)))
        .toHaveLength(killed);
    }
    const before = buyers.bought.length;
    await expect.poll(() => buyers.bought.length).toBeGreaterThan(before + 40);
    const bought = await buyers.stop();

    expect(buyers.wrongs).toEqual([]);
    // Each wallet paid once, for the answer that its owner has.
    expect([...standIn.paid.values()].map(({ from }) => from).sort()).toEqual(
      bought.map(({ payer }) => payer).sort(),
    );
    await expect.poll(() => member.output()).toContain('another takes its place');

    const metrics = await (await fetch(`${member.operatorUrl}/metrics`)).text();
    expect(metrics).toMatch(/^forecourt_ready 1$/m);
    const settled = Number(
      /^forecourt_payments_total\{outcome="settled",reason="[^"]*"\} (\d+)$/m.exec(metrics)?.[1],
    );
    // More than one of them can have sold since the kills, and less than all: those of the dead are gone.
    expect(settled).toBeGreaterThan(0);
    expect(settled).toBeLessThanOrEqual(bought.length);

    member.child.kill('SIGTERM');
    expect(await member.ended).toBe(0);
  });

  it('answer what they have begun when they are told to stop', async () => {
    const { standIn, member } = await startWorkers(2);
    await expect.poll(() => probe(member)).toBe(200);
    standIn.settleMs = 1_000;
    const buyers = await startBuyers({ urls: () => [member.url], count: 8 });
    const stopped = buyers.stop();
    await expect.poll(() => standIn.underWay).toBe(8);
    member.child.kill('SIGTERM');
    const bought = await stopped;
    expect(buyers.wrongs).toEqual([]);
    expect(bought.map(({ attempts }) => attempts)).toEqual(Array(8).fill(1));
    expect(await member.ended).toBe(0);
  });

  it('end when their supervisor is killed', async () => {
    const { member } = await startWorkers(2);
    const workers = workersOf(member.child.pid);
    member.child.kill('SIGKILL');
    await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  });

  it('are refused where they could not share what they need, with what to do instead', () => {
    const problemsOf = (environment: Record<string, string>) => {
      try {
        readConfig({ WORKERS: '4', ...environment });
        return [];
      } catch (error) {
        return error instanceof ConfigError ? error.problems : [String(error)];
      }
    };
    const PAY_TO = '0x00000000000000000000000000000000feedbeef';
    const DATABASE_URL = 'postgres://localhost/forecourt';
    expect(problemsOf({})).toEqual([
      expect.stringMatching(/^WORKERS=4 needs DATABASE_URL: .*; or set WORKERS=1$/),
      expect.stringMatching(/^WORKERS=4 needs live payments .*; or set WORKERS=1$/),
    ]);
    const key = `0x${'1c'.repeat(32)}`;
    expect(
      problemsOf({ DATABASE_URL, PAY_TO, FACILITATOR_PRIVATE_KEY: key, RPC_URL: 'http://localhost:1' }),
    ).toEqual([expect.stringMatching(/^WORKERS=4 needs FACILITATOR_URL .*; or set WORKERS=1$/)]);
    expect(problemsOf({ DATABASE_URL, PAY_TO, FACILITATOR_URL: 'http://localhost:1' })).toEqual([]);
  });
});

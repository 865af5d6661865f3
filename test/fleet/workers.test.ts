import { execFileSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withPostgres } from '../postgres.ts';
import { startBuyers } from './buyers.ts';
import { probe, startMember } from './fleet.ts';
import { startStandIn } from './stand-in.ts';

const workersOf = (pid = 0) =>
  String(execFileSync('pgrep', ['-P', String(pid)]))
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
    const payers = bought.map(({ payer }) => payer).sort();
    expect([...standIn.paid.values()].map(({ from }) => from).sort()).toEqual(payers);
    await expect.poll(() => member.output()).toContain('another takes its place');

    const metrics = await (await fetch(`${member.operatorUrl}/metrics`)).text();
    expect(metrics).toMatch(/^forecourt_ready 1$/m);
    const settled = /^forecourt_payments_total\{outcome="settled",reason="[^"]*"\} (\d+)$/m.exec(
      metrics,
    )?.[1];
    // More than one of them can have sold since the kills, and less than all: those of the dead are gone.
    expect(Number(settled)).toBeGreaterThan(0);
    expect(Number(settled)).toBeLessThanOrEqual(bought.length);

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
});

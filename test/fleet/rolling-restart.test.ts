import { randomInt } from 'node:crypto';
import { Agent, get } from 'node:http';
import { expect, it } from 'vitest';
import { hasNginx, startNginxBefore } from '../deploy/open-proxy.ts';
import { freePort } from '../free-port.ts';
import { withPostgres } from '../postgres.ts';
import { anAddress, startBuyers } from './buyers.ts';
import { type Member, probe, startMember } from './fleet.ts';
import { makeNoise } from './noise.ts';
import { startStandIn } from './stand-in.ts';

const MEMBERS = 3;
const FREE_CALLS = 10_000;
/** Sent before the member was taken out, and come after its signal: nothing was done for it. */
const REFUSED = 503;
const ASKING = 24;
/** Challenges, samples, documents: what most callers come for. */
const FREE = [
  ['/v1/decode', 402],
  ['/v1/sample/decode', 200],
  ['/v1/recalls', 402],
  ['/health', 200],
] as const;

const portOf = ({ url }: Member) => Number(new URL(url).port);

/** Over connections that are kept, as those of a balancer are. */
function ask(agent: Agent, port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Forwarded-For': anAddress() };
    get({ agent, port, host: '127.0.0.1', path, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}

/**
 * A balancer sends to those that are ready, and what is refused to the next one, as every balancer does; what is lost by
 * a member that had taken it is counted.
 */
it('loses no call of ten thousand while three instances are restarted in turn, beside others at the database', {
  timeout: 240_000,
}, async () => {
  await using database = await withPostgres();
  await using standIn = await startStandIn();
  standIn.settleMs = 20;
  await using closing = new AsyncDisposableStack();
  const start = async () => {
    const member = closing.use(await startMember(standIn, database.url, { LEAVE_SECONDS: '0' }));
    await expect.poll(() => probe(member)).toBe(200);
    return member;
  };
  const members = await Promise.all(Array.from({ length: MEMBERS }, start));
  const open = new Set(members);
  const ports = () => [...open].map(portOf);
  await using noise = await makeNoise(database.url);

  const buyers = await startBuyers({ urls: () => [...open].map(({ url }) => url), count: 6 });
  const agent = new Agent({ keepAlive: true, maxSockets: ASKING * MEMBERS });
  let asked = 0;
  const lost: string[] = [];
  const asking = async () => {
    while (asked < FREE_CALLS) {
      asked += 1;
      const [path, expected] = FREE[asked % FREE.length] ?? FREE[0];
      const askOne = () => {
        const all = ports();
        return ask(agent, all[randomInt(all.length)] ?? 0, path).catch((error) => String(error));
      };
      const first = await askOne();
      const status = first === REFUSED ? await askOne() : first;
      if (status !== expected) lost.push(`${path} ${status}`);
    }
  };
  const answered = Promise.all(Array.from({ length: ASKING }, asking));

  const drains: number[] = [];
  for (const leaving of members) {
    // A rolling restart: the next one first, then nothing new for the old one, then its end.
    open.add(await start());
    open.delete(leaving);
    const stoppedMs = performance.now();
    leaving.child.kill('SIGTERM');
    expect(await leaving.ended).toBe(0);
    drains.push(performance.now() - stoppedMs);
  }
  await answered;
  const bought = await buyers.stop();
  agent.destroy();

  expect(asked).toBeGreaterThanOrEqual(FREE_CALLS);
  expect(lost).toEqual([]);
  expect(buyers.wrongs).toEqual([]);
  const payers = bought.map(({ payer }) => payer).sort();
  expect([...standIn.paid.values()].map(({ from }) => from).sort()).toEqual(payers);
  expect(noise.transactions()).toBeGreaterThan(0);
  expect(Math.max(...drains)).toBeLessThan(15_000);
});

const noNginx = hasNginx ? '' : ' (skipped: no nginx here)';
it.skipIf(!hasNginx)(
  `loses no call behind nginx as it comes while two instances are restarted at once after each other${noNginx}`,
  { timeout: 240_000 },
  async () => {
    await using database = await withPostgres();
    await using standIn = await startStandIn();
    await using closing = new AsyncDisposableStack();
    const ports = [await freePort(), await freePort()];
    const start = async (port: number) => {
      const member = closing.use(await startMember(standIn, database.url, { PORT: String(port) }));
      await expect.poll(() => probe(member), { timeout: 20_000 }).toBe(200);
      return member;
    };
    const members = await Promise.all(ports.map(start));
    await using nginx = await startNginxBefore(ports.map((port) => `127.0.0.1:${port}`));

    const buyers = await startBuyers({ urls: () => [nginx.url], count: 3 });
    const agent = new Agent({ keepAlive: true, maxSockets: ASKING });
    let going = true;
    let asked = 0;
    const lost: string[] = [];
    const asking = async () => {
      while (going) {
        const [path, expected] = FREE[asked++ % FREE.length] ?? FREE[0];
        const status = await ask(agent, Number(new URL(nginx.url).port), path).catch(String);
        if (status !== expected) lost.push(`${path} ${status}`);
      }
    };
    const answered = Promise.all(Array.from({ length: ASKING / 4 }, asking));

    for (const [index, leaving] of members.entries()) {
      leaving.child.kill('SIGTERM');
      await expect.poll(() => probe(leaving)).toBe(REFUSED);
      expect(await leaving.ended).toBe(0);
      await start(ports[index] ?? 0);
    }
    going = false;
    await answered;
    const bought = await buyers.stop();
    agent.destroy();

    expect(asked).toBeGreaterThan(1_000);
    expect(lost).toEqual([]);
    expect(buyers.wrongs).toEqual([]);
    expect(bought.filter(({ attempts }) => attempts > 1)).toEqual([]);
    expect(standIn.paid.size).toBe(bought.length);
  },
);

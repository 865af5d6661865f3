import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { ChannelRequirements } from '../../src/payments/wire/payment.ts';
import { withPostgres } from '../postgres.ts';
import { startServiceProcess } from '../service-process.ts';
import { openBuyer } from './channel-buyer.ts';
import { startChannelChain } from './channel-shop.ts';

// node test/payments/run-channel-latency.ts 300: one paid call after another on a warm connection, then as many by each of 32
// channels at once, on each storage.
const CALLS = Number(process.argv[2] ?? 300);
const WARM_UP = 200;
const CHANNELS = 32;
const CENT = 10_000n;
const TICKS_PER_MS = 0.1;

const VALUES: Record<string, number> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
};
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Of a car whose check digit is right, as most are that are asked about. */
function pathOf(at: number): string {
  const vin = `5NPDH4AE0DH${100_000 + at}`;
  const sum = WEIGHTS.reduce((total, weight, place) => {
    const character = vin.charAt(place);
    return total + weight * (VALUES[character] ?? Number(character));
  }, 0);
  const digit = sum % 11 === 10 ? 'X' : String(sum % 11);
  return `/v1/decode?vin=${vin.slice(0, 8)}${digit}${vin.slice(9)}`;
}

await using chain = await startChannelChain();
await using database = await withPostgres();
const storages = { SQLite: {}, PostgreSQL: { DATABASE_URL: database.url, PREPARED_STATEMENTS: 'on' } };
for (const [name, storage] of Object.entries(storages))
  await measure(name, storage as Record<string, string>);

async function measure(name: string, storage: Record<string, string>): Promise<void> {
  const key = generatePrivateKey();
  await chain.rpc.call('anvil_setBalance', [privateKeyToAccount(key).address, '0xde0b6b3a7640000']);
  await using service = await startServiceProcess({
    PAY_TO: privateKeyToAccount(generatePrivateKey()).address,
    FACILITATOR_PRIVATE_KEY: key,
    RPC_URL: chain.rpcUrl,
    CHANNELS: 'on',
    MAX_GAS_SHARE: '1000',
    LIMITS: 'unpaid_challenges=1000000,failed_payments=1000000',
    LOG_LEVEL: 'silent',
    SETTLEMENT_DEPTH: '1',
    ...storage,
  });
  const agent = new Agent({ keepAlive: true });
  async function ask(header: string | undefined, path: string) {
    const headers = header === undefined ? {} : { 'PAYMENT-SIGNATURE': header };
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number | undefined;
      body: string;
    }>();
    get(`${service.url}${path}`, { agent, headers }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    ).on('error', reject);
    return promise;
  }
  const { accepts } = JSON.parse((await ask(undefined, '/v1/decode?vin=1')).body);
  const accepted = accepts.find(
    ({ scheme }: { scheme: string }) => scheme === 'batch-settlement',
  ) as ChannelRequirements;
  const buyer = openBuyer(accepted, 20_000_000n);
  await chain.mint(`0x${buyer.address.slice(2).toLowerCase()}`, 100_000_000n);
  const spentByServer = () => {
    const stat = readFileSync(`/proc/${service.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(stat[11]) + Number(stat[12])) / TICKS_PER_MS;
  };
  const whole: number[] = [];
  const signing: number[] = [];
  let serverMs = 0;
  for (let at = 0; at < WARM_UP + CALLS; at++) {
    if (at === WARM_UP) serverMs = -spentByServer();
    const startedMs = performance.now();
    const payment = buyer.pay(BigInt(at) * CENT, at === 0);
    const signedMs = performance.now();
    const { status, body } = await ask(payment, pathOf(at));
    if (status !== 200) throw new Error(`${status}: ${body}`);
    if (at >= WARM_UP) {
      whole.push(performance.now() - startedMs);
      signing.push(signedMs - startedMs);
    }
    await nextTurn();
  }
  serverMs += spentByServer();
  const at = (times: number[], share: number) =>
    (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(2);
  process.stdout.write(
    `${name}: ${at(whole, 0)} ms at least, ${at(whole, 0.1)} at 10 %, ${at(whole, 0.5)} in the middle; ` +
      `of it signing ${at(signing, 0.5)}; server's processor ${(serverMs / CALLS).toFixed(2)} ms a call\n`,
  );

  const buyers = Array.from({ length: CHANNELS }, () => openBuyer(accepted, 20_000_000n));
  for (const { address } of buyers) await chain.mint(`0x${address.slice(2).toLowerCase()}`, 100_000_000n);
  const payments = buyers.map((one) =>
    Array.from({ length: WARM_UP + CALLS }, (_, at) => one.pay(BigInt(at) * CENT, at === 0)),
  );
  const buy = (from: number, to: number) =>
    Promise.all(
      payments.map(async (all, of) => {
        for (let at = from; at < to; at++) {
          const { status, body } = await ask(all[at], pathOf(of * (WARM_UP + CALLS) + at));
          if (status !== 200) throw new Error(`${status}: ${body}`);
        }
      }),
    );
  await buy(0, WARM_UP);
  const [startedMs, beforeMs] = [performance.now(), spentByServer()];
  await buy(WARM_UP, WARM_UP + CALLS);
  const calls = CHANNELS * CALLS;
  const aSecond = (calls / (performance.now() - startedMs)) * 1_000;
  process.stdout.write(
    `${name}, ${CHANNELS} channels at once: ${aSecond.toFixed(0)} a second; ` +
      `server's processor ${((spentByServer() - beforeMs) / calls).toFixed(2)} ms a call\n`,
  );
  agent.destroy();
  if (process.env.NODE_OPTIONS?.includes('cpu-prof')) {
    service.child.kill('SIGTERM');
    await service.ended;
  }
}

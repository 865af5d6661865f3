import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { systemClock } from '../../src/lib/clock.ts';
import { readChannels } from '../../src/payments/channels/contract.ts';
import { createChain } from '../../src/payments/evm/chain.ts';
import { asHex } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import type { ChannelRequirements } from '../../src/payments/wire/payment.ts';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { withPostgres } from '../postgres.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { openBuyer } from './channel-buyer.ts';
import { openStreet, startChannelChain, withdraw } from './channel-shop.ts';
import { startRpcProxy } from './rpc-proxy.ts';

const CENT = 10_000n;
const DEPOSIT = 500_000n;
const FUNDS = 100_000_000n;
const OUT_OF_STEP = 'invalid_batch_settlement_evm_cumulative_amount_mismatch';
/** As an operator's gateway would: an instance that is down is not asked. */
const AGAIN_MS = 50;
const percent = (share: number) => randomInt(1_000) < share * 10;

interface Options {
  purchases: number;
  buyers: number;
  /** Time between two kills of an instance. */
  killEveryMs: number;
}

type Required = {
  accepts: { scheme: string; extra?: { channelState?: { chargedCumulativeAmount: string } } }[];
};

/**
 * Buyers who each buy one answer after another over two instances on PostgreSQL, and never give up on one, while
 * instances are killed, responses get lost, payers withdraw and the node fails. Gives what was answered, and what the
 * seller has received when all is claimed.
 */
export async function runChannelFaults({ purchases, buyers, killEveryMs }: Options) {
  await using parts = new AsyncDisposableStack();
  const chain = parts.use(await startChannelChain());
  const node = parts.use(await startRpcProxy(chain.rpcUrl));
  const database = parts.use(await withPostgres());
  const payTo = privateKeyToAccount(generatePrivateKey()).address;
  const environments = await Promise.all(
    [0, 1].map(async () => {
      const key = generatePrivateKey();
      await chain.rpc.call('anvil_setBalance', [privateKeyToAccount(key).address, '0xde0b6b3a7640000']);
      return {
        PAY_TO: payTo,
        FACILITATOR_PRIVATE_KEY: key,
        RPC_URL: node.url,
        DATABASE_URL: database.url,
        CHANNELS: 'on',
        MAX_GAS_SHARE: '1000',
        LIMITS: 'unpaid_challenges=1000000,failed_payments=1000000',
        LOG_LEVEL: 'silent',
        SETTLEMENT_DEPTH: '1',
        LEAVE_SECONDS: '0',
      };
    }),
  );
  const instances: (ServiceProcess | undefined)[] = await Promise.all(
    environments.map((environment) => startServiceProcess(environment)),
  );
  parts.defer(async () => void (await Promise.all(instances.map((one) => one?.[Symbol.asyncDispose]()))));
  const anyUrl = async (): Promise<string> => {
    for (;;) {
      const up = instances.flatMap((one) => one?.url ?? []);
      const url = up[randomInt(Math.max(up.length, 1))];
      if (url !== undefined) return url;
      await wait(AGAIN_MS);
    }
  };

  async function ask(header: string | undefined, path: string, mayLose = true) {
    const lost = new AbortController();
    if (mayLose && percent(5)) setTimeout(() => lost.abort(), randomInt(12));
    const headers = header === undefined ? {} : { 'PAYMENT-SIGNATURE': header };
    const signal = AbortSignal.any([lost.signal, AbortSignal.timeout(20_000)]);
    const response = await fetch(`${await anyUrl()}${path}`, { headers, signal });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const first = await ask(undefined, '/v1/decode?vin=1', false);
  const accepted = (first.body as unknown as Required).accepts.find(
    ({ scheme }) => scheme === 'batch-settlement',
  ) as ChannelRequirements | undefined;
  if (!accepted) throw new Error('No channel is offered');

  const counts = {
    answered: 0,
    behind: 0,
    withdrawals: 0,
    refunds: 0,
    corrected: 0,
    repeated: 0,
    kills: 0,
    channels: 0,
  };
  const wrongs: string[] = [];
  /** The sum that each channel was charged, as its buyer has it. */
  const charged = new Map<string, bigint>();
  let next = 0;

  /** For which a node that is behind takes the newest block. */
  let behind: unknown = 'latest';
  async function openChannel() {
    behind = await chain.rpc.call('eth_blockNumber', []);
    const buyer = openBuyer(accepted as ChannelRequirements, DEPOSIT);
    await chain.mint(`0x${buyer.address.slice(2).toLowerCase()}`, FUNDS);
    counts.channels += 1;
    return { ...buyer, charged: 0n, balance: 0n };
  }

  /** Asks for what is left until it is given back; the next purchase deposits anew. */
  async function takeBack(buyer: Awaited<ReturnType<typeof openChannel>>): Promise<void> {
    const refund = buyer.refund(buyer.charged);
    for (let attempt = 0; attempt < 2_000; attempt++) {
      const reply = await ask(refund, '/v1/decode?vin=1').catch(() => undefined);
      const isGone = reply?.status === 402 && reply.body.error === 'insufficient_funds';
      if (reply?.status === 200 || isGone) {
        buyer.balance = buyer.charged;
        counts.refunds += 1;
        return;
      }
      if (reply?.status === 402) wrongs.push(`${reply.body.error} for a refund of ${buyer.channelId}`);
      await wait(AGAIN_MS);
    }
    wrongs.push(`no refund of ${buyer.channelId}`);
  }

  async function buyAll(): Promise<void> {
    let buyer = await openChannel();
    while (next < purchases) {
      const path = `/v1/decode?vin=5NPDH4AE8DH${String(100_000 + next++).padStart(6, '0')}`;
      let payment: string | undefined;
      let isDeposit = false;
      for (let attempt = 0; ; attempt++) {
        if (attempt > 2_000) throw new Error(`No end of ${path}`);
        isDeposit = payment === undefined ? buyer.charged + CENT > buyer.balance : isDeposit;
        payment ??= buyer.pay(buyer.charged, isDeposit);
        const reply = await ask(payment, path).catch(() => undefined);
        const { error } = reply?.body ?? {};
        if (reply?.status === 200) {
          if (isDeposit) buyer.balance += DEPOSIT;
          if (reply.body.charged === true) buyer.charged += CENT;
          else wrongs.push(`not charged: ${path}`);
          counts.answered += 1;
          charged.set(buyer.channelId, buyer.charged);
          break;
        }
        if (reply?.status === 402 && error === OUT_OF_STEP) {
          counts.corrected += 1;
          const state = (reply.body as unknown as Required).accepts.at(-1)?.extra?.channelState;
          const says = BigInt(state?.chargedCumulativeAmount ?? -1);
          if (says !== buyer.charged) wrongs.push(`${path}: charged ${says}, bought ${buyer.charged}`);
          return;
        }
        if (reply?.status === 402 && error === 'channel_closing') {
          buyer = await openChannel();
          payment = undefined;
        } else if (reply?.status === 402 && error === 'insufficient_funds') {
          // So says a node that does not know of the deposit, or of the buyer's money, yet.
          counts.behind += 1;
          await wait(AGAIN_MS);
        } else if (reply?.status === 402) {
          wrongs.push(`${error} for ${path}`);
          return;
        } else {
          counts.repeated += 1;
          await wait(AGAIN_MS);
        }
      }
      if (percent(0.5)) await takeBack(buyer);
      if (!percent(0.5)) continue;
      // In vain where it was asked for before.
      await withdraw(chain, privateKeyToAccount(buyer.key), buyer.channelConfig, CENT).catch(() => {});
      counts.withdrawals += 1;
    }
  }

  node.fault = (method, [asked]) => {
    if (method === 'eth_call' && percent(2)) return { params: [asked, behind] };
    if (method === 'eth_sendRawTransaction' && percent(5)) return 'lose-answer';
    if (method === 'eth_getTransactionReceipt' && percent(5)) return { result: null };
    return percent(1) ? { error: { code: -32_000, message: 'busy' } } : 'pass';
  };
  let isOver = false;
  const killing = (async () => {
    for (let turn = 0; !isOver; turn++) {
      await wait(killEveryMs);
      const at = turn % 2;
      const killed = instances[at];
      instances[at] = undefined;
      await killed?.[Symbol.asyncDispose]();
      counts.kills += 1;
      instances[at] = await startServiceProcess(environments[at]);
    }
  })();
  const startedMs = Date.now();
  await Promise.all(Array.from({ length: buyers }, buyAll));
  isOver = true;
  await killing;
  const seconds = (Date.now() - startedMs) / 1_000;
  node.fault = () => 'pass';
  for (const one of instances.splice(0)) await one?.[Symbol.asyncDispose]();

  const storage = parts.use(await openPostgresStorage({ url: database.url }));
  const byServer = new Map(
    (await storage.channels.all()).map((one) => [one.channelId, BigInt(one.chargedCumulativeAmount)]),
  );
  for (const [channel, amount] of charged)
    if (byServer.get(channel) !== amount)
      wrongs.push(`${channel}: charged ${byServer.get(channel)}, bought ${amount}`);
  // A day later whatever is left is claimed, and all of it transferred.
  for (let days = 1; days < 3; days++) {
    const clock = { ...systemClock, now: () => Date.now() + days * 86_400_000 };
    using street = parts.use(await openStreet(chain, storage, clock, payTo));
    using shop = street.open();
    await shop.claims.runOnce();
  }
  using street = await openStreet(chain, storage, systemClock, payTo);
  const received = await street.received();
  // Money that was not charged is the payer's, in the channel or in their wallet.
  const { balanceOf } = createChain(chain.rpc, BASE);
  const channels = readChannels(chain.rpc, await storage.channels.all());
  for await (const [{ channelId, channelConfig }, { balance, totalClaimed }] of channels) {
    const inWallet = await balanceOf(asHex(channelConfig.payer.toLowerCase()));
    const left = BigInt(balance) - BigInt(totalClaimed) + inWallet;
    if (left + (charged.get(channelId) ?? 0n) !== FUNDS) wrongs.push(`${channelId}: ${left} left`);
  }
  const transactions = (await storage.channels.moves()).map(({ kind }) => kind);
  return {
    ...counts,
    wrongs,
    received,
    seconds,
    transactions,
    unclaimed: await storage.channels.unclaimed(),
  };
}

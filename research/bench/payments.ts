import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { devAccounts } from '../../src/payments/dev/dev-accounts.ts';
import { startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { type Child, startChild } from './child.ts';
import { newClients } from './new-clients.ts';
import { askRequirements } from './payments/ask-requirements.ts';
import { compare, type Side } from './payments/pairs.ts';
import { createPayers } from './payments/sign.ts';
import { spend } from './payments/spend.ts';
import { startStock } from './payments/stock.ts';
import { stayAwake } from './stay-awake.ts';

const PAY_TO = '0x00000000000000000000000000000000feedbeef';
const PATH = '/v1/decode';
const UNPAID_CALLS = 4_000;
const CALLS_PER_CLIENT = 10;
const CONCURRENCY = 64;
/** More at a time than this and the stock facilitator loses settlements. */
const CHAIN_CONCURRENCY = 16;
/** 100 USDC: enough for every round. */
const FUNDS = 100_000_000n;

/**
 * What a 402, a forged payment and a paid call cost against the stock middleware of the x402 project. Where a call is
 * paid, both sides have the same kind of facilitator: in one row a stub that says yes at once, in the other each its own
 * one, settling on the same real chain. Ours writes its ledger to disk in both.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    await compareUnpaid(folder);
    await compareForged(folder);
    await compareStubbed(folder);
    await compareOnChain(folder);
  } catch (error) {
    if (!(error instanceof StockMissingError)) throw error;
    console.log(`the rest is skipped: @x402/hono cannot be started (${error.message})`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class StockMissingError extends Error {
  override readonly name = 'StockMissingError';
}

async function stock(...facilitator: Parameters<typeof startStock>[1]): Promise<Child> {
  const started = await startStock(PAY_TO, facilitator);
  if ('missing' in started) throw new StockMissingError(started.missing);
  return started;
}

const startTill = (folder: string, name: string, ...chain: readonly string[]) =>
  startChild(['research/bench/payments/till.ts', PAY_TO, join(folder, `${name}.sqlite`), ...chain]);

/** The whole service, asked by ever new clients. */
async function compareUnpaid(folder: string): Promise<void> {
  await using service = await startChild(['bin/forecourt.js', 'serve'], {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SAMPLES_REFRESH: 'off',
    TRUSTED_PROXIES: '1',
  });
  const challenged = await fetch(`http://127.0.0.1:${service.port}${PATH}`);
  const asking = (name: string, { port }: Child, path: string): Side => ({
    name,
    async turn() {
      using _ = stayAwake();
      return await spendExpecting(402, port, path, newClients(UNPAID_CALLS, CALLS_PER_CLIENT), CONCURRENCY);
    },
  });
  const ours = asking('ours', service, PATH);
  {
    await using bare = await startChild(['research/bench/payments/bare.ts', await challenged.text()]);
    const other = asking('bare Hono with the same body', bare, '/bare');
    await compare('unpaid 402 of the whole service', [ours, other], { rounds: 7, least: 0.5 });
  }
  // The same challenge on both sides: what ours declares for discovery, theirs declares too.
  const { extensions } = decodePaymentRequiredHeader(challenged.headers.get('PAYMENT-REQUIRED') ?? '');
  await using peer = await stock('stub', JSON.stringify(extensions));
  const other = asking('@x402/hono declaring the same', peer, PATH);
  await compare('unpaid 402 of the whole service', [ours, other], { rounds: 9, least: 1.2 });
}

async function compareForged(folder: string): Promise<void> {
  await using till = await startTill(folder, 'forged');
  await using peer = await stock('model');
  await comparePayments('forged signature refused', till, peer, {
    status: 402,
    forged: true,
    calls: [640, 64],
    rounds: 7,
    least: 10,
  });
}

async function compareStubbed(folder: string): Promise<void> {
  await using till = await startTill(folder, 'stub');
  await using peer = await stock('stub');
  await comparePayments('paid call, the same instant facilitator on both sides', till, peer, {
    status: 200,
    calls: [1_024, 1_024],
    rounds: 9,
    least: 0.5,
  });
}

async function compareOnChain(folder: string): Promise<void> {
  await using chain = await startDevChain();
  await using till = await startTill(folder, 'chain', chain.rpcUrl, devAccounts().facilitator.privateKey);
  await using peer = await stock('chain', chain.rpcUrl, devAccounts().wallet.privateKey);
  await comparePayments('paid call, each its own facilitator on a real chain', till, peer, {
    status: 200,
    calls: [96, 48],
    concurrency: CHAIN_CONCURRENCY,
    rounds: 7,
    least: 1.5,
    fund: (address) => chain.mint(address, FUNDS),
  });
}

interface PaymentRow {
  status: 200 | 402;
  forged?: boolean;
  /** In a turn of ours, and in one of theirs. */
  calls: readonly [number, number];
  rounds: number;
  least: number;
  /** As many payers are there, so that none has two payments under way. */
  concurrency?: number;
  fund?: (address: `0x${string}`) => Promise<void>;
}

async function comparePayments(name: string, till: Child, peer: Child, row: PaymentRow): Promise<void> {
  const { status, forged = false, calls, concurrency = CONCURRENCY, fund = async () => {} } = row;
  const paying = async (side: string, { port }: Child, count: number): Promise<Side> => {
    const payers = createPayers(concurrency, await askRequirements(port, PATH));
    for (const { address } of payers) await fund(address);
    return {
      name: side,
      turn() {
        const payments = Array.from({ length: count }, (_, index) =>
          payers[index % concurrency]?.sign({ forged }),
        );
        const headers = payments.map((payment) => `PAYMENT-SIGNATURE: ${payment}`);
        return spendExpecting(status, port, PATH, headers, concurrency);
      },
    };
  };
  const sides = [await paying('ours', till, calls[0]), await paying('@x402/hono', peer, calls[1])] as const;
  await compare(name, sides, row);
}

/** A rate of wrong answers is worth nothing. */
async function spendExpecting(
  status: number,
  port: number,
  path: string,
  headers: readonly string[],
  concurrency: number,
) {
  const { requestsPerSecond, statuses } = await spend(port, path, headers, concurrency);
  const others = [...statuses].filter(([found]) => found !== status);
  if (others.length > 0) throw new Error(`Expected only ${status}, got ${JSON.stringify([...statuses])}`);
  return requestsPerSecond;
}

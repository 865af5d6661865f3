import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devAccounts } from '../../src/payments/dev/dev-accounts.ts';
import { startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { askRequirements, createPayers } from '../../test/payments/payer.ts';
import { fromHeader } from '../../test/payments/wallet.ts';
import { ask, type Child, compare, newClients, type Side, startChild, startService } from './measure.ts';

const PAY_TO = '0x00000000000000000000000000000000feedbeef';
const PATH = '/v1/decode';
const hasStock = existsSync(new URL('../node_modules/@x402/hono', import.meta.url));
const UNPAID_CALLS = 4_000;
const CALLS_PER_CLIENT = 10;
const CONCURRENCY = 64;
/** More at a time than this and the stock facilitator loses settlements. */
const CHAIN_CONCURRENCY = 16;
/** 100 USDC: enough for every round. */
const FUNDS = 100_000_000n;

/**
 * Compares the cost of a 402, a forged payment and a paid call with the stock middleware of the x402 project. For a paid
 * call both sides have the same kind of facilitator: in one row a stub that says yes at once, in the other each its own
 * one, settling on the same real chain. Ours writes its ledger to disk in both.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  try {
    await compareUnpaid(folder);
    if (!hasStock) {
      console.log('the rest is skipped: @x402/hono is not installed (npm ci --prefix research)');
      return;
    }
    await compareForged(folder);
    await compareStubbed(folder);
    await compareOnChain(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The stock middleware, with a facilitator as servers/stock.js has them. */
const startStock = (...facilitator: readonly string[]) =>
  startChild(['research/bench/servers/stock.js', PAY_TO, ...facilitator]);

const startTill = (folder: string, name: string, ...chain: readonly string[]) =>
  startChild(['research/bench/servers/till.ts', PAY_TO, join(folder, `${name}.sqlite`), ...chain]);

/** The whole service, asked by ever new clients. */
async function compareUnpaid(folder: string): Promise<void> {
  await using service = await startService(folder);
  const asking = (name: string, port: number, path: string): Side => ({
    name,
    turn: () =>
      ask({
        port,
        path,
        status: 402,
        headers: newClients(UNPAID_CALLS, CALLS_PER_CLIENT),
        connections: CONCURRENCY,
      }),
  });
  const ours = asking('ours', service.port, PATH);
  const challenged = await fetch(`http://127.0.0.1:${service.port}${PATH}`);
  if (!hasStock) return;
  // Theirs declares for discovery what ours does.
  const { extensions } = Object(fromHeader(challenged.headers.get('PAYMENT-REQUIRED')));
  await using peer = await startStock('stub', JSON.stringify(extensions));
  const other = asking('@x402/hono declaring the same', peer.port, PATH);
  await compare('unpaid 402 of the whole service', [ours, other], { rounds: 9, least: 1.2 });
}

async function compareForged(folder: string): Promise<void> {
  await using till = await startTill(folder, 'forged');
  await using peer = await startStock('model');
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
  await using peer = await startStock('stub');
  await comparePayments('paid call, the same instant facilitator on both sides', till, peer, {
    status: 200,
    calls: [1_024, 1_024],
    rounds: 9,
    least: 0.4,
  });
}

async function compareOnChain(folder: string): Promise<void> {
  await using chain = await startDevChain();
  await using till = await startTill(folder, 'chain', chain.rpcUrl, devAccounts().facilitator.privateKey);
  await using peer = await startStock('chain', chain.rpcUrl, devAccounts().wallet.privateKey);
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
  /** The number of payers, too, so that none has two payments under way. */
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
        return ask({ port, path: PATH, status, headers, connections: concurrency, mayRest: true });
      },
    };
  };
  const sides = [await paying('ours', till, calls[0]), await paying('@x402/hono', peer, calls[1])] as const;
  await compare(name, sides, row);
}

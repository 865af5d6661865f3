import { wrapAxiosWithPayment, x402Client as x402AxiosClient } from '@x402/axios';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import axios from 'axios';
import type { PrivateKeyAccount } from 'viem/accounts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { seededRandom } from './fault-plan.ts';
import { CENT, type Market, openMarket } from './market.ts';
import type { ShopAnswer } from './shop-server.ts';
import { newWallet } from './wallet.ts';

export interface BrokenLinesReport {
  seed: number;
  purchases: number;
  attempts: number;
  cuts: number;
  /** Calls that got the answer of an earlier payment of theirs. */
  answeredBefore: number;
  received: bigint;
  /** Everything that must not be; empty in a good run. */
  wrongs: string[];
}

interface Options {
  seed: number;
  purchases: number;
  storage: 'sqlite' | 'postgres';
}

const CALLERS = 8;
const MAX_ATTEMPTS = 25;
const CUT_SHARE = 0.35;

/**
 * Official clients as they are, each purchase by a wallet of its own, over a line that breaks at any byte of what comes
 * back. Whoever gets nothing calls again, which signs a new payment: in the end every wallet has paid exactly once,
 * and every buyer has an answer.
 */
export async function runBrokenLines({ seed, purchases, storage }: Options): Promise<BrokenLinesReport> {
  await using market = await openMarket({ storage, shops: 2, computeMs: 5 });
  await using line = await startCuttingProxy(market.shops.map(({ url }) => Number(new URL(url).port)));
  const random = seededRandom(seed);
  line.cutWithin = (bytes) => (random() < CUT_SHARE ? Math.floor(random() * bytes) : undefined);

  const report = { attempts: 0, answeredBefore: 0 };
  const wrongs: string[] = [];
  const buy = async (index: number) => {
    const wallet = newWallet();
    await market.chain.mint(wallet.address, 3n * CENT);
    const call = clientOf(index, wallet);
    const url = `${line.url}/v1/thing?i=${index}`;
    let answer: ShopAnswer | undefined;
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !answer?.answer; attempt++) {
      report.attempts += 1;
      answer = await call(url);
    }
    if (answer?.kind === 'paid_before') report.answeredBefore += 1;
    const spent = 3n * CENT - (await market.balanceOf(wallet.address));
    if (!answer?.answer) wrongs.push(`purchase ${index} ended with ${answer?.kind} ${answer?.reason}`);
    if (spent !== CENT) wrongs.push(`purchase ${index} was charged ${spent} for one answer of ${CENT}`);
  };
  const queue = Array.from({ length: purchases }, (_, index) => index).values();
  const caller = async () => {
    for (const index of queue) await buy(index);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));

  const received = await market.received();
  if (received !== BigInt(purchases) * CENT) wrongs.push(`received ${received} for ${purchases} answers`);
  await expectNothingOpen(market, wrongs);
  return { seed, purchases, ...report, cuts: line.cuts(), received, wrongs: wrongs.slice(0, 20) };
}

async function expectNothingOpen({ shops }: Market, wrongs: string[]): Promise<void> {
  const counts = (await (await fetch(`${shops[0]?.url}/ledger`)).json()) as Record<string, number>;
  if (counts.unknown || counts.settling) wrongs.push(`the ledger stays open: ${JSON.stringify(counts)}`);
}

/** One call by one of the official clients; undefined where the line broke. */
function clientOf(
  index: number,
  wallet: PrivateKeyAccount,
): (url: string) => Promise<ShopAnswer | undefined> {
  if (index % 2 === 0) {
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
    const pay = wrapFetchWithPayment(fetch, client);
    return (url) =>
      pay(url)
        .then(async (response) => (await response.json()) as ShopAnswer)
        .catch(() => undefined);
  }
  const client = new x402AxiosClient().register('eip155:*', new ExactEvmScheme(wallet));
  const pay = wrapAxiosWithPayment(axios.create(), client);
  return (url) =>
    pay
      .get<ShopAnswer>(url)
      .then(({ data }) => data)
      .catch(() => undefined);
}

import { setTimeout as wait } from 'node:timers/promises';
import { keccakHex } from '../../src/payments/abi.ts';
import { AUTHORIZATION_USED, addressTopic } from '../../src/payments/transfer-events.ts';
import { USDC } from '../../src/payments/usdc.ts';
import { fundOwnWallets, type Records, runCall, type Signed } from './fault-callers.ts';
import { planCall, seededRandom } from './fault-plan.ts';
import type { FacilitatorFault } from './faulty-facilitator.ts';
import { CENT, type Market, openMarket } from './market.ts';
import { anOffer } from './offer.ts';
import { newWallet } from './wallet.ts';

export interface FaultReport {
  seed: number;
  calls: number;
  purchases: number;
  ended: Record<string, number>;
  kills: number;
  stalls: number;
  facilitatorFaults: number;
  /** Authorizations that the chain shows as paid to the seller. */
  paid: number;
  received: bigint;
  /** Distinct answers that callers were charged for while things went wrong. */
  delivered: number;
  /** Distinct answers that the paid authorizations fetch in the end. */
  fetchable: number;
  /** Everything that must not be; empty in a good run. */
  wrongs: string[];
}

interface Options {
  seed: number;
  purchases: number;
  storage: 'sqlite' | 'postgres';
  shops: number;
}

const PAYERS = 20;
const CALLERS = 12;
const TWO_HOURS_SECONDS = 7_200;

/** Sells while shops are killed, the chain stalls and answers get lost, and then compares the chain with the answers. */
export async function runFaults({ seed, purchases, storage, shops }: Options): Promise<FaultReport> {
  await using market = await openMarket({
    storage,
    shops,
    computeMs: 15,
    confirmationTimeoutMs: 600,
    settleTimeoutMs: 1_200,
    verifyTimeoutMs: 1_200,
  });
  const wallets = Array.from({ length: PAYERS }, () => newWallet());
  for (const { address } of wallets) await market.chain.mint(address, 1_000_000n * CENT);
  const records: Records = { signed: [], delivered: [], ended: new Map(), calls: 0, wrongs: [] };

  const plans = Array.from({ length: purchases }, (_, index) => planCall(seed, index, PAYERS));
  const own = await fundOwnWallets(market, plans);
  const troubles = makeTrouble(market, seed);
  const queue = plans.values();
  const caller = async () => {
    for (const plan of queue) {
      const wallet = own.get(plan.index) ?? wallets[plan.payer];
      if (wallet) await runCall(market, wallet, plan, records);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const trouble = await troubles.stop();

  const reckoning = await reckon(market, records);
  return {
    seed,
    calls: records.calls,
    purchases,
    ended: Object.fromEntries([...records.ended].sort()),
    kills: market.shops.reduce((sum, shop) => sum + shop.kills(), 0),
    ...trouble,
    ...reckoning,
    wrongs: [...new Set(records.wrongs)].slice(0, 20),
  };
}

function makeTrouble(market: Market, seed: number) {
  const random = seededRandom(seed);
  let going = true;
  let facilitatorFaults = 0;
  let stalls = 0;
  const faults: readonly [FacilitatorFault, number][] = [
    ['lose_after', 0.05],
    ['lose_before', 0.04],
    ['error_500', 0.02],
    ['hang_after', 0.02],
  ];
  market.facilitator.faultOf = () => {
    let draw = random();
    const fault = faults.find(([, share]) => {
      draw -= share;
      return draw < 0;
    });
    if (fault) facilitatorFaults += 1;
    return fault?.[0] ?? 'none';
  };
  const killing = async () => {
    while (going) {
      await wait(500 + random() * 1_200);
      await market.shops[Math.floor(random() * market.shops.length)]?.killAndRestart();
    }
  };
  const stalling = async () => {
    while (going) {
      await wait(800 + random() * 2_000);
      stalls += 1;
      await market.stall();
      await wait(200 + random() * 1_300);
      await market.goOn();
    }
  };
  const under = Promise.all([killing(), stalling()]);
  return {
    async stop() {
      going = false;
      await under;
      market.facilitator.faultOf = () => 'none';
      return { stalls, facilitatorFaults };
    },
  };
}

/** Compares what the chain shows as paid with the answers that were delivered or can be fetched. */
async function reckon(market: Market, records: Records) {
  const { wrongs, delivered } = records;
  const transactionOf = await readPaid(market);
  const signedOf = Map.groupBy(records.signed, ({ payment }) => payment.payload.authorization.nonce);
  const paid = [...signedOf].filter(([nonce]) => transactionOf.has(nonce));

  const answers = new Map<string, string>();
  const queue = paid.values();
  const fetcher = async () => {
    for (const [nonce, signed] of queue) {
      const answer = await fetchAnswer(market, signed);
      if (!answer) wrongs.push(`${nonce} was paid and its answer cannot be fetched (${signed[0]?.path})`);
      else if (answer.transaction !== transactionOf.get(nonce))
        wrongs.push(
          `${nonce} was paid by ${transactionOf.get(nonce)} and its answer names ${answer.transaction} (${signed[0]?.path})`,
        );
      else if (answers.has(answer.answer)) wrongs.push(`${answer.answer} was paid for twice`);
      else answers.set(answer.answer, nonce);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, fetcher));
  const paidFor = Map.groupBy(paid, ([, [first]]) => first?.path);
  for (const [path, payments] of paidFor) {
    if (payments.length > 1) wrongs.push(`${path} was charged ${payments.length} times`);
  }
  for (const { answer, index } of delivered) {
    if (!answers.has(answer))
      wrongs.push(`the answer of call ${index} was delivered as charged and nobody paid for it`);
  }

  await settleAccounts(market, wrongs);
  const received = await market.received();
  if ((await readPaid(market)).size !== transactionOf.size) wrongs.push('money moved after the reckoning');
  if (transactionOf.size !== paid.length) wrongs.push('somebody paid whom nobody knows');
  if (received !== BigInt(answers.size) * CENT) {
    wrongs.push(`received ${received} for ${answers.size} answers of ${CENT}`);
  }
  return {
    paid: paid.length,
    received,
    delivered: new Set(delivered.map(({ answer }) => answer)).size,
    fetchable: answers.size,
  };
}

/** From the events of USDC: which authorizations paid the seller, by nonce, and in which transaction. */
async function readPaid({ chain }: Market): Promise<Map<string, string>> {
  const { payTo } = anOffer().requirements;
  const range = { address: USDC.address, fromBlock: 'earliest', toBlock: 'latest' };
  const transfers = keccakHex('Transfer(address,address,uint256)');
  const read = async (topics: unknown[]) =>
    (await chain.rpc.call('eth_getLogs', [{ ...range, topics }])) as {
      topics: string[];
      transactionHash: string;
    }[];
  const toSeller = new Set(
    (await read([transfers, null, addressTopic(payTo)])).map((log) => log.transactionHash),
  );
  const used = await read([AUTHORIZATION_USED]);
  return new Map(
    used
      .filter(({ transactionHash }) => toSeller.has(transactionHash))
      .map(({ topics, transactionHash }) => [topics[2] ?? '', transactionHash]),
  );
}

/**
 * Some payments were sent with two requests; one of them was bought. One that somebody else broadcast, for a request
 * that has no charged answer, can buy any other.
 */
async function fetchAnswer(market: Market, signed: readonly Signed[]) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const others = signed.map(({ payment, path }) => ({
      payment,
      path: path.replace(/&mode=.*/, '&instead'),
    }));
    for (const { payment, path } of [...signed, ...others]) {
      const seen = await market
        .buy(payment, path, { shop: attempt % market.shops.length })
        .catch(() => undefined);
      if (seen?.kind === 'settled' && seen.answer)
        return { answer: seen.answer, transaction: seen.transaction };
    }
    await wait(50);
  }
  return undefined;
}

/** Lets every authorization run out: what is still open then must be cleared up by itself. */
async function settleAccounts({ chain, shops }: Market, wrongs: string[]): Promise<void> {
  await chain.rpc.call('evm_increaseTime', [TWO_HOURS_SECONDS]);
  let left = '';
  for (let attempt = 0; attempt < 400; attempt++) {
    await chain.rpc.call('evm_mine', []);
    const counts = (await (await fetch(`${shops[0]?.url}/ledger`)).json()) as Record<string, number>;
    left = JSON.stringify(counts);
    if (counts.unknown === 0 && counts.settling === 0) return;
    await wait(100);
  }
  wrongs.push(`the ledger stays open: ${left}`);
}

import { setTimeout as wait } from 'node:timers/promises';
import { devAccounts } from '../../src/payments/dev/dev-accounts.ts';
import { encodeCall, keccakHex, word } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { AUTHORIZATION_CANCELED, AUTHORIZATION_USED, addressTopic } from '../../src/payments/evm/transfer.ts';
import { fundOwnWallets, type Records, runCall, type Signed } from './fault-callers.ts';
import { planCall, seededRandom } from './fault-plan.ts';
import type { FacilitatorFault } from './faulty-facilitator.ts';
import { CENT, type Market, openMarket } from './market.ts';
import { anOffer } from './offer.ts';
import type { RpcProxy } from './rpc-proxy.ts';
import { newWallet } from './wallet.ts';

export interface FaultReport {
  seed: number;
  calls: number;
  purchases: number;
  ended: Record<string, number>;
  kills: number;
  stalls: number;
  facilitatorFaults: number;
  reorganisations: number;
  /** Times in which the shops' node lied. */
  lies: number;
  /** Authorizations that the chain shows as paid to the seller. */
  paid: number;
  received: bigint;
  /** Distinct answers that callers were charged for while things went wrong. */
  delivered: number;
  /** Distinct answers that the paid authorizations fetch in the end. */
  fetchable: number;
  /** Answers that were delivered as charged and whose payment a reorganisation gave back to a payer who then spent it. */
  lost: number;
  /** Everything that must not be; empty in a good run. */
  wrongs: string[];
}

interface Options {
  seed: number;
  purchases: number;
  storage: 'sqlite' | 'postgres';
  shops: number;
  /** The shop settles with its own key, through the node that lies. */
  ownKey?: boolean;
}

const PAYERS = 20;
const CALLERS = 12;
const DEEPEST_REORGANISATION = 3;
/** Longer than the facilitator waits until it sends a transaction once more. */
const QUIET_MS = 3_000;
const TWO_HOURS_SECONDS = 7_200;

/** Sells while shops are killed, the chain stalls and answers get lost, and then compares the chain with the answers. */
export async function runFaults({
  seed,
  purchases,
  storage,
  shops,
  ownKey = false,
}: Options): Promise<FaultReport> {
  await using market = await openMarket({
    storage,
    shops,
    ownKey,
    computeMs: 15,
    confirmationTimeoutMs: 600,
    settleTimeoutMs: 1_200,
    verifyTimeoutMs: 1_200,
    settlementDepth: DEEPEST_REORGANISATION + 1,
  });
  const wallets = Array.from({ length: PAYERS }, () => newWallet());
  for (const { address } of wallets) await market.chain.mint(address, 1_000_000n * CENT);
  const records: Records = {
    signed: [],
    delivered: [],
    uncharged: new Set(),
    ended: new Map(),
    calls: 0,
    wrongs: [],
  };

  const plans = Array.from({ length: purchases }, (_, index) => planCall(seed, index, PAYERS));
  const own = await fundOwnWallets(market, plans);
  // No reorganisation reaches back to before the trouble.
  await market.chain.rpc.call('anvil_mine', ['0x10']);
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

  await untilFinal(market, records);
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

const isLong = ([filter]: readonly unknown[]) => {
  const { fromBlock, toBlock } = Object(filter);
  return Number(toBlock) - Number(fromBlock) >= 10;
};
/** A node of another chain, one that lists no events, one that lists those of ten blocks, one whose receipts are late, none. */
const LIES: readonly RpcProxy['fault'][] = [
  (method) => (method === 'eth_chainId' ? { result: '0x14a34' } : 'pass'),
  (method) => (method === 'eth_getLogs' ? { result: [] } : 'pass'),
  (method, params) =>
    method === 'eth_getLogs' && isLong(params) ? { error: { code: -32_600, message: 'ten blocks' } } : 'pass',
  (method) => (method === 'eth_getTransactionReceipt' ? { result: null } : 'pass'),
  () => ({ status: 503 }),
];

function makeTrouble(market: Market, seed: number) {
  const random = seededRandom(seed);
  let going = true;
  let facilitatorFaults = 0;
  let stalls = 0;
  let reorganisations = 0;
  let lies = 0;
  const faults: readonly [FacilitatorFault, number][] = [
    ['lose_after', 0.05],
    ['lose_before', 0.04],
    ['error_500', 0.02],
    ['hang_after', 0.02],
    ['refuse_after_400', 0.01],
    ['refuse_after_429', 0.01],
    ['deny_after', 0.01],
    ['deny_first', 0.02],
    ['lie_transaction', 0.01],
    ['lie_other_transaction', 0.01],
    ['lie_network', 0.01],
    ['lie_payer', 0.01],
    ['lie_amount', 0.01],
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
  const reorganising = async () => {
    while (going) {
      await wait(1_500 + random() * 2_500);
      reorganisations += 1;
      await market.reorganise(1 + Math.floor(random() * DEEPEST_REORGANISATION));
    }
  };
  const lying = async () => {
    while (going) {
      await wait(400 + random() * 1_600);
      lies += 1;
      const lie = LIES[Math.floor(random() * LIES.length)];
      if (lie) market.node.fault = lie;
      await wait(200 + random() * 1_300);
      market.node.fault = () => 'pass';
    }
  };
  const under = Promise.all([killing(), stalling(), reorganising(), lying()]);
  return {
    async stop() {
      going = false;
      await under;
      market.facilitator.faultOf = () => 'none';
      return { stalls, facilitatorFaults, reorganisations, lies };
    },
  };
}

/** Settlements are as deep in the chain as they must be, and dropped ones are there again. */
async function untilFinal(market: Market, { wrongs }: Records): Promise<void> {
  const { chain, shops } = market;
  let left = '';
  let quietSinceMs = Date.now();
  let transactions: unknown;
  for (let attempt = 0; attempt < 1_800; attempt++) {
    await chain.rpc.call('evm_mine', []);
    const sent = await chain.rpc.call('eth_getTransactionCount', [
      devAccounts().facilitator.address,
      'latest',
    ]);
    if (sent !== transactions) quietSinceMs = Date.now();
    transactions = sent;
    const state = await shops[0]?.ledger();
    left = JSON.stringify(state);
    const balances = await Promise.all((state?.dropped ?? []).map((payer) => market.balanceOf(payer)));
    const isQuiet = Date.now() - quietSinceMs > QUIET_MS;
    // A payment that its payer has spent elsewhere since is open until it expires.
    const isRestored = balances.every((balance) => balance < CENT);
    if (state?.unaudited === 0 && isRestored && isQuiet) return;
    await wait(100);
  }
  wrongs.push(`settlements stay without an audit: ${left}`);
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
  for (const [nonce] of paid) {
    if (records.uncharged.has(nonce)) wrongs.push(`${nonce} was paid and last called uncharged`);
  }
  const paidFor = Map.groupBy(paid, ([, [first]]) => first?.path);
  for (const [path, payments] of paidFor) {
    if (payments.length > 1) wrongs.push(`${path} was charged ${payments.length} times`);
  }
  const lost = new Set<string>();
  for (const { answer, index, payer } of delivered) {
    if (answers.has(answer)) continue;
    // Nobody else has a wallet that is ever empty.
    if ((await isCancelled(market, answer, records)) || (await market.balanceOf(payer)) < CENT)
      lost.add(answer);
    else wrongs.push(`the answer of call ${index} was delivered as charged and nobody paid for it`);
  }

  await settleAccounts(market, wrongs);
  const received = await market.received();
  if ((await readPaid(market)).size !== transactionOf.size) wrongs.push('money moved after the reckoning');
  if (transactionOf.size !== paid.length) wrongs.push('somebody paid whom nobody knows');
  if (received !== BigInt(answers.size) * CENT) {
    const silent = await findSilent(market, records, transactionOf);
    wrongs.push(
      `received ${received} for ${answers.size} answers of ${CENT}; spent by the chain's state and by no event of it: ${silent.join(', ') || 'none'}`,
    );
  }
  return {
    paid: paid.length,
    received,
    delivered: new Set(delivered.map(({ answer }) => answer)).size,
    fetchable: answers.size,
    lost: lost.size,
  };
}

/** Authorizations that the node calls spent although it has no event that spent them: then it contradicts itself. */
async function findSilent(
  { chain }: Market,
  { signed }: Records,
  transactionOf: ReadonlyMap<string, string>,
): Promise<string[]> {
  const silent = new Set<string>();
  for (const { payment } of signed) {
    const { from, nonce } = payment.payload.authorization;
    if (transactionOf.has(nonce)) continue;
    const data = encodeCall('authorizationState(address,bytes32)', word(from), word(nonce));
    const used = await chain.rpc.call('eth_call', [{ to: BASE.usdc.address, data }, 'latest']);
    if (BigInt(String(used)) !== 0n) silent.add(nonce);
  }
  return [...silent];
}

async function isCancelled({ chain }: Market, answer: string, { delivered }: Records): Promise<boolean> {
  const nonce = delivered.find((each) => each.answer === answer)?.nonce;
  const topics = [AUTHORIZATION_CANCELED, null, nonce];
  const range = { address: BASE.usdc.address, fromBlock: 'earliest', toBlock: 'latest' };
  return ((await chain.rpc.call('eth_getLogs', [{ ...range, topics }])) as unknown[]).length > 0;
}

/** From the events of USDC: which authorizations paid the seller, by nonce, and in which transaction. */
async function readPaid({ chain }: Market): Promise<Map<string, string>> {
  const { payTo } = anOffer().requirements;
  const range = { address: BASE.usdc.address, fromBlock: 'earliest', toBlock: 'latest' };
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
  // A payment that has been open for ten minutes is looked at once a minute.
  for (let attempt = 0; attempt < 1_800; attempt++) {
    await chain.rpc.call('evm_mine', []);
    const state = await shops[0]?.ledger();
    left = JSON.stringify(state);
    if (state?.unknown === 0 && state.settling === 0) return;
    await wait(100);
  }
  wrongs.push(`the ledger stays open: ${left}`);
}

import { z } from 'zod';
import { withThousands } from '../../lib/wording.ts';
import { BASE_CHAIN_ID, USDC } from '../../payments/evm/usdc.ts';
import type { FacilitatorConfig, PaymentConfig } from '../../payments/payment-config.ts';
import { PAYMENT_NETWORK } from '../../payments/wire/payment.ts';
import { type Finding, ok, type Probe, problem, warning } from './probe.ts';

export async function checkPayments(config: PaymentConfig, probe: Probe): Promise<Finding[]> {
  if (config.mode === 'dev') return [await checkDevPackages()];
  const { facilitator, rpcUrl } = config;
  if (facilitator.kind !== 'local') {
    const [remote, chain] = await Promise.all([
      checkFacilitator(facilitator, probe),
      checkChain({ rpcUrl: rpcUrl.reveal() }, probe),
    ]);
    return [remote, ...chain];
  }
  const { privateKeyToAccount } = await import('viem/accounts');
  return checkChain(
    { rpcUrl: rpcUrl.reveal(), gasWallet: privateKeyToAccount(facilitator.privateKey.reveal()).address },
    probe,
  );
}

async function checkDevPackages(): Promise<Finding> {
  const { requireDevPackages } = await import('../../payments/dev/dev-payments.ts');
  try {
    requireDevPackages();
    return ok('payments', 'are for trying out: a chain on this machine, no real money');
  } catch (error) {
    const what = error instanceof Error ? error.message : 'cannot be started';
    return problem('payments', what, 'Do one of both.');
  }
}

/** Base makes one every two seconds. */
const OLDEST_BLOCK_SECONDS = 60;
const GAS_PER_SETTLEMENT = 150_000n;
const FEW_SETTLEMENTS = 500;

type Call = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Checks the node: whether it answers, is one of Base and keeps up; and the wallet that pays for settlements, if it is ours. */
async function checkChain(
  { rpcUrl, gasWallet }: { rpcUrl: string; gasWallet?: `0x${string}` },
  probe: Probe,
): Promise<Finding[]> {
  const call: Call = async (method, ...params) => {
    const answer = await probe.ask(rpcUrl, { body: { jsonrpc: '2.0', id: 1, method, params } });
    if (!answer.reached) throw new Error(answer.why);
    const { json } = answer;
    if (typeof json === 'object' && json !== null && 'result' in json) return json.result;
    throw new Error(`status ${answer.status}`);
  };
  try {
    const node = await checkNode(call);
    return node.state === 'problem' || gasWallet === undefined
      ? [node]
      : [node, await checkGas(call, gasWallet)];
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no answer';
    return [
      problem('chain', `the node does not answer: ${why}`, 'Correct RPC_URL, or use another node of Base.'),
    ];
  }
}

async function checkNode(call: Call): Promise<Finding> {
  const chainId = Number(await call('eth_chainId'));
  if (chainId !== BASE_CHAIN_ID) {
    const fix = `Set RPC_URL to a node of Base, chain ${BASE_CHAIN_ID}.`;
    return problem('chain', `the node is one of chain ${chainId}`, fix);
  }
  if ((await call('eth_getCode', USDC.address, 'latest')) === '0x') {
    return problem(
      'chain',
      'the node has no USDC at its address',
      'Use a node of Base that holds all of its state.',
    );
  }
  const block = await call('eth_getBlockByNumber', 'latest', false);
  const timestamp = typeof block === 'object' && block !== null && 'timestamp' in block ? block.timestamp : 0;
  const ageSeconds = Math.round(Date.now() / 1000 - Number(timestamp));
  return ageSeconds > OLDEST_BLOCK_SECONDS
    ? problem(
        'chain',
        `the newest block of the node is ${ageSeconds} seconds old`,
        'Wait until it has caught up, or use another one.',
      )
    : ok('chain', 'the node is one of Base and keeps up');
}

async function checkGas(call: Call, gasWallet: `0x${string}`): Promise<Finding> {
  const [balance, gasPrice] = await Promise.all([
    call('eth_getBalance', gasWallet, 'latest'),
    call('eth_gasPrice'),
  ]);
  const cost = GAS_PER_SETTLEMENT * (BigInt(String(gasPrice)) || 1n);
  const left = Number(BigInt(String(balance)) / cost);
  const fix = `Send ETH on Base to ${gasWallet}.`;
  if (left === 0) return problem('wallet gas', 'the wallet that settles cannot pay for one settlement', fix);
  if (left < FEW_SETTLEMENTS) return warning('wallet gas', `is left for about ${left} settlements`, fix);
  return ok('wallet gas', `is left for about ${withThousands(left)} settlements`);
}

const supported = z.object({
  kinds: z.array(z.object({ scheme: z.string(), network: z.string(), x402Version: z.number().optional() })),
});

/** Checks a remote facilitator: whether it answers us, and settles what we sell by. */
async function checkFacilitator(
  config: Extract<FacilitatorConfig, { kind: 'remote' | 'coinbase' }>,
  probe: Probe,
): Promise<Finding> {
  const check = 'facilitator';
  const { url, headers } = await howToAsk(config);
  if (headers === undefined) {
    return problem(check, 'the key of Coinbase cannot be read', 'Copy CDP_API_KEY_SECRET again, all of it.');
  }
  const answer = await probe.ask(`${url.replace(/\/+$/, '')}/supported`, { headers });
  if (!answer.reached) {
    return problem(
      check,
      `cannot be reached: ${answer.why}`,
      'Correct FACILITATOR_URL, or see that it runs.',
    );
  }
  if (answer.status === 401 || answer.status === 403) {
    return problem(
      check,
      `refuses us with status ${answer.status}`,
      config.kind === 'coinbase'
        ? 'See that CDP_API_KEY_ID and CDP_API_KEY_SECRET belong together and are in force.'
        : 'It wants credentials, which only Coinbase is given: choose another one.',
    );
  }
  const read = supported.safeParse(answer.json);
  if (answer.status !== 200 || !read.success) {
    return problem(
      check,
      `is none: it answers /supported with status ${answer.status}`,
      'Set FACILITATOR_URL to the address below which /supported, /verify and /settle are.',
    );
  }
  const settlesOurs = read.data.kinds.some(
    ({ scheme, network, x402Version }) =>
      scheme === 'exact' && network === PAYMENT_NETWORK && (x402Version ?? 2) === 2,
  );
  return settlesOurs
    ? ok(check, 'settles USDC on Base')
    : problem(
        check,
        `does not settle "exact" on ${PAYMENT_NETWORK} in x402 version 2`,
        'Choose a facilitator for Base itself; those for test networks do not do.',
      );
}

async function howToAsk(config: Extract<FacilitatorConfig, { kind: 'remote' | 'coinbase' }>) {
  if (config.kind === 'remote') return { url: config.url, headers: {} };
  const { COINBASE_FACILITATOR_URL, createCoinbaseAuthorize } = await import(
    '../../payments/facilitators/coinbase.ts'
  );
  const url = config.url ?? COINBASE_FACILITATOR_URL;
  const request = { method: 'GET', url: `${url.replace(/\/+$/, '')}/supported` } as const;
  return { url, headers: await createCoinbaseAuthorize(config)(request).catch(() => undefined) };
}

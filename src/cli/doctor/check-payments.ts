import { z } from 'zod';
import { withThousands } from '../../lib/wording.ts';
import { type Chain, createChain } from '../../payments/evm/chain.ts';
import { asHex, type Hex } from '../../payments/evm/encoding.ts';
import type { Network } from '../../payments/evm/networks.ts';
import { createRpc, examineNode } from '../../payments/evm/nodes.ts';
import { NodeError, type Rpc } from '../../payments/evm/rpc.ts';
import { toAtomicUsdc } from '../../payments/evm/usdc.ts';
import { createGasCeiling } from '../../payments/facilitators/gas-ceiling.ts';
import { askGas, GAS_ALARM_BELOW_SETTLEMENTS } from '../../payments/facilitators/local.ts';
import { createFeeSource } from '../../payments/facilitators/sender.ts';
import type { FacilitatorConfig, PaymentConfig } from '../../payments/payment-config.ts';
import type { Listing } from '../../products/product.ts';
import { type Finding, ok, type Probe, problem, warning } from './probe.ts';

export async function checkPayments(
  config: PaymentConfig,
  products: readonly Pick<Listing, 'priceUsd'>[],
  probe: Probe,
): Promise<Finding[]> {
  if (config.mode === 'dev') return [await checkDevPackages()];
  const { facilitator, network } = config;
  const urls = config.rpcUrls.reveal();
  const nodes = urls.map(async (url) => {
    const rpc = createRpc(url, probe);
    return { rpc, finding: await checkNode(rpc, network, urls.length > 1 ? new URL(url).host : undefined) };
  });
  const remote = facilitator.kind === 'local' ? [] : [await checkFacilitator(facilitator, network, probe)];
  const examined = await Promise.all(nodes);
  const good = examined.find(({ finding }) => finding.state === 'ok');
  const accounts = good ? await checkAccounts(good.rpc, config, products) : [];
  return [...remote, ...examined.map(({ finding }) => finding), ...accounts];
}

type RealPayments = Exclude<PaymentConfig, { mode: 'dev' }>;

/** Findings on the chain about the addresses that are paid and that pay for gas. */
async function checkAccounts(
  rpc: Rpc,
  config: RealPayments,
  products: readonly Pick<Listing, 'priceUsd'>[],
): Promise<Finding[]> {
  const { network, payTo, facilitator } = config;
  try {
    const found = [await checkPayTo(createChain(rpc, network), payTo)];
    if (facilitator.kind !== 'local') return found;
    const { privateKeyToAccount } = await import('viem/accounts');
    const gasWallet = privateKeyToAccount(facilitator.privateKey.reveal()).address;
    // As the service itself reckons when it raises the alarm.
    const { settlementsLeft, gasPrice } = await askGas({
      rpc,
      address: gasWallet,
      currentFees: createFeeSource(rpc),
    });
    found.push(checkGas(network, { gasWallet, settlementsLeft }));
    found.push(await checkGasPrice(rpc, products, { maxShare: facilitator.maxGasShare, gasPrice }));
    return found;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const fix = `Use another node of ${network.title}.`;
    return [problem('chain', `the node does not answer ${error.method}`, fix)];
  }
}

async function checkPayTo(chain: Pick<Chain, 'isBarred'>, payTo: string): Promise<Finding> {
  const isBarred = await chain.isBarred(asHex(payTo.toLowerCase()));
  return isBarred
    ? problem('PAY_TO', 'is barred by Circle: no USDC can come there', 'Set PAY_TO to another address.')
    : ok('PAY_TO', 'may receive USDC');
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

/** Examines a node as the service does before it sells anything; beside others it is named by its host. */
async function checkNode(rpc: Rpc, network: Network, host: string | undefined): Promise<Finding> {
  const state = await examineNode(rpc, network);
  const check = host ? `chain (${host})` : 'chain';
  if (state.kind === 'wrong') return problem(check, `the node ${state.what}`, state.fix);
  if (state.kind === 'away')
    return problem(
      check,
      `the node does not answer: ${state.why}`,
      `Correct RPC_URL, or use another node of ${network.title}.`,
    );
  return ok(
    check,
    `the node is one of ${network.title}, keeps up and lists events of ${withThousands(state.logBlocks)} blocks at once`,
  );
}

function checkGas(
  { title }: Network,
  { gasWallet, settlementsLeft: left }: { gasWallet: Hex; settlementsLeft: number },
): Finding {
  const fix = `Send ETH on ${title} to ${gasWallet}.`;
  if (left === 0) return problem('wallet gas', 'the wallet that settles cannot pay for one settlement', fix);
  if (left < GAS_ALARM_BELOW_SETTLEMENTS)
    return warning('wallet gas', `is left for about ${left} settlements`, fix);
  return ok('wallet gas', `is left for about ${withThousands(left)} settlements`);
}

async function checkGasPrice(
  rpc: Rpc,
  products: readonly Pick<Listing, 'priceUsd'>[],
  { maxShare, gasPrice }: { maxShare: number; gasPrice: bigint },
): Promise<Finding> {
  const [cheapest = 0n] = products
    .map(({ priceUsd }) => toAtomicUsdc(priceUsd))
    .sort((a, b) => Number(a - b));
  const leastAmount = await createGasCeiling(rpc, maxShare).leastAmount(gasPrice);
  if (cheapest >= leastAmount)
    return ok('gas price', `leaves a settlement within ${maxShare} of the lowest price`);
  return warning(
    'gas price',
    `a settlement costs more than ${maxShare} of the lowest price, and is refused`,
    'Wait until gas is cheaper, or raise MAX_GAS_SHARE.',
  );
}

const supported = z.object({
  kinds: z.array(z.object({ scheme: z.string(), network: z.string(), x402Version: z.number().optional() })),
});

/** Checks a remote facilitator: whether it answers us, and settles what we sell by. */
async function checkFacilitator(
  config: Extract<FacilitatorConfig, { kind: 'remote' | 'coinbase' }>,
  { id, title }: Network,
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
    ({ scheme, network, x402Version }) => scheme === 'exact' && network === id && (x402Version ?? 2) === 2,
  );
  return settlesOurs
    ? ok(check, `settles USDC on ${title}`)
    : problem(
        check,
        `does not settle "exact" on ${id} in x402 version 2`,
        `Choose a facilitator for ${title}, or set NETWORK to the network that it settles on.`,
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

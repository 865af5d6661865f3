import { withThousands } from '../../lib/with-thousands.ts';
import { BASE_CHAIN_ID, USDC } from '../../payments/evm/usdc.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import type { Probe } from './probe.ts';

/** Base makes one every two seconds. */
const OLDEST_BLOCK_SECONDS = 60;
const GAS_PER_SETTLEMENT = 150_000n;
const FEW_SETTLEMENTS = 500;

type Call = (method: string, ...params: unknown[]) => Promise<unknown>;

/** The node: whether it answers, is one of Base and keeps up; and the wallet that pays for settlements, if it is ours. */
export async function checkChain(
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

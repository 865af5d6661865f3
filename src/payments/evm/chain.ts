import { steadyNow } from '../../lib/clock.ts';
import { encodeCall, type Hex, hex, toQuantity, word } from './encoding.ts';
import type { Network } from './networks.ts';
import { listsEvents } from './nodes.ts';
import { type BlockTime, firstBlockAt, hasCodeAt, type Rpc, readBlock, readLogs } from './rpc.ts';
import {
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  type AuthorizedTransfer,
  addressTopic,
  gasShareOf,
  type MinedTransfer,
  receiptPays,
  TransactionReceipt,
} from './transfer.ts';

/**
 * `paid`: AuthorizationUsed and right behind it the Transfer to us stand in one successful receipt.
 * `void`: the chain shows that it was cancelled or spent on something else, or it is past its time and not spent.
 * `open`: not spent; it may still be.
 * `earlier`: spent before the time that was looked at; the node shows no event of it since.
 * `hidden`: spent, and this node does not show on what. Never to be taken for one of the others.
 */
export type Proof =
  | ({ kind: 'paid'; depth: number } & MinedTransfer)
  | { kind: 'void' }
  | { kind: 'open' }
  | { kind: 'earlier' }
  | { kind: 'hidden' };

/** The effect of one transaction. `paid`: as in Proof. `other`: something else. `missing`: the node has none such. */
export type TransferInTransaction =
  | { kind: 'paid'; transaction: Hex; depth: number }
  | { kind: 'other' }
  | { kind: 'missing' };

export type Chain = ReturnType<typeof createChain>;

/** More than any authorization of ours needs, however few blocks a node allows in one question. */
const MAX_LOG_QUESTIONS = 300;
/** Nodes know the state of a block some seconds before they have indexed its events. */
const INDEXED_AFTER_BLOCKS = 15;
/** Beyond any reorganisation that Base has seen. */
const EXPIRY_MARGIN_SECONDS = 30;
const HAS_CODE_TTL_MS = 60 * 60_000;
const NO_CODE_TTL_MS = 60_000;
const REMEMBERED_ADDRESSES = 10_000;

/** Accounts rarely become contracts, so that the answer is good for a while. */
function rememberCode(ask: (address: Hex) => Promise<boolean>): (address: Hex) => Promise<boolean> {
  const known = new Map<Hex, { hasCode: boolean; untilMs: number }>();
  return async (address) => {
    const found = known.get(address);
    if (found && found.untilMs > steadyNow()) return found.hasCode;
    const hasCode = await ask(address);
    const [oldest] = known.keys();
    if (oldest && known.size >= REMEMBERED_ADDRESSES) known.delete(oldest);
    known.delete(address);
    known.set(address, { hasCode, untilMs: steadyNow() + (hasCode ? HAS_CODE_TTL_MS : NO_CODE_TTL_MS) });
    return hasCode;
  };
}

function paidBy({ transactionHash, blockNumber }: TransactionReceipt, headBlock: number) {
  const depth = Math.max(0, headBlock - Number(blockNumber));
  return { kind: 'paid', transaction: transactionHash, depth } as const;
}

/**
 * Reads the chain. Every method rejects when the node cannot be asked: silence is never taken for an answer. `gasWallet`
 * pays for our own settlements.
 */
export function createChain(rpc: Rpc, { usdc }: Pick<Network, 'usdc'>, gasWallet?: () => Hex) {
  function madeBy(receipt: TransactionReceipt, transfer: AuthorizedTransfer, headBlock: number) {
    const isOurs = gasWallet !== undefined && receipt.from?.toLowerCase() === gasWallet();
    return { ...paidBy(receipt, headBlock), gas: isOurs ? gasShareOf(receipt, transfer) : undefined };
  }

  async function readUsdc(block: string, data: Hex): Promise<bigint> {
    return BigInt(hex.parse(await rpc.call('eth_call', [{ to: usdc.address, data }, block])));
  }

  const stateCall = (payer: Hex, nonce: Hex) =>
    encodeCall('authorizationState(address,bytes32)', word(payer), word(nonce));

  /**
   * The receipt of the newest of these transactions that is in the chain. After a reorganisation a node may still list
   * events of transactions that it no longer has.
   */
  async function newestReceipt(transactions: readonly Hex[]): Promise<TransactionReceipt | undefined> {
    for (const transaction of transactions.toReversed()) {
      const found = await rpc.call('eth_getTransactionReceipt', [transaction]);
      if (found !== null) return TransactionReceipt.parse(found);
    }
    return undefined;
  }

  /** Finds what spent or cancelled the nonce since a time; `undefined` where the node shows nothing. */
  async function findSpending(
    transfer: AuthorizedTransfer,
    head: BlockTime,
    { sinceMs, afterBlock = -1 }: { sinceMs: number; afterBlock?: number | undefined },
  ) {
    const topics = [
      [AUTHORIZATION_USED, AUTHORIZATION_CANCELED],
      addressTopic(transfer.payer),
      transfer.nonce,
    ];
    const from = Math.max(await firstBlockAt(rpc, sinceMs, head), afterBlock + 1);
    let questions = 0;
    for await (const logs of readLogs(rpc, { address: transfer.asset, topics, from, to: head.number })) {
      const receipt = await newestReceipt(logs.map(({ transactionHash }) => transactionHash));
      if (receipt ?? ++questions === MAX_LOG_QUESTIONS) return receipt;
    }
    return undefined;
  }

  /** Silence about a spent nonce is believed only late, and only of a node that lists the events of others. */
  async function explainSilence(isSpent: (block: Hex) => Promise<boolean>, head: BlockTime) {
    const indexed = toQuantity(Math.max(0, head.number - INDEXED_AFTER_BLOCKS));
    const wasSpent = await isSpent(indexed).catch(() => false);
    return wasSpent && (await listsEvents(rpc, head)) === 'yes' ? 'earlier' : 'hidden';
  }

  return {
    /**
     * Looks at `transaction` first, by which it may have been made, and then since `sinceMs`, when the authorization was
     * first seen here, or earlier; and at no block up to `afterBlock`.
     */
    async findEvidence(
      transfer: AuthorizedTransfer,
      {
        transaction,
        ...since
      }: { sinceMs: number; afterBlock?: number | undefined; transaction?: Hex | undefined },
    ): Promise<Proof> {
      const own = transaction && (await newestReceipt([transaction]));
      const head = await readBlock(rpc, 'latest');
      if (own && receiptPays(own, transfer)) return madeBy(own, transfer, head.number);
      const call = stateCall(transfer.payer, transfer.nonce);
      const isSpent = async (block: Hex) => (await readUsdc(block, call)) !== 0n;
      if (!(await isSpent(toQuantity(head.number)))) {
        const isOver = head.timeMs >= (transfer.validBeforeSeconds + EXPIRY_MARGIN_SECONDS) * 1_000;
        return { kind: isOver ? 'void' : 'open' };
      }
      const receipt = await findSpending(transfer, head, since);
      if (!receipt) return { kind: await explainSilence(isSpent, head) };
      return receiptPays(receipt, transfer) ? madeBy(receipt, transfer, head.number) : { kind: 'void' };
    },
    /** Whether this transaction made the transfer; `depth` counts the blocks on top of it. */
    async findTransfer(transfer: AuthorizedTransfer, transaction: Hex): Promise<TransferInTransaction> {
      const found = await rpc.call('eth_getTransactionReceipt', [transaction]);
      if (found === null) return { kind: 'missing' };
      const receipt = TransactionReceipt.parse(found);
      if (!receiptPays(receipt, transfer)) return { kind: 'other' };
      return paidBy(receipt, Number(hex.parse(await rpc.call('eth_blockNumber', []))));
    },
    /** The number of the newest block. */
    headNumber: async () => (await readBlock(rpc, 'latest')).number,
    /** USDC in atomic units. */
    balanceOf: (address: Hex) => readUsdc('latest', encodeCall('balanceOf(address)', word(address))),
    /** Whether Circle has barred the address from sending and receiving USDC. */
    isBarred: async (address: Hex) =>
      (await readUsdc('latest', encodeCall('isBlacklisted(address)', word(address)))) !== 0n,
    /** True for contracts, smart wallets and delegated accounts. */
    hasCode: rememberCode((address) => hasCodeAt(rpc, address, 'latest')),
  };
}

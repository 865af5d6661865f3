import { z } from 'zod';
import { encodeCall, type Hex, toQuantity, word } from './encoding.ts';
import { hasCodeAt, type Rpc } from './rpc.ts';
import {
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  type AuthorizedTransfer,
  addressTopic,
  receiptPays,
  TransactionReceipt,
} from './transfer-events.ts';
import { USDC } from './usdc.ts';

/**
 * `paid`: AuthorizationUsed and right behind it the Transfer to us stand in one successful receipt.
 * `void`: cancelled, spent on something else, or past its time: it can never pay us any more.
 * `open`: not spent; it may still be.
 */
export type Evidence =
  | { kind: 'paid'; transaction: Hex; depth: number }
  | { kind: 'void' }
  | { kind: 'open' };

/** The effect of one transaction. `paid`: as in Evidence. `other`: something else. `missing`: the node has none such. */
export type TransferInTransaction =
  | { kind: 'paid'; transaction: Hex; depth: number }
  | { kind: 'other' }
  | { kind: 'missing' };

export type Chain = ReturnType<typeof createChain>;

const Quantity = z.templateLiteral(['0x', z.string()]);
const Block = z.object({ number: Quantity, timestamp: Quantity });
const Logs = z.array(z.object({ transactionHash: Quantity }));

/** Most blocks that public nodes allow in one question. */
const LOG_PAGE_BLOCKS = 1_000;
const MAX_LOG_PAGES = 100;
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
    if (found && found.untilMs > Date.now()) return found.hasCode;
    const hasCode = await ask(address);
    const [oldest] = known.keys();
    if (oldest && known.size >= REMEMBERED_ADDRESSES) known.delete(oldest);
    known.delete(address);
    known.set(address, { hasCode, untilMs: Date.now() + (hasCode ? HAS_CODE_TTL_MS : NO_CODE_TTL_MS) });
    return hasCode;
  };
}

function paidBy({ transactionHash, blockNumber }: TransactionReceipt, headBlock: number) {
  const depth = Math.max(0, headBlock - Number(blockNumber));
  return { kind: 'paid', transaction: transactionHash, depth } as const;
}

/** Reads the chain. Every method rejects when the node cannot be asked: silence is never taken for an answer. */
export function createChain(rpc: Rpc) {
  async function readUsdc(block: string, data: Hex): Promise<bigint> {
    return BigInt(Quantity.parse(await rpc.call('eth_call', [{ to: USDC.address, data }, block])));
  }

  async function blockAt(tag: string) {
    const block = Block.parse(await rpc.call('eth_getBlockByNumber', [tag, false]));
    return { number: Number(block.number), timestampSeconds: Number(block.timestamp) };
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

  /** Finds what spent or cancelled the nonce, looking from the newest block backwards. */
  async function findSpending(transfer: AuthorizedTransfer, headBlock: number, sinceSeconds: number) {
    const topics = [
      [AUTHORIZATION_USED, AUTHORIZATION_CANCELED],
      addressTopic(transfer.payer),
      transfer.nonce,
    ];
    let to = headBlock;
    for (let page = 0; page < MAX_LOG_PAGES && to >= 0; page++) {
      const from = Math.max(0, to - LOG_PAGE_BLOCKS + 1);
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
      const logs = Logs.parse(await rpc.call('eth_getLogs', [{ address: transfer.asset, topics, ...range }]));
      const receipt = await newestReceipt(logs.map(({ transactionHash }) => transactionHash));
      if (receipt) return receipt;
      if (from === 0 || (await blockAt(toQuantity(from))).timestampSeconds < sinceSeconds) return undefined;
      to = from - 1;
    }
    return undefined;
  }

  return {
    /** `sinceMs` bounds the search for events: when the authorization was first seen here, or earlier. */
    async findEvidence(transfer: AuthorizedTransfer, sinceMs: number): Promise<Evidence> {
      const head = await blockAt('latest');
      const used = await readUsdc(toQuantity(head.number), stateCall(transfer.payer, transfer.nonce));
      if (used) {
        const receipt = await findSpending(transfer, head.number, Math.floor(sinceMs / 1_000));
        if (receipt && !receiptPays(receipt, transfer)) return { kind: 'void' };
        if (receipt) return paidBy(receipt, head.number);
        // Some nodes know the state of a block before they have indexed its events: believe the silence only late.
      }
      const isOver = head.timestampSeconds >= transfer.validBeforeSeconds + EXPIRY_MARGIN_SECONDS;
      return { kind: isOver ? 'void' : 'open' };
    },
    /** Whether this transaction made the transfer; `depth` counts the blocks on top of it. */
    async findTransfer(transfer: AuthorizedTransfer, transaction: Hex): Promise<TransferInTransaction> {
      const found = await rpc.call('eth_getTransactionReceipt', [transaction]);
      if (found === null) return { kind: 'missing' };
      const receipt = TransactionReceipt.parse(found);
      if (!receiptPays(receipt, transfer)) return { kind: 'other' };
      return paidBy(receipt, Number(Quantity.parse(await rpc.call('eth_blockNumber', []))));
    },
    /** USDC in atomic units. */
    balanceOf: (address: Hex) => readUsdc('latest', encodeCall('balanceOf(address)', word(address))),
    /** True for contracts, smart wallets and delegated accounts. */
    hasCode: rememberCode((address) => hasCodeAt(rpc, address, 'latest')),
  };
}

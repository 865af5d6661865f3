import { z } from 'zod';
import type { Payment } from '../wire/payment.ts';
import { bytes, encodeCall, type Hex, hex, keccakHex, word } from './encoding.ts';
import type { Network } from './networks.ts';
import { firstBlockAt, type Rpc, readBlock, readLogs } from './rpc.ts';
import { unwrapCounterfactual } from './signature.ts';

export const AUTHORIZATION_USED = keccakHex('AuthorizationUsed(address,bytes32)');
export const AUTHORIZATION_CANCELED = keccakHex('AuthorizationCanceled(address,bytes32)');
export const TRANSFER = keccakHex('Transfer(address,address,uint256)');

/** The identity of one authorization on the chain, and the payment that it must have made. */
export interface AuthorizedTransfer {
  payer: Hex;
  nonce: Hex;
  asset: Hex;
  payTo: Hex;
  amount: bigint;
  validBeforeSeconds: number;
}

/** A transfer in a mined transaction, with its share in the gas where that was ours, in wei. */
export interface MinedTransfer {
  transaction: Hex;
  gas?: bigint | undefined;
}

export const TransactionReceipt = z.object({
  transactionHash: hex,
  blockNumber: hex,
  status: z.string(),
  from: hex.optional(),
  gasUsed: hex.optional(),
  effectiveGasPrice: hex.optional(),
  /** Of Base: the fee for the data, beside the gas. */
  l1Fee: hex.nullish(),
  logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
});
export type TransactionReceipt = z.output<typeof TransactionReceipt>;

export const addressTopic = (address: Hex): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

/**
 * True where this one successful transaction spent the authorization on us. Its use and the transfer stand in the receipt one right
 * behind the other, as USDC writes them. Neither alone is proof, nor both apart: a nonce can be spent by a cancellation,
 * or by its payer on themselves beside a transfer to us that pays for something else.
 */
export function receiptPays({ status, logs }: TransactionReceipt, transfer: AuthorizedTransfer): boolean {
  if (status !== '0x1') return false;
  const payer = addressTopic(transfer.payer);
  const isUse = isEvent(transfer, AUTHORIZATION_USED, payer, transfer.nonce);
  const isTransfer = isEvent(transfer, TRANSFER, payer, addressTopic(transfer.payTo));
  return logs.some((log, index) => {
    const next = logs[index + 1];
    return isUse(log) && next !== undefined && isTransfer(next) && BigInt(next.data) === transfer.amount;
  });
}

/** The price of a transaction for whoever sent it, in wei, where the node says it. */
export function gasOf({ gasUsed, effectiveGasPrice, l1Fee }: TransactionReceipt): bigint | undefined {
  if (gasUsed === undefined || effectiveGasPrice === undefined) return undefined;
  return BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee ?? 0);
}

/**
 * The share of one transfer in what its transaction has cost whoever sent it, in wei: those of a batch share alike, and
 * their shares sum to the whole.
 */
export function gasShareOf(receipt: TransactionReceipt, transfer: AuthorizedTransfer): bigint | undefined {
  const cost = gasOf(receipt);
  if (cost === undefined) return undefined;
  const uses = receipt.logs.filter(({ topics }) => topics[0] === AUTHORIZATION_USED);
  const place = uses.findIndex(
    isEvent(transfer, AUTHORIZATION_USED, addressTopic(transfer.payer), transfer.nonce),
  );
  if (place < 0) return undefined;
  const costUpTo = (count: number) => (cost * BigInt(count)) / BigInt(uses.length);
  return costUpTo(place + 1) - costUpTo(place);
}

function isEvent({ asset }: AuthorizedTransfer, ...topics: Hex[]) {
  return (log: TransactionReceipt['logs'][number]) =>
    log.address.toLowerCase() === asset.toLowerCase() &&
    log.topics.length === topics.length &&
    log.topics.every((topic, index) => topic.toLowerCase() === topics[index]);
}

export interface IncomingTransfer {
  transaction: Hex;
  amount: bigint;
}

interface Incoming {
  network: Pick<Network, 'usdc'>;
  payTo: Hex;
}

/** The USDC that came to an address in the blocks of a time, from `fromMs` on and before `toMs`, oldest first. */
export async function* readIncomingTransfers(
  rpc: Rpc,
  { network, payTo }: Incoming,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): AsyncGenerator<IncomingTransfer> {
  const latest = await readBlock(rpc, 'latest');
  const [from, end] = [await firstBlockAt(rpc, fromMs, latest), await firstBlockAt(rpc, toMs, latest)];
  const topics = [TRANSFER, null, addressTopic(payTo)];
  for await (const logs of readLogs(rpc, { address: network.usdc.address, topics, from, to: end - 1 })) {
    for (const { transactionHash, data } of logs)
      yield { transaction: transactionHash, amount: BigInt(data) };
  }
}

interface Transfers {
  block: number;
  transfers: readonly { from: string; to: string; amount: bigint }[];
}

/** Every transfer of USDC that one transaction has made; `undefined` where it is unknown or has failed. */
export async function readTransfers(
  rpc: Rpc,
  transaction: string,
  { usdc }: Pick<Network, 'usdc'>,
): Promise<Transfers | undefined> {
  const receipt = TransactionReceipt.nullable().parse(
    await rpc.call('eth_getTransactionReceipt', [transaction]),
  );
  if (receipt?.status !== '0x1') return undefined;
  const ofUsdc = receipt.logs.filter(
    ({ address, topics }) => address.toLowerCase() === usdc.address && topics[0] === TRANSFER,
  );
  const transfers = ofUsdc.map(({ topics: [, from = '0x', to = '0x'], data }) => ({
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    amount: BigInt(data),
  }));
  return { block: Number(receipt.blockNumber), transfers };
}

/** USDC that one transaction has brought to an address; nothing where it is unknown or has failed. */
export async function readIncomingOf(
  rpc: Rpc,
  transaction: string,
  { network, payTo }: Incoming,
): Promise<bigint> {
  const { transfers = [] } = (await readTransfers(rpc, transaction, network)) ?? {};
  return sumOf(transfers.filter(({ to }) => to === addressTopic(payTo)));
}

/**
 * USDC that came back, by a later transaction, to whoever paid for a sale of this amount, or of any where it is left
 * out: the chain alone knows who that is. Where a batch has settled several sales, any of their payers may be the one.
 */
export function amountBack(
  sale: Transfers & { payTo: Hex; amount?: bigint | undefined },
  refund: Transfers,
): bigint {
  if (refund.block < sale.block) return 0n;
  const paid = sale.transfers.filter(
    ({ to, amount }) => to === addressTopic(sale.payTo) && amount === (sale.amount ?? amount),
  );
  const payers = new Set(paid.map(({ from }) => from));
  return sumOf(refund.transfers.filter(({ from, to }) => payers.has(to) && from !== to));
}

const sumOf = (transfers: Transfers['transfers']) => transfers.reduce((sum, { amount }) => sum + amount, 0n);

export interface ContractCall {
  to: Hex;
  data: Hex;
}

/** The call that takes the money. */
export function transferCall({ payload, requirements, signedBy }: Payment): ContractCall {
  const { authorization, signature } = payload.payload;
  const message = [
    word(authorization.from),
    word(authorization.to),
    word(BigInt(authorization.value)),
    word(BigInt(authorization.validAfter)),
    word(BigInt(authorization.validBefore)),
    word(authorization.nonce),
  ];
  const types = 'address,address,uint256,uint256,uint256,bytes32';
  if (signedBy === 'contract') {
    const data = encodeCall(
      `transferWithAuthorization(${types},bytes)`,
      ...message,
      bytes(unwrapCounterfactual(signature)),
    );
    return { to: requirements.asset, data };
  }
  const data = encodeCall(
    `transferWithAuthorization(${types},uint8,bytes32,bytes32)`,
    ...message,
    word(Number.parseInt(signature.slice(130), 16)),
    word(`0x${signature.slice(2, 66)}`),
    word(`0x${signature.slice(66, 130)}`),
  );
  return { to: requirements.asset, data };
}

/** The transfer as the chain shows it once the money is taken. */
export function authorizedTransferOf(payment: Payment): AuthorizedTransfer {
  const { payer, nonce, amount, requirements, validBeforeSeconds } = payment;
  return { payer, nonce, amount, asset: requirements.asset, payTo: requirements.payTo, validBeforeSeconds };
}

import { z } from 'zod';
import { type Hex, hex, keccakHex } from './encoding.ts';

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

export const TransactionReceipt = z.object({
  transactionHash: hex,
  blockNumber: hex,
  status: z.string(),
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

function isEvent({ asset }: AuthorizedTransfer, ...topics: Hex[]) {
  return (log: TransactionReceipt['logs'][number]) =>
    log.address.toLowerCase() === asset.toLowerCase() &&
    log.topics.length === topics.length &&
    log.topics.every((topic, index) => topic.toLowerCase() === topics[index]);
}

import { z } from 'zod';
import { keccakHex } from './abi.ts';
import type { Hex } from './hex.ts';

export const AUTHORIZATION_USED = keccakHex('AuthorizationUsed(address,bytes32)');
export const AUTHORIZATION_CANCELED = keccakHex('AuthorizationCanceled(address,bytes32)');
export const TRANSFER = keccakHex('Transfer(address,address,uint256)');

/** What identifies one authorization on the chain and what it must have paid. */
export interface AuthorizedTransfer {
  payer: Hex;
  nonce: Hex;
  asset: Hex;
  payTo: Hex;
  amount: bigint;
  validBeforeSeconds: number;
}

const hex = z.templateLiteral(['0x', z.string()]);

export const Receipt = z.object({
  transactionHash: hex,
  blockNumber: hex,
  status: z.string(),
  logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
});
export type Receipt = z.output<typeof Receipt>;

export const addressTopic = (address: Hex): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

/**
 * The authorization was spent and the money came to us, both in this one successful transaction. Neither alone
 * is proof: a nonce can be spent by a cancellation, and equal amounts can be transferred for other reasons.
 */
export function receiptPays(receipt: Receipt, transfer: AuthorizedTransfer): boolean {
  if (receipt.status !== '0x1') return false;
  const emitted = (data: bigint | undefined, ...topics: Hex[]) =>
    receipt.logs.some(
      (log) =>
        log.address.toLowerCase() === transfer.asset.toLowerCase() &&
        log.topics.length === topics.length &&
        log.topics.every((topic, index) => topic.toLowerCase() === topics[index]) &&
        (data === undefined || BigInt(log.data) === data),
    );
  const payer = addressTopic(transfer.payer);
  return (
    emitted(undefined, AUTHORIZATION_USED, payer, transfer.nonce) &&
    emitted(transfer.amount, TRANSFER, payer, addressTopic(transfer.payTo))
  );
}

import type { Hex } from './encoding.ts';

export const BASE_CHAIN_ID = 8453;

/** Circle's USDC on Base and the EIP-712 domain that its `transferWithAuthorization` signs under. */
export const USDC = {
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  name: 'USD Coin',
  version: '2',
  decimals: 6,
  chainId: BASE_CHAIN_ID,
} as const satisfies { address: Hex } & Record<string, unknown>;

/** Multicall3 lives at this address on every chain, Base included. */
export const MULTICALL3: Hex = '0xca11bde05977b3631167028862be2a173976ca11';

/** "0.01" -> 10000n. Throws on anything that is not a plain decimal with at most six places. */
export function toAtomicUsdc(dollars: string): bigint {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(dollars);
  if (!match) throw new Error(`"${dollars}" is not a price in dollars with at most six decimals`);
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(USDC.decimals, '0')}`);
}

/** 10000n -> "0.01": at least two decimals, and as many as it takes. */
export function formatUsdc(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(USDC.decimals + 1, '0');
  const dollars = digits.slice(0, -USDC.decimals);
  const decimals = digits.slice(-USDC.decimals).replace(/0{1,4}$/, '');
  return `${amount < 0n ? '-' : ''}${dollars}.${decimals}`;
}

import type { Hex } from './encoding.ts';

/** Of USDC on every chain. */
export const USDC_DECIMALS = 6;

/** Multicall3 lives at this address on every chain, Base included. */
export const MULTICALL3: Hex = '0xca11bde05977b3631167028862be2a173976ca11';

/** "0.01" -> 10000n. Throws on anything that is not a plain decimal with at most six places. */
export function toAtomicUsdc(dollars: string): bigint {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(dollars);
  if (!match) throw new Error(`"${dollars}" is not a price in dollars with at most six decimals`);
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(USDC_DECIMALS, '0')}`);
}

/** 10000n -> "0.01": at least two decimals, and as many as it takes. */
export const formatUsdc = (amount: bigint): string => formatUnits(amount, USDC_DECIMALS, 2);

/** Wei as ETH. */
export const formatEth = (wei: bigint): string => formatUnits(wei, 18, 1);

function formatUnits(amount: bigint, decimals: number, leastDecimals: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0');
  const rest = digits.slice(-decimals).replace(/0+$/, '').padEnd(leastDecimals, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${rest}`;
}

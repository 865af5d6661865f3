import { keccakHex } from './abi.ts';
import type { Hex } from './hex.ts';

/** The spelling of EIP-55, which wallets and other people's code expect to see. */
export function checksumAddress(address: string): Hex {
  const digits = address.toLowerCase().slice(2);
  if (!/^[0-9a-f]{40}$/.test(digits)) throw new Error('An address has 40 hexadecimal digits after 0x');
  const hash = keccakHex(digits).slice(2);
  const spelled = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${spelled.join('')}`;
}

/** True unless the address is in mixed case that is not its own checksum: then somebody has mistyped it. */
export function isSpelledRight(address: string): boolean {
  const digits = address.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || address === checksumAddress(address);
}

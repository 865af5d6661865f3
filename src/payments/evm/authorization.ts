import type { Hex } from './hex.ts';

/** The EIP-3009 message that the payer signed, as it travels. */
export interface Authorization {
  from: Hex;
  to: Hex;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: Hex;
}

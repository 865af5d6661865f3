import { keccak_256 } from '@noble/hashes/sha3.js';

/** What a wallet signs of a text that is shown to its owner (EIP-191). */
export function personalMessageDigest(message: string): Uint8Array {
  const bytes = Buffer.from(message);
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
}

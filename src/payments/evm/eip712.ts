import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Authorization } from './authorization.ts';
import { USDC } from './usdc.ts';

const WORD_BYTES = 32;
const keccakText = (text: string) => keccak_256(Buffer.from(text));

const TRANSFER_TYPE_HASH = keccakText(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
);

function writeUint(target: Buffer, value: string | number, wordIndex: number): void {
  target.write(BigInt(value).toString(16).padStart(64, '0'), wordIndex * WORD_BYTES, 'hex');
}

function writeAddress(target: Buffer, address: string, wordIndex: number): void {
  target.write(address.slice(2), wordIndex * WORD_BYTES + 12, 'hex');
}

function hashDomain(): Uint8Array {
  const encoded = Buffer.alloc(5 * WORD_BYTES);
  const parts = [
    keccakText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
    keccakText(USDC.name),
    keccakText(USDC.version),
  ];
  for (const [index, part] of parts.entries()) encoded.set(part, index * WORD_BYTES);
  writeUint(encoded, USDC.chainId, 3);
  writeAddress(encoded, USDC.address, 4);
  return keccak_256(encoded);
}

/** One contract on one chain is all we are paid by, so its domain is hashed once. */
const DOMAIN_SEPARATOR = hashDomain();
const PREFIX = Buffer.from([0x19, 0x01]);

/** What the payer of `transferWithAuthorization` signs. */
export function transferDigest(authorization: Authorization): Uint8Array {
  const message = Buffer.alloc(7 * WORD_BYTES);
  message.set(TRANSFER_TYPE_HASH, 0);
  writeAddress(message, authorization.from, 1);
  writeAddress(message, authorization.to, 2);
  writeUint(message, authorization.value, 3);
  writeUint(message, authorization.validAfter, 4);
  writeUint(message, authorization.validBefore, 5);
  message.write(authorization.nonce.slice(2), 6 * WORD_BYTES, 'hex');
  return keccak_256(Buffer.concat([PREFIX, DOMAIN_SEPARATOR, keccak_256(message)]));
}

import { createRequire } from 'node:module';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Authorization, Hex } from './encoding.ts';

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

interface Domain {
  name: string;
  version: string;
  chainId: number;
  /** Of the contract that verifies. */
  address: Hex;
}

/** Hashes what every signature for one contract on one chain begins with: once for each network. */
export function hashDomain({ name, version, chainId, address }: Domain): Uint8Array {
  const encoded = Buffer.alloc(5 * WORD_BYTES);
  const parts = [
    keccakText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
    keccakText(name),
    keccakText(version),
  ];
  for (const [index, part] of parts.entries()) encoded.set(part, index * WORD_BYTES);
  writeUint(encoded, chainId, 3);
  writeAddress(encoded, address, 4);
  return keccak_256(encoded);
}

const PREFIX = Buffer.from([0x19, 0x01]);
const typedDigest = (message: Buffer, domain: Uint8Array): Uint8Array =>
  keccak_256(Buffer.concat([PREFIX, domain, keccak_256(message)]));

/** The digest that the payer of `transferWithAuthorization` signs, under the domain of one network. */
export function transferDigest(authorization: Authorization, domain: Uint8Array): Uint8Array {
  const message = Buffer.alloc(7 * WORD_BYTES);
  message.set(TRANSFER_TYPE_HASH, 0);
  writeAddress(message, authorization.from, 1);
  writeAddress(message, authorization.to, 2);
  writeUint(message, authorization.value, 3);
  writeUint(message, authorization.validAfter, 4);
  writeUint(message, authorization.validBefore, 5);
  message.write(authorization.nonce.slice(2), 6 * WORD_BYTES, 'hex');
  return typedDigest(message, domain);
}

const VOUCHER_TYPE_HASH = keccakText('Voucher(bytes32 channelId,uint128 maxClaimableAmount)');

/** The digest that the payer of a channel signs for a call, under the domain of the contract that holds it. */
export function voucherDigest(
  { channelId, maxClaimableAmount }: { channelId: Hex; maxClaimableAmount: string },
  domain: Uint8Array,
): Uint8Array {
  const message = Buffer.alloc(3 * WORD_BYTES);
  message.set(VOUCHER_TYPE_HASH, 0);
  message.write(channelId.slice(2), WORD_BYTES, 'hex');
  writeUint(message, maxClaimableAmount, 2);
  return typedDigest(message, domain);
}

/** The digest that a wallet signs of a text that is shown to its owner (EIP-191). */
export function personalMessageDigest(message: string): Uint8Array {
  const bytes = Buffer.from(message);
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]));
}

const require = createRequire(import.meta.url);

/** The 64 bytes of the public key that made this signature; throws when there is none. */
type RecoverPublicKey = (rs: Uint8Array, recovery: 0 | 1, digest: Uint8Array) => Uint8Array;

let curves: typeof import('@noble/curves/secp256k1.js') | undefined;

/** Loaded when it is first needed: most installs never do, and it would slow every start. */
function loadCurves() {
  curves ??= require('@noble/curves/secp256k1.js') as NonNullable<typeof curves>;
  return curves;
}

export const recoverInJavaScript: RecoverPublicKey = (rs, recovery, digest) => {
  return loadCurves()
    .secp256k1.Signature.fromBytes(rs, 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(digest)
    .toBytes(false)
    .subarray(1);
};

/**
 * libsecp256k1, some ten times faster; absent where its package is not installed or has nothing for this platform.
 *
 * @NOTE The package's main file falls back to a slow copy in JavaScript without saying so; `bindings` does not.
 */
export function loadNativeRecovery(): RecoverPublicKey | undefined {
  try {
    const native: typeof import('secp256k1') = require('secp256k1/bindings');
    return (rs, recovery, digest) => native.ecdsaRecover(rs, recovery, digest, false).subarray(1);
  } catch {
    return undefined;
  }
}

const ECDSA_BYTES = 65;
/** Half of the curve's order: USDC refuses the upper half, in which every signature has a twin. */
const HIGHEST_S = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/** The tail that marks a signature of a smart wallet which may not be deployed yet (ERC-6492). */
const COUNTERFACTUAL_SUFFIX = '6492'.repeat(16);

export const isCounterfactual = (signature: Hex): boolean => signature.endsWith(COUNTERFACTUAL_SUFFIX);

let native: RecoverPublicKey | undefined | null = null;

function recovery(): RecoverPublicKey {
  if (native === null) native = loadNativeRecovery();
  return native ?? recoverInJavaScript;
}

const addressOfPublicKey = (publicKey: Uint8Array): Hex =>
  `0x${Buffer.from(keccak_256(publicKey)).toString('hex', 12)}`;

/**
 * The address of the account whose key made this signature, by the rules of USDC's own ECRecover:
 * 65 bytes, v of 27 or 28, s in the lower half. `undefined` for everything else.
 */
export function recoverSigner(digest: Uint8Array, signature: Hex, recover = recovery()): Hex | undefined {
  const bytes = Buffer.from(signature.slice(2), 'hex');
  if (bytes.length !== ECDSA_BYTES) return undefined;
  const v = bytes[ECDSA_BYTES - 1];
  if (v !== 27 && v !== 28) return undefined;
  if (bytes.subarray(32, 64).compare(HIGHEST_S) > 0) return undefined;
  try {
    const publicKey = recover(bytes.subarray(0, 64), v === 27 ? 0 : 1, digest);
    return addressOfPublicKey(publicKey);
  } catch {
    return undefined;
  }
}

/** The address of the account of a private key. */
export function addressOf(privateKey: Hex): Hex {
  const key = Buffer.from(privateKey.slice(2), 'hex');
  return addressOfPublicKey(loadCurves().secp256k1.getPublicKey(key, false).subarray(1));
}

const SUFFIX_DIGITS = COUNTERFACTUAL_SUFFIX.length;
const WORD_DIGITS = 64;

/** The wallet's own signature inside an ERC-6492 envelope `(factory, factoryCall, signature)`; others as they are. */
export function unwrapCounterfactual(signature: Hex): Hex {
  if (!isCounterfactual(signature)) return signature;
  const envelope = signature.slice(2, -SUFFIX_DIGITS);
  const wordAt = (digit: number) => {
    const digits = envelope.slice(digit, digit + WORD_DIGITS);
    return digits.length === WORD_DIGITS ? Number(BigInt(`0x${digits}`)) : Number.NaN;
  };
  const start = wordAt(2 * WORD_DIGITS) * 2;
  const end = start + WORD_DIGITS + wordAt(start) * 2;
  return end <= envelope.length ? `0x${envelope.slice(start + WORD_DIGITS, end)}` : signature;
}

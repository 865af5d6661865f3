import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Hex } from './hex.ts';
import { loadNativeRecovery, type RecoverPublicKey, recoverInJavaScript } from './recover.ts';

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
    return `0x${Buffer.from(keccak_256(publicKey)).toString('hex', 12)}`;
  } catch {
    return undefined;
  }
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

import { createRequire } from 'node:module';
import { secp256k1 } from '@noble/curves/secp256k1.js';

/** The 64 bytes of the public key that made this signature; throws when there is none. */
export type RecoverPublicKey = (rs: Uint8Array, recovery: 0 | 1, digest: Uint8Array) => Uint8Array;

export const recoverInJavaScript: RecoverPublicKey = (rs, recovery, digest) =>
  secp256k1.Signature.fromBytes(rs, 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(digest)
    .toBytes(false)
    .subarray(1);

/**
 * libsecp256k1, some ten times faster; absent where its optional package has nothing for this platform.
 *
 * @NOTE The package's main file falls back to a slow copy in JavaScript without saying so; `bindings` does not.
 */
export function loadNativeRecovery(): RecoverPublicKey | undefined {
  try {
    const native: typeof import('secp256k1') = createRequire(import.meta.url)('secp256k1/bindings');
    return (rs, recovery, digest) => native.ecdsaRecover(rs, recovery, digest, false).subarray(1);
  } catch {
    return undefined;
  }
}

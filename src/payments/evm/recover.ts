import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The 64 bytes of the public key that made this signature; throws when there is none. */
export type RecoverPublicKey = (rs: Uint8Array, recovery: 0 | 1, digest: Uint8Array) => Uint8Array;

let curves: typeof import('@noble/curves/secp256k1.js') | undefined;

/** Loaded when it is first needed: most installs never do, and it would slow every start. */
export const recoverInJavaScript: RecoverPublicKey = (rs, recovery, digest) => {
  curves ??= require('@noble/curves/secp256k1.js') as NonNullable<typeof curves>;
  return curves.secp256k1.Signature.fromBytes(rs, 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(digest)
    .toBytes(false)
    .subarray(1);
};

/**
 * libsecp256k1, some ten times faster; absent where its optional package has nothing for this platform.
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

import fc from 'fast-check';
import { hashTypedData, recoverAddress, toHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { domainOf, newWallet, transferTypes } from '../../../test/payments/wallet.ts';
import type { Hex } from './encoding.ts';
import { networks } from './networks.ts';
import { loadNativeRecovery, recoverInJavaScript, recoverSigner, transferDigest } from './signature.ts';

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array): Hex => toHex(array));
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const authorizations = fc.record({
  from: hexOf(20),
  to: hexOf(20),
  value: uint256,
  validAfter: uint256,
  validBefore: uint256,
  nonce: hexOf(32),
});

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const native = loadNativeRecovery();
const skipped = native ? '' : ' (skipped: secp256k1 was not built for this machine)';

describe('the digest of a transfer', () => {
  test.each(Object.values(networks))("is viem's for every authorization on $title", (network) => {
    fc.assert(
      fc.property(authorizations, (message) => {
        const authorization = {
          ...message,
          value: String(message.value),
          validAfter: String(message.validAfter),
          validBefore: String(message.validBefore),
        };
        const own = transferDigest(authorization, network.domain);
        const expected = hashTypedData({
          domain: domainOf(network),
          types: transferTypes,
          primaryType: 'TransferWithAuthorization',
          message,
        });
        expect(toHex(own)).toBe(expected);
      }),
      { numRuns: 100 },
    );
  });
});

describe.each([
  [`native${skipped}`, native],
  ['JavaScript', recoverInJavaScript],
])('recovery in %s', (name, recover) => {
  test.skipIf(!recover)("finds viem's signer of every digest, and finds it nowhere else", async () => {
    const wallet = newWallet();
    await fc.assert(
      fc.asyncProperty(hexOf(32), hexOf(32), async (hash, other) => {
        const signature = await wallet.sign({ hash });
        const digest = Buffer.from(hash.slice(2), 'hex');
        expect(recoverSigner(digest, signature, recover)).toBe(wallet.address.toLowerCase());
        fc.pre(hash !== other);
        const elsewhere = recoverSigner(Buffer.from(other.slice(2), 'hex'), signature, recover);
        expect(elsewhere).not.toBe(wallet.address.toLowerCase());
        expect(elsewhere).toBe((await recoverAddress({ hash: other, signature })).toLowerCase());
      }),
      { numRuns: name === 'native' ? 40 : 15 },
    );
  });

  test.skipIf(!recover)('never throws, whatever 65 bytes it is given', () => {
    const digest = new Uint8Array(32).fill(7);
    fc.assert(
      fc.property(hexOf(64), fc.constantFrom('1b', '1c'), (rs, v) => {
        const found = recoverSigner(digest, `${rs}${v}`, recover);
        expect(found === undefined || /^0x[0-9a-f]{40}$/.test(found)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test.skipIf(!recover)('refuses what USDC would refuse', async () => {
    const hash = toHex(new Uint8Array(32).fill(9));
    const digest = Buffer.from(hash.slice(2), 'hex');
    const signature = await newWallet().sign({ hash });
    const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
    const twin = (CURVE_ORDER - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
    const otherV = v === '1b' ? '1c' : '1b';
    const refused: Record<string, Hex> = {
      'v of 0 or 1': `0x${r}${s}0${v === '1b' ? 0 : 1}`,
      's in the upper half': `0x${r}${twin}${otherV}`,
      'the compact form of EIP-2098': `0x${r}${s}`,
      'r of zero': `0x${'0'.repeat(64)}${s}${v}`,
      's of zero': `0x${r}${'0'.repeat(64)}${v}`,
      'r beyond the order': `0x${'f'.repeat(64)}${s}${v}`,
      'a longer signature': `${signature}00`,
      nothing: '0x',
    };
    expect(recoverSigner(digest, signature, recover)).toBeDefined();
    for (const [why, value] of Object.entries(refused)) {
      expect(recoverSigner(digest, value, recover), why).toBeUndefined();
    }
  });
});

test.skipIf(skipped)(`both recoveries agree on every signature${skipped}`, () => {
  fc.assert(
    fc.property(hexOf(32), hexOf(64), fc.constantFrom('1b', '1c'), (hash, rs, v) => {
      const digest = Buffer.from(hash.slice(2), 'hex');
      expect(recoverSigner(digest, `${rs}${v}`, native)).toBe(
        recoverSigner(digest, `${rs}${v}`, recoverInJavaScript),
      );
    }),
    { numRuns: 40 },
  );
});

import { generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { importJWK, type JWK, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { Secret } from '../../lib/secret.ts';
import { checkCoinbaseSecret, createCoinbaseAuthorize } from './coinbase.ts';

const request = { method: 'POST', url: 'https://api.cdp.coinbase.com/platform/v2/x402/settle' } as const;

async function verifiedToken(keySecret: string, publicKey: JWK, algorithm: string) {
  const { Authorization = '' } = await createCoinbaseAuthorize({
    keyId: 'key-1',
    keySecret: new Secret(keySecret),
  })(request);
  const key = await importJWK(publicKey, algorithm);
  return jwtVerify(Authorization.replace('Bearer ', ''), key, { issuer: 'cdp', subject: 'key-1' });
}

const claims = { uris: ['POST api.cdp.coinbase.com/platform/v2/x402/settle'] };

test('a request is signed with an Ed25519 key for its one address', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { d = '' } = privateKey.export({ format: 'jwk' });
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const secret = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64');
  const token = await verifiedToken(secret, publicKey.export({ format: 'jwk' }), 'EdDSA');
  expect(token.payload).toMatchObject(claims);
  expect(token.protectedHeader).toMatchObject({ alg: 'EdDSA', kid: 'key-1', typ: 'JWT' });
  expect(Number(token.payload.exp) - Number(token.payload.nbf)).toBe(120);
});

test.each([
  ['sec1', 'EC PRIVATE KEY'],
  ['pkcs8', 'PRIVATE KEY'],
] as const)(
  'a request is signed with an ECDSA key in %s, with its line ends escaped or not',
  async (type, title) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = String(privateKey.export({ type, format: 'pem' }));
    expect(pem).toContain(title);
    for (const secret of [pem, pem.replaceAll('\n', '\\n')]) {
      const token = await verifiedToken(secret, publicKey.export({ format: 'jwk' }), 'ES256');
      expect(token.payload).toMatchObject(claims);
    }
  },
);

test.each([
  ['too short', 'bm90IGEga2V5'],
  ['64 bytes that are not a key', Buffer.from('bm90'.repeat(16)).toString('base64')],
  ['a PEM that was cut', '-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5'],
])('what is no key is named without being repeated: %s', async (_what, given) => {
  const error = await checkCoinbaseSecret(new Secret(given)).catch(inspect);
  expect(error).toMatch(/CDP_API_KEY_SECRET is neither/);
  expect(error).not.toMatch(/bm90|Ym05/);
});

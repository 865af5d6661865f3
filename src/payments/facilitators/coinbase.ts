import { randomBytes } from 'node:crypto';
import type { Secret } from '../../lib/secret.ts';
import type { Authorize } from './remote.ts';

export const COINBASE_FACILITATOR_URL = 'https://api.cdp.coinbase.com/platform/v2/x402';

/** The longest that Coinbase allows. */
const LIFETIME_SECONDS = 120;

const ED25519_SEED_BYTES = 32;

/** Reads the key; leaves out what went wrong, for that may quote the key. */
async function importKey(secret: Secret) {
  try {
    return await readKey(secret.reveal());
  } catch {
    throw new Error('CDP_API_KEY_SECRET is neither a PEM key nor the base64 of 64 bytes; copy it again.');
  }
}

/** Coinbase gives keys as PEM (ECDSA) or as base64 of an Ed25519 seed with its public key. */
async function readKey(secret: string) {
  const { importJWK, importPKCS8 } = await import('jose');
  if (secret.includes('-----BEGIN')) {
    const { createPrivateKey } = await import('node:crypto');
    const pem = createPrivateKey(secret.replaceAll('\\n', '\n')).export({ type: 'pkcs8', format: 'pem' });
    return { algorithm: 'ES256', key: await importPKCS8(String(pem), 'ES256') };
  }
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length !== 2 * ED25519_SEED_BYTES) {
    throw new Error('Not an Ed25519 key.');
  }
  const key = await importJWK(
    {
      kty: 'OKP',
      crv: 'Ed25519',
      d: bytes.subarray(0, ED25519_SEED_BYTES).toString('base64url'),
      x: bytes.subarray(ED25519_SEED_BYTES).toString('base64url'),
    },
    'EdDSA',
  );
  return { algorithm: 'EdDSA', key };
}

/** Signs each request to Coinbase's facilitator with a token for that one method and address. */
export function createCoinbaseAuthorize(credentials: { keyId: string; keySecret: Secret }): Authorize {
  let imported: ReturnType<typeof importKey> | undefined;
  return async ({ method, url }) => {
    imported ??= importKey(credentials.keySecret);
    const [{ SignJWT }, { algorithm, key }] = await Promise.all([import('jose'), imported]);
    const { host, pathname } = new URL(url);
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const token = await new SignJWT({ uris: [`${method} ${host}${pathname}`] })
      .setProtectedHeader({
        alg: algorithm,
        kid: credentials.keyId,
        typ: 'JWT',
        nonce: randomBytes(16).toString('hex'),
      })
      .setSubject(credentials.keyId)
      .setIssuer('cdp')
      .setIssuedAt(nowSeconds)
      .setNotBefore(nowSeconds)
      .setExpirationTime(nowSeconds + LIFETIME_SECONDS)
      .sign(key);
    return { Authorization: `Bearer ${token}` };
  };
}

/** Throws with what is wrong when the secret is no key, so that the start can stop on it. */
export async function checkCoinbaseSecret(keySecret: Secret): Promise<void> {
  await importKey(keySecret);
}

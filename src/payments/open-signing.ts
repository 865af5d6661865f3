import { createHmac, randomBytes } from 'node:crypto';
import type { Secret } from '../lib/secret.ts';
import type { Storage } from '../storage/storage.ts';
import { createSignInTerms } from './wire/extensions/sign-in-with-x.ts';
import { createIssuer } from './wire/receipt.ts';

interface Options {
  config: { offerSigningKey: Secret | undefined; offerFormerKeys: readonly string[] };
  publicUrl: string;
  storage: Pick<Storage, 'secrets'>;
}

/** Opens the signing of offers and receipts, and of the nonces that wallets sign in with: one key for all instances. */
export async function openSigning({ config, publicUrl, storage }: Options) {
  const seed =
    config.offerSigningKey?.reveal() ??
    (await storage.secrets.keep('offer-signing', randomBytes(32).toString('base64')));
  const secret = createHmac('sha256', seed).update('sign-in').digest('hex');
  return {
    issuer: createIssuer({ seed, formerKeys: config.offerFormerKeys, publicUrl }),
    signIn: createSignInTerms({ publicUrl, secret }),
  };
}

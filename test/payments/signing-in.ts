import { createSignInTerms, writeSignInMessage } from '../../src/payments/wire/extensions/sign-in-with-x.ts';
import type { Offer } from '../../src/payments/wire/requirements.ts';
import { wallet } from './stage.ts';
import { toHeader } from './wallet.ts';

export const signInTerms = createSignInTerms({ publicUrl: 'https://forecourt.test', secret: 'a secret' });

/** The header of a wallet that signs in at this time. */
export async function signInAt(nowMs: number, { network, resource }: Offer): Promise<string> {
  const issuedAtMs = nowMs - (nowMs % 60_000);
  const issuedAt = new Date(issuedAtMs).toISOString();
  const nonce = signInTerms.newNonce(issuedAt);
  const request = { domain: signInTerms.domain, network, uri: resource.url, nonce, issuedAtMs };
  const signature = await wallet.signMessage({ message: writeSignInMessage(request, wallet.address) });
  return toHeader({ address: wallet.address, nonce, issuedAt, signature });
}

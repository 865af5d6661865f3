import { declareSignIn, NONCE_PLACEHOLDER, SIGN_IN } from './extensions/sign-in-with-x.ts';
import type { Offer } from './requirements.ts';

/** The `PAYMENT-REQUIRED` header of one challenge, for one caller after the other. */
export interface ChallengeHeader {
  write(): string;
}

interface Required {
  extensions: Record<string, unknown>;
}

const toBase64 = (text: string) => Buffer.from(text).toString('base64');

/**
 * Prepares all of the header but the nonce to sign in with, which is another one in each. Three characters are four of
 * base64: the text before the nonce is brought to a multiple of three, so that nothing is encoded anew but the nonce.
 */
export function prepareChallengeHeader(
  required: Required,
  { signIn, resource }: Pick<Offer, 'signIn' | 'resource'>,
  issuedAtMs: number,
): ChallengeHeader {
  if (!signIn) {
    const header = toBase64(JSON.stringify(required));
    return { write: () => header };
  }
  const declaration = declareSignIn({
    domain: signIn.domain,
    uri: resource.url,
    nonce: NONCE_PLACEHOLDER,
    issuedAtMs,
  });
  const { issuedAt } = declaration.info;
  const extensions = { ...required.extensions, [SIGN_IN]: declaration };
  const [before = '', after = ''] = JSON.stringify({ ...required, extensions }).split(NONCE_PLACEHOLDER);
  const start = toBase64(before.padStart(before.length + missing(before)));
  const end = toBase64(after);
  return { write: () => `${start}${toBase64(signIn.newNonce(issuedAt))}${end}` };
}

const missing = (text: string) => (3 - (Buffer.byteLength(text) % 3)) % 3;

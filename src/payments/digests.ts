import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { PaymentKey } from '../storage/ledger-store.ts';

/** Keyed digests and seals: what the ledger keeps tells nothing to who does not have the request itself. */
export interface Digests {
  digest(kind: 'request' | 'signature' | 'identifier', text: string): string;
  /** Encrypts an answer under its own request: only who repeats that request can have it opened. */
  seal(answer: string, request: string, key: PaymentKey): string;
  /** Throws where the answer was sealed for another request or payment. */
  open(sealed: string, request: string, key: PaymentKey): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createDigests(secret: string): Digests {
  const keyed = (purpose: string, text: string) =>
    createHmac('sha256', secret).update(purpose).update('\0').update(text).digest();
  const boundTo = ({ payer, nonce }: PaymentKey) => Buffer.from(`${payer}:${nonce}`);

  return {
    digest: (kind, text) => keyed(kind, text).toString('base64url'),

    seal(answer, request, key) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyed('answer', request), iv).setAAD(boundTo(key));
      const sealed = [iv, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64');
    },

    open(sealed, request, key) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyed('answer', request),
        bytes.subarray(0, IV_BYTES),
        {
          authTagLength: TAG_BYTES,
        },
      );
      decipher.setAAD(boundTo(key)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    },
  };
}

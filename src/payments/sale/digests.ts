import { createHmac, createSecretKey } from 'node:crypto';
import { seal, unseal } from '../../lib/seal.ts';
import type { PaymentKey } from '../../storage/ledger-store.ts';

/** Keyed digests and seals: what the ledger keeps means nothing to who does not have the request itself. */
export interface Digests {
  digest(kind: 'request' | 'signature' | 'identifier', text: string): string;
  /** Encrypts an answer under its own request: only who repeats that request can have it opened. */
  seal(answer: string, request: string, key: PaymentKey): string;
  /** Throws where the answer was sealed for another request or payment. */
  open(sealed: string, request: string, key: PaymentKey): string;
}

export function createDigests(secret: string): Digests {
  // Key objects, here and below: Node takes as long to examine plain bytes as to encrypt an answer with them.
  const key = createSecretKey(secret, 'utf8');
  const keyed = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest();
  const keyOf = (request: string) => createSecretKey(keyed('answer', request));
  const boundTo = ({ payer, nonce }: PaymentKey) => `${payer}:${nonce}`;

  return {
    digest: (kind, text) => keyed(kind, text).toString('base64url'),

    seal: (answer, request, sale) => seal(answer, { key: keyOf(request), boundTo: boundTo(sale) }),
    open: (sealed, request, sale) => unseal(sealed, { key: keyOf(request), boundTo: boundTo(sale) }),
  };
}

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
  /** Encrypts a payment under the secret alone, so that it can be settled again without its payer. */
  sealPayment(payment: string, key: PaymentKey): string;
  openPayment(sealed: string, key: PaymentKey): string;
}

export function createDigests(secret: string): Digests {
  // Key objects, here and below: Node takes as long to examine plain bytes as to encrypt an answer with them.
  const key = createSecretKey(secret, 'utf8');
  const keyed = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest();
  const keyOf = (request: string) => createSecretKey(keyed('answer', request));
  // In place of a request: no request reads like this.
  const paymentKey = keyOf('a payment, until its settlement is final');
  const boundTo = ({ payer, nonce }: PaymentKey) => `${payer}:${nonce}`;

  return {
    digest: (kind, text) => keyed(kind, text).toString('base64url'),

    seal: (answer, request, sale) => seal(answer, { key: keyOf(request), boundTo: boundTo(sale) }),
    open: (sealed, request, sale) => unseal(sealed, { key: keyOf(request), boundTo: boundTo(sale) }),
    sealPayment: (payment, sale) => seal(payment, { key: paymentKey, boundTo: boundTo(sale) }),
    openPayment: (sealed, sale) => unseal(sealed, { key: paymentKey, boundTo: boundTo(sale) }),
  };
}

import { createHmac, createSecretKey } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { seal, unseal, unsealBytes } from '../../lib/secret.ts';
import type { PaymentKey, PaymentRow } from '../../storage/ledger-store.ts';
import type { AnyPayment, Payment } from '../wire/payment.ts';

export type Digests = ReturnType<typeof createDigests>;

/**
 * The form of digests, of the texts of requests that they are made of, and of what is sealed. Raise it with any change
 * of these: a row of another form is known as such, and nobody is told that their payment has bought something else.
 */
const FORM = 1;

/** Keyed digests and seals: what the ledger keeps means nothing to who does not have the request itself. */
export function createDigests(secret: string) {
  // Key objects, here and below: Node takes as long to examine plain bytes as to encrypt an answer with them.
  const key = createSecretKey(secret, 'utf8');
  const keyed = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest();
  const keyOf = (request: string) => createSecretKey(keyed('answer', request));
  // In place of a request: no request reads like this.
  const paymentKey = keyOf('a payment, until its settlement is final');
  const boundTo = ({ payer, nonce }: PaymentKey) => `${payer}:${nonce}`;

  const name = keyed('name', '').toString('base64url').slice(0, 8);
  const form = `${FORM}.${name}`;

  return {
    /** Names the form and, without showing it, the secret. */
    form,
    /** Whether a row may be of this form and secret: rows of before that was noted are of the first form. */
    mayHaveMade: (row: Pick<PaymentRow, 'form'>) => (row.form ?? `1.${name}`) === form,
    digest: (kind: 'request' | 'signature' | 'identifier', text: string) =>
      keyed(kind, text).toString('base64url'),

    /** Encrypts an answer under its own request: only who repeats that request can have it opened. */
    seal: (answer: Uint8Array, request: string, sale: PaymentKey) =>
      seal(answer, { key: keyOf(request), boundTo: boundTo(sale) }),
    /** Throws where the answer was sealed for another request or payment. */
    unseal: (sealed: string, request: string, sale: PaymentKey) =>
      unsealBytes(sealed, { key: keyOf(request), boundTo: boundTo(sale) }),
    /** Encrypts a payment under the secret alone, so that it can be settled again without its payer. */
    sealPayment: (payment: string, sale: PaymentKey) =>
      seal(payment, { key: paymentKey, boundTo: boundTo(sale) }),
    unsealPayment: (sealed: string, sale: PaymentKey) =>
      unseal(sealed, { key: paymentKey, boundTo: boundTo(sale) }),
  };
}

/**
 * Seals a payment under the secret alone, so that its settlement can be sent again without its payer. The identifier
 * that the payer has chosen is not among it.
 */
export function sealPayment({ paymentIdentifier: _, ...payment }: Payment, digests: Digests): string {
  const text = JSON.stringify({ ...payment, amount: String(payment.amount) });
  return digests.sealPayment(text, payment);
}

/** Opens what sealPayment made; undefined once it was deleted, or where none of the secrets is that of the row. */
export function unsealPayment(row: PaymentRow, secrets: readonly Digests[]): Payment | undefined {
  const { payment: sealed } = row;
  const opened = sealed && openByAny(secrets, (digests) => digests.unsealPayment(sealed, row));
  if (!opened) return undefined;
  // A seal that opens is our own and unaltered, so its content has the shape it was sealed with.
  const payment = JSON.parse(opened) as Payment;
  return { ...payment, amount: BigInt(payment.amount) };
}

function openByAny<Opened>(
  secrets: readonly Digests[],
  open: (digests: Digests) => Opened,
): Opened | undefined {
  for (const digests of secrets) {
    try {
      return open(digests);
    } catch {
      // Another of them may be the one.
    }
  }
  return undefined;
}

/** The part of a sale that is kept from before its settlement until the answer has had its time. */
export interface KeptSale {
  answer: object;
  /** To settle it once more for a payer who comes back without it. */
  payment: Payment;
}

/** Decodes have 3 to 10 kB with their payment, and compressed all fit in: their length says nothing about the vehicle. */
const SMALLEST_BYTES = 4_096;

/** Seals a sale under its own request. */
export function sealSale(
  { answer, payment }: Omit<KeptSale, 'payment'> & { payment: AnyPayment },
  request: string,
  digests: Digests,
): string {
  // Facilitators list what is settled when it is sold; a settlement that is repeated need not carry it again.
  const { listing: _listed, amount, ...kept } = payment;
  // A voucher is charged already.
  const repeated = payment.requirements.scheme !== 'exact' ? {} : kept;
  const text = JSON.stringify({ answer, payment: { ...repeated, amount: String(amount) } });
  return digests.seal(pack(text), request, payment);
}

/** No JSON begins with it. */
const COMPRESSED = 0;

/**
 * Fills up to the next power of two: a seal hides everything but the length of what is in it. What is longer than the
 * shortest is compressed first, which costs less than to write it.
 */
function pack(text: string): Buffer {
  const plain = Buffer.from(text);
  const isLong = plain.length > SMALLEST_BYTES;
  const packed = isLong ? Buffer.concat([Buffer.of(COMPRESSED), deflateRawSync(plain, { level: 1 })]) : plain;
  let length = SMALLEST_BYTES;
  while (length < packed.length) length *= 2;
  // Both ends are found without it: JSON may end in spaces, and what is compressed says where it ends.
  return Buffer.concat([packed, Buffer.alloc(length - packed.length, ' ')]);
}

const unpack = (packed: Buffer): string =>
  (packed[0] === COMPRESSED ? inflateRawSync(packed.subarray(1)) : packed).toString('utf8');

/** Opens what sealSale made for the identical request; undefined once it was deleted, or under another secret. */
export function unsealSale(
  row: PaymentRow,
  request: string,
  secrets: readonly Digests[],
): KeptSale | undefined {
  const { answer: sealed } = row;
  const opened = sealed && openByAny(secrets, (digests) => digests.unseal(sealed, request, row));
  if (!opened) return undefined;
  // A seal that opens is our own and unaltered, so its content has the shape it was sealed with.
  const { answer, payment } = JSON.parse(unpack(opened)) as KeptSale;
  return { answer, payment: { ...payment, amount: BigInt(payment.amount) } };
}

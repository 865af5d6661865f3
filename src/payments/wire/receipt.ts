import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Hex } from '../evm/encoding.ts';
import type { PaymentHeader, PaymentRefusal, PaymentRequirements } from './payment.ts';

export type Issuer = ReturnType<typeof createIssuer>;

interface Options {
  /** 32 bytes as base64: the private key. */
  seed: string;
  /** The `x` of each public key that was used before, so that what it signed can still be verified. */
  formerKeys?: readonly string[];
  publicUrl: string;
}

/** The bytes that make an Ed25519 seed a private key of PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_NAME_CHARACTERS = 16;

/**
 * Signs what this service says about its sales, so that others can be shown it: by Ed25519, because Node signs with it in less than a tenth of a
 * millisecond on every platform.
 */
export function createIssuer({ seed, formerKeys = [], publicUrl }: Options) {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, 'base64')]),
    format: 'der',
    type: 'pkcs8',
  });
  const did = `did:web:${encodeURIComponent(new URL(publicUrl).host)}`;
  const name = (x: string) => ({ id: `${did}#${thumbprint(x)}`, publicKey: describeKey(x) });
  const current = name(publicPart(key));
  const header = toBase64Url(JSON.stringify({ alg: 'EdDSA', kid: current.id }));
  return {
    /** The `did:web` of the service: its keys are published under its own address. */
    did,
    /** All that were ever signed with, the current one first. */
    keys: [current, ...formerKeys.map(name)],
    /** A statement of texts and whole numbers as a compact JWS. */
    sign(statement: Record<string, string | number>): string {
      const signed = `${header}.${toBase64Url(canonical(statement))}`;
      return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
    },
  };
}

function publicPart(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('The signing key is not an Ed25519 key');
  return x;
}

/** As verifiers take it. */
const describeKey = (x: string) => ({ kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA' }) as const;

/** RFC 7638, shortened: it only distinguishes a handful of keys, and stands in every challenge. */
function thumbprint(x: string): string {
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  return createHash('sha256').update(members).digest('base64url').slice(0, KEY_NAME_CHARACTERS);
}

/** JSON as RFC 8785 orders it, for one level of texts and whole numbers. */
function canonical(statement: Record<string, string | number>): string {
  return JSON.stringify(statement, Object.keys(statement).sort());
}

const toBase64Url = (text: string) => Buffer.from(text).toString('base64url');

/** The x402 extension by which a seller signs what it offers and what it was paid for. */
export const OFFER_RECEIPT = 'offer-receipt';

const EXTENSION_VERSION = 1;

interface Offered {
  issuer: Issuer;
  requirements: PaymentRequirements;
  resource: { url: string };
}

/** Our signed word for the one entry of `accepts`, in a challenge. */
export function declareOffer({ issuer, requirements, resource }: Offered, validUntilSeconds: number) {
  const { scheme, network, asset, payTo, amount } = requirements;
  const signature = issuer.sign({
    version: EXTENSION_VERSION,
    resourceUrl: resource.url,
    scheme,
    network,
    asset,
    payTo,
    amount,
    validUntil: validUntilSeconds,
  });
  return {
    info: { offers: [{ format: 'jws', acceptIndex: 0, signature }] },
    schema: { type: 'object', required: ['offers'] },
  };
}

interface Sold {
  network: string;
  resource: { url: string };
  payer: Hex;
  transaction: string;
}

/** Our signed word that this payer has paid for this resource and was given it. */
function declareReceipt(
  issuer: Issuer,
  { network, resource, payer, transaction }: Sold,
  issuedAtSeconds: number,
) {
  const signature = issuer.sign({
    version: EXTENSION_VERSION,
    network,
    resourceUrl: resource.url,
    payer,
    issuedAt: issuedAtSeconds,
    transaction,
  });
  return {
    info: { receipt: { format: 'jws', signature } },
    schema: { type: 'object', required: ['receipt'] },
  };
}

/** The end of a settlement, before it is written as the protocol has it. */
type SettlementNotice =
  | { kind: 'settled'; transaction: Hex; amount: bigint }
  | { kind: 'not_settled'; reason: PaymentRefusal | 'settlement_pending'; transaction?: Hex };

/** The receipt of a settlement, or why there was none. */
export interface Receipt {
  success: boolean;
  errorReason?: string;
  payer: Hex;
  transaction: string;
  extra?: Record<string, unknown>;
  /** A refund to the payer: nothing was bought. */
  amount?: string;
}

/** A call that was paid by a voucher is named `channel:sum`; from it the payer's client goes on. */
export const voucherName = (channel: Hex, sum: bigint): Hex => `${channel}:${sum}`;

/** Members that clients of channels read in the receipt of a call. */
function describeVoucher(transaction: string, amount: bigint): { extra?: Record<string, unknown> } {
  const [channelId = '', sum] = transaction.split(':');
  if (sum === undefined) return {};
  const channelState = { channelId, chargedCumulativeAmount: sum };
  return { extra: { channelState, chargedAmount: String(amount) } };
}

export function describeSettlement(payer: Hex, notice: SettlementNotice): Receipt {
  return {
    ...(notice.kind === 'settled' && describeVoucher(notice.transaction, notice.amount)),
    success: notice.kind === 'settled',
    ...(notice.kind === 'not_settled' && { errorReason: notice.reason }),
    payer,
    transaction: notice.transaction ?? '',
  };
}

/** The `SettlementResponse` of the protocol. */
export interface SentReceipt extends Receipt {
  network: string;
  extensions?: Record<string, unknown>;
}

/** The receipt as it is sent: with our signature under it, where money was taken and this service signs. */
export function signReceipt(
  receipt: Receipt,
  { issuer, requirements: { network }, resource }: Omit<Offered, 'issuer'> & { issuer?: Issuer },
): SentReceipt {
  const { success, payer, transaction, amount } = receipt;
  const sent = { ...receipt, network };
  if (!success || !issuer || amount !== undefined) return sent;
  const sold = { network, resource, payer, transaction };
  const signed = declareReceipt(issuer, sold, Math.floor(Date.now() / 1_000));
  return { ...sent, extensions: { [OFFER_RECEIPT]: signed } };
}

/** `PAYMENT-RESPONSE`, and the same for those who paid by the legacy header. */
export function receiptHeaders(receipt: SentReceipt, paidBy: PaymentHeader): Record<string, string> {
  const encoded = Buffer.from(JSON.stringify(receipt)).toString('base64');
  return {
    'PAYMENT-RESPONSE': encoded,
    ...(paidBy === 'X-PAYMENT' && { 'X-PAYMENT-RESPONSE': encoded }),
  };
}

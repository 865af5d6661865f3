import { z } from 'zod';
import { hexOf, uint256 } from '../evm/encoding.ts';
import { type Network, networkByName } from '../evm/networks.ts';
import { recoverSigner, transferDigest } from '../evm/signature.ts';
import { BAZAAR } from './extensions/bazaar.ts';
import {
  ECDSA_DIGITS,
  type Payment,
  type PaymentHeader,
  type PaymentPayload,
  type PaymentRefusal,
  VoucherPayload,
} from './payment.ts';
import type { Offer } from './requirements.ts';

const LONGEST_SIGNATURE_DIGITS = 8_192;

/** Only EIP-3009: the other ways to move a token are not offered. */
const TransferPayload = z.strictObject({
  signature: hexOf(`${ECDSA_DIGITS - 2},${LONGEST_SIGNATURE_DIGITS}`).refine(
    (value) => value.length % 2 === 0,
  ),
  authorization: z.strictObject({
    from: hexOf(40),
    to: hexOf(40),
    value: uint256,
    validAfter: uint256,
    validBefore: uint256,
    nonce: hexOf(64),
  }),
});

/** The terms that the client says it accepts, read only as far as it is compared; what it adds is ignored. */
const Accepted = z.object({
  scheme: z.string(),
  network: z.string(),
  asset: z.string(),
  amount: uint256,
  payTo: z.string(),
});

const EnvelopeV2 = z.object({
  x402Version: z.literal(2),
  accepted: Accepted,
  payload: z.unknown(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/** Version 1, with or without its number, and the hybrid that says 2 but is shaped like 1. */
const EnvelopeV1 = z.object({
  x402Version: z.union([z.literal(1), z.literal(2)]).nullish(),
  scheme: z.string(),
  network: z.string(),
  payload: z.unknown(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

export type CheckedPayment = { kind: 'fits'; payment: Payment } | { kind: 'refused'; reason: PaymentRefusal };

/** The last second of the year 9999. */
const LATEST_SECOND = 253_402_300_799n;

const refuse = (reason: PaymentRefusal): CheckedPayment => ({ kind: 'refused', reason });
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A payment as it was sent: read, but compared with nothing yet. */
export interface DecodedPayment {
  network: Network['id'];
  /** Version 1 does not repeat what it accepts. */
  accepted?: z.output<typeof EnvelopeV2>['accepted'];
  payload: z.output<typeof TransferPayload>;
  paymentIdentifier?: string;
}

/** A payment by a channel as it was sent. */
export interface DecodedVoucher extends Omit<DecodedPayment, 'payload'> {
  payload: VoucherPayload;
}

/** Compares what the client said it accepts. Only the signed message moves money, so this exists to explain early. */
export function compareTerms(
  { network, accepted }: Pick<DecodedPayment, 'network' | 'accepted'>,
  { requirements }: Pick<Offer, 'requirements'>,
): PaymentRefusal | undefined {
  if (network !== requirements.network) return 'wrong_network';
  if (!accepted) return undefined;
  if (!same(accepted.asset, requirements.asset)) return 'payment_invalid';
  if (accepted.amount !== requirements.amount) return 'wrong_amount';
  if (!same(accepted.payTo, requirements.payTo)) return 'wrong_recipient';
  return undefined;
}

function compareAuthorization(
  { payload: { authorization } }: DecodedPayment,
  { requirements, minimumValiditySeconds }: Offer,
  nowSeconds: number,
): PaymentRefusal | undefined {
  if (!same(authorization.to, requirements.payTo)) return 'wrong_recipient';
  if (authorization.value !== requirements.amount) return 'wrong_amount';
  if (BigInt(authorization.validBefore) < BigInt(nowSeconds + minimumValiditySeconds)) {
    return 'payment_expired';
  }
  // USDC wants the time of the block to be later than validAfter, not equal to it.
  if (BigInt(authorization.validAfter) >= BigInt(nowSeconds)) return 'payment_not_yet_valid';
  return undefined;
}

/** Checks everything about a payment that can be checked without asking anyone. */
export function checkPayment(decoded: DecodedPayment, offer: Offer, nowSeconds: number): CheckedPayment {
  const wrong = compareTerms(decoded, offer) ?? compareAuthorization(decoded, offer, nowSeconds);
  if (wrong) return refuse(wrong);

  const { authorization, signature } = decoded.payload;
  const signer = recoverSigner(transferDigest(authorization, offer.network.domain), signature);
  const validBefore = BigInt(authorization.validBefore);
  const payload: PaymentPayload = {
    x402Version: 2,
    resource: { url: offer.resource.url },
    accepted: offer.requirements,
    payload: { signature, authorization },
  };
  return {
    kind: 'fits',
    payment: {
      payer: authorization.from,
      nonce: authorization.nonce,
      amount: BigInt(authorization.value),
      validBeforeSeconds: Number(validBefore < LATEST_SECOND ? validBefore : LATEST_SECOND),
      signature,
      signedBy: signer === authorization.from ? 'account' : 'contract',
      payload,
      requirements: offer.requirements,
      ...(offer.bazaar && { listing: { resource: offer.resource, extensions: { [BAZAAR]: offer.bazaar } } }),
      ...(decoded.paymentIdentifier !== undefined && { paymentIdentifier: decoded.paymentIdentifier }),
    },
  };
}

/** The x402 extension by which a client names its payment with an id of its own. */
export const PAYMENT_IDENTIFIER = 'payment-identifier';

/** @NOTE Never validate with the schema that comes back in a payment: it is the client's and can be hostile. */
export const paymentIdentifierDeclaration = {
  info: { required: false },
  schema: {
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', pattern: '^[a-zA-Z0-9_-]{16,128}$' },
    },
    required: ['required'],
  },
} as const;

/** The same for the header of a challenge, where bytes are dear: which ids are taken stands in the body. */
export const briefPaymentIdentifier = { info: { required: false }, schema: {} } as const;

const IDENTIFIER = /^[a-zA-Z0-9_-]{16,128}$/;

/** A member of parsed JSON, whatever that is. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** `undefined`: the client gave none. `malformed`: it gave one that breaks the rules. */
function readPaymentIdentifier(extensions: unknown): { id: string } | 'malformed' | undefined {
  const id = field(field(field(extensions, PAYMENT_IDENTIFIER), 'info'), 'id');
  if (id === undefined) return undefined;
  return typeof id === 'string' && IDENTIFIER.test(id) ? { id } : 'malformed';
}

export interface MalformedPayment {
  reason: 'empty' | 'too_long' | 'not_base64' | 'too_deep' | 'not_json' | 'unsupported_version' | 'malformed';
  message: string;
}

export type PaymentReading =
  | { kind: 'none' }
  | { kind: 'malformed'; malformed: MalformedPayment; header: PaymentHeader }
  | { kind: 'refused'; reason: PaymentRefusal; header: PaymentHeader }
  | { kind: 'decoded'; decoded: DecodedPayment; header: PaymentHeader }
  | { kind: 'voucher'; decoded: DecodedVoucher; header: PaymentHeader };

/** Room for a smart wallet's signature and the extensions of our challenge; many proxies allow no more. */
export const MAX_HEADER_CHARACTERS = 8_192;
const MAX_NESTING = 16;

const MESSAGES: Record<Exclude<MalformedPayment['reason'], 'malformed'>, string> = {
  empty: 'The payment header is empty; leave it out or send a signed payment.',
  too_long: `The payment is longer than ${MAX_HEADER_CHARACTERS} characters; send less in extensions.`,
  not_base64: 'The payment header is not base64; encode the payment as JSON and that as base64.',
  too_deep: `The payment is nested deeper than ${MAX_NESTING} levels; send only what x402 asks for.`,
  not_json:
    'The payment is not a JSON object; send the signed payment as JSON, and in a header as base64 of that.',
  unsupported_version: 'The payment has another x402Version than 1 or 2; use version 2.',
};

const simply = (reason: keyof typeof MESSAGES): MalformedPayment => ({
  reason,
  message: MESSAGES[reason],
});

/** Names the places only: what was found there is the caller's and what a library says about it is not ours. */
function malformedAt(error: z.ZodError, prefix: string[]): MalformedPayment {
  const places = error.issues.slice(0, 4).map((issue) => [...prefix, ...issue.path].join('.') || 'payment');
  const listed = [...new Set(places)].join(', ');
  return { reason: 'malformed', message: `Correct the payment at: ${listed}.` };
}

function readJson(value: string): { json: object } | MalformedPayment {
  if (value === '') return simply('empty');
  if (value.length > MAX_HEADER_CHARACTERS) return simply('too_long');
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return simply('not_base64');
  const text = Buffer.from(value, 'base64').toString('utf8');
  if (isNestedDeeperThan(text, MAX_NESTING)) return simply('too_deep');
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { json };
  } catch {
    // The parser's message quotes the payment.
  }
  return simply('not_json');
}

function hasUnknownVersion(json: object): boolean {
  if (!('x402Version' in json)) return false;
  return ![1, 2, null].includes(json.x402Version as number | null);
}

export function decodePayment(value: string, header: PaymentHeader): PaymentReading {
  const read = readJson(value);
  return 'json' in read ? decodeEnvelope(read.json, header) : { kind: 'malformed', malformed: read, header };
}

/** Reads a payment that has its JSON already; its size and nesting must have been looked at. */
function decodeEnvelope(json: object, header: PaymentHeader): PaymentReading {
  const malformed = (why: MalformedPayment): PaymentReading => ({
    kind: 'malformed',
    malformed: why,
    header,
  });
  if (hasUnknownVersion(json)) return malformed(simply('unsupported_version'));

  const isVersionTwo = 'accepted' in json || !('scheme' in json);
  const envelope = isVersionTwo ? EnvelopeV2.safeParse(json) : EnvelopeV1.safeParse(json);
  if (!envelope.success) return malformed(malformedAt(envelope.error, []));
  const terms = 'accepted' in envelope.data ? envelope.data.accepted : envelope.data;
  // Payments for other networks and schemes have payloads of other shapes: say what is wrong, not how they differ.
  const network = networkByName.get(terms.network);
  if (!network) return { kind: 'refused', reason: 'wrong_network', header };
  const identifier = readPaymentIdentifier(envelope.data.extensions);
  if (identifier === 'malformed') {
    return malformed({
      reason: 'malformed',
      message: 'The id of the payment-identifier extension has 16 to 128 letters, digits, - and _.',
    });
  }
  const decoded = {
    network: network.id,
    ...('accepted' in envelope.data && { accepted: envelope.data.accepted }),
    ...(identifier && { paymentIdentifier: identifier.id }),
  };
  if (terms.scheme === 'batch-settlement') {
    const payload = VoucherPayload.safeParse(envelope.data.payload);
    if (!payload.success) return malformed(malformedAt(payload.error, ['payload']));
    return { kind: 'voucher', decoded: { ...decoded, payload: payload.data }, header };
  }
  if (terms.scheme !== 'exact') return { kind: 'refused', reason: 'payment_invalid', header };
  const payload = TransferPayload.safeParse(envelope.data.payload);
  if (!payload.success) return malformed(malformedAt(payload.error, ['payload']));
  return { kind: 'decoded', decoded: { ...decoded, payload: payload.data }, header };
}

/**
 * Reads a payment that came as JSON inside a message instead of as a header, under the same caps.
 *
 * @NOTE The message it came in must have been read under a cap on nesting of its own.
 */
export function readPaymentObject(payment: unknown): PaymentReading {
  if (payment === undefined) return { kind: 'none' };
  // Receipts name no header here; the kind only decides which headers a receipt would go into.
  const header = 'PAYMENT-SIGNATURE';
  if (typeof payment !== 'object' || payment === null || Array.isArray(payment)) {
    return { kind: 'malformed', malformed: simply('not_json'), header };
  }
  const text = JSON.stringify(payment);
  if (text.length > MAX_HEADER_CHARACTERS)
    return { kind: 'malformed', malformed: simply('too_long'), header };
  if (isNestedDeeperThan(text, MAX_NESTING))
    return { kind: 'malformed', malformed: simply('too_deep'), header };
  return decodeEnvelope(payment, header);
}

/** Measures JSON text without parsing it, so that a parser never meets what was nested to hurt it. */
export function isNestedDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > levels) return true;
    } else if (character === 0x7d || character === 0x5d) depth--;
  }
  return false;
}

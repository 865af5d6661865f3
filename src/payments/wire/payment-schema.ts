import { z } from 'zod';
import type { Hex } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';
import { recoverSigner, transferDigest } from '../evm/signature.ts';
import { BAZAAR } from './extensions/bazaar.ts';
import type { Payment, PaymentPayload, PaymentRefusal } from './payment.ts';
import type { Offer } from './requirements.ts';

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

const LARGEST_UINT256 = 2n ** 256n - 1n;

/** Hexadecimal of a fixed or bounded length, lower-cased so that equal values are equal keys. */
const hex = (digits: string) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`))
    .transform((value): Hex => `0x${value.slice(2).toLowerCase()}`);

const isUint256 = (value: string) => /^(0|[1-9]\d{0,77})$/.test(value) && BigInt(value) <= LARGEST_UINT256;

/** Decimal digits as the protocol has them; whole JSON numbers too, since clients send them. */
const uint256 = z.union([z.string().refine(isUint256), z.int().nonnegative().transform(String)]);

const ECDSA_DIGITS = 130;
const LONGEST_SIGNATURE_DIGITS = 8_192;

/** Only EIP-3009: the other ways to move a token are not offered. */
export const TransferPayload = z.strictObject({
  signature: hex(`${ECDSA_DIGITS - 2},${LONGEST_SIGNATURE_DIGITS}`).refine((value) => value.length % 2 === 0),
  authorization: z.strictObject({
    from: hex('40'),
    to: hex('40'),
    value: uint256,
    validAfter: uint256,
    validBefore: uint256,
    nonce: hex('64'),
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

export const EnvelopeV2 = z.object({
  x402Version: z.literal(2),
  accepted: Accepted,
  payload: z.unknown(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/** Version 1, with or without its number, and the hybrid that says 2 but is shaped like 1. */
export const EnvelopeV1 = z.object({
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

/** Compares what the client said it accepts. Only the signed message moves money, so this exists to explain early. */
function compareTerms(
  { network, accepted }: DecodedPayment,
  { requirements }: Offer,
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

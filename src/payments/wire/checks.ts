import { recoverSigner, transferDigest } from '../evm/signature.ts';
import { BAZAAR } from './extensions/bazaar.ts';
import type { DecodedPayment } from './header.ts';
import type { Payment, PaymentPayload, PaymentRefusal } from './payment.ts';
import type { Offer } from './requirements.ts';

export type CheckedPayment = { kind: 'fits'; payment: Payment } | { kind: 'refused'; reason: PaymentRefusal };

/** The last second of the year 9999. */
const LATEST_SECOND = 253_402_300_799n;

const refuse = (reason: PaymentRefusal): CheckedPayment => ({ kind: 'refused', reason });
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** What the client said it accepts. Only the signed message moves money, so this exists to explain early. */
function compareTerms({ accepted }: DecodedPayment, { requirements }: Offer): PaymentRefusal | undefined {
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

/** Everything about a payment that can be checked without asking anyone. */
export function checkPayment(decoded: DecodedPayment, offer: Offer, nowSeconds: number): CheckedPayment {
  const wrong = compareTerms(decoded, offer) ?? compareAuthorization(decoded, offer, nowSeconds);
  if (wrong) return refuse(wrong);

  const { authorization, signature } = decoded.payload;
  const signer = recoverSigner(transferDigest(authorization), signature);
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

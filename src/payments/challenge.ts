import { declareExtensions } from './extensions/extensions.ts';
import type { MalformedPayment } from './header.ts';
import type { PaymentRefusal } from './payment.ts';
import type { Offer } from './requirements.ts';

/** A finished answer; the transport only adds its request id. */
export interface PaymentAnswer {
  status: 400 | 402;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** Legacy clients pay only from a body in which every entry has their shape; the header stays version 2 for all. */
export type BodyVersion = 1 | 2;

/** What a caller is told to do about each reason for a 402. */
export const refusalMessages: Record<PaymentRefusal, string> = {
  payment_required: 'Pay for this call: sign one of the payments in accepts and repeat the request with it.',
  payment_invalid: 'Sign a payment that fits one of accepts exactly and repeat the request with it.',
  payment_expired:
    'The authorization has expired or is too close to it; sign a new one that is valid for maxTimeoutSeconds.',
  payment_not_yet_valid: 'The authorization is not valid yet; set validAfter to a time in the past.',
  wrong_amount: 'Sign for exactly the amount in accepts.',
  wrong_recipient: 'Sign for the payTo address in accepts.',
  wrong_network: 'Pay on the network in accepts.',
  invalid_signature: 'The signature is not that of the payer; sign the authorization again.',
  payment_already_used: 'This authorization has been used or cancelled; sign a new one.',
  insufficient_funds: 'The paying wallet does not hold enough USDC; fund it or pay from another one.',
  settlement_failed: 'The payment could not be settled and nothing was taken; sign a new one.',
};

const toBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

function paymentRequired(offer: Offer, error: string) {
  return {
    x402Version: 2,
    error,
    resource: offer.resource,
    accepts: [offer.requirements],
    extensions: declareExtensions(offer),
  };
}

/** Written out rather than spread from version 2: legacy clients know one spelling of everything. */
function versionOneAccepts({ requirements, resource, priceUsd }: Offer) {
  return {
    scheme: requirements.scheme,
    network: 'base',
    maxAmountRequired: requirements.amount,
    resource: resource.url,
    description: resource.description,
    mimeType: resource.mimeType,
    payTo: requirements.payTo,
    maxTimeoutSeconds: requirements.maxTimeoutSeconds,
    asset: requirements.asset,
    outputSchema: {},
    extra: requirements.extra,
    price: formatPrice(priceUsd),
  };
}

const formatPrice = (priceUsd: string) => `$${priceUsd}`;

function compose(offer: Offer, version: BodyVersion, error: string, message: string) {
  const common = {
    message,
    terms: offer.termsUrl,
    charged: false,
    ...(offer.notice !== undefined && { notice: offer.notice }),
    ...(offer.disclaimer !== undefined && { disclaimer: offer.disclaimer }),
  };
  if (version === 1) {
    return {
      x402Version: 1,
      error,
      accepts: [versionOneAccepts(offer)],
      resource: offer.resource,
      ...common,
    };
  }
  const { priceUsd, resource } = offer;
  const accepts = [{ ...offer.requirements, price: formatPrice(priceUsd), mimeType: resource.mimeType }];
  return { ...paymentRequired(offer, error), accepts, ...common };
}

/** An offer never changes, so each of its few challenges is made once. */
const made = new WeakMap<Offer, Map<string, PaymentAnswer>>();

function remember(offer: Offer, key: string, make: () => PaymentAnswer): PaymentAnswer {
  let answers = made.get(offer);
  if (!answers) {
    answers = new Map();
    made.set(offer, answers);
  }
  let answer = answers.get(key);
  if (!answer) {
    answer = make();
    answers.set(key, answer);
  }
  return answer;
}

const headersFor = (offer: Offer, error: string) => ({
  'PAYMENT-REQUIRED': toBase64(paymentRequired(offer, error)),
  'Cache-Control': 'no-store',
  ...(offer.link !== undefined && { Link: offer.link }),
});

/** The 402 that says what to pay and, after a payment that was not taken, why. Do not change what it returns. */
export function challenge(offer: Offer, refusal: PaymentRefusal, version: BodyVersion = 2): PaymentAnswer {
  return remember(offer, `${refusal} ${version}`, () => ({
    status: 402,
    headers: headersFor(offer, refusal),
    body: compose(offer, version, refusal, refusalMessages[refusal]),
  }));
}

/** The 400 for a payment header that cannot be read, with a fresh challenge to start again from. */
export function malformedPayment(offer: Offer, malformed: MalformedPayment, version: BodyVersion = 2) {
  const error = 'invalid_payment_payload';
  const body = compose(offer, version, error, malformed.message);
  const answer: PaymentAnswer = {
    status: 400,
    headers: headersFor(offer, error),
    body: { ...body, reason: malformed.reason },
  };
  return answer;
}

import { errors } from '../../errors/errors.ts';
import { BAZAAR } from './extensions/bazaar.ts';
import { declareSignIn, NONCE_PLACEHOLDER, SIGN_IN } from './extensions/sign-in-with-x.ts';
import {
  briefPaymentIdentifier,
  type MalformedPayment,
  PAYMENT_IDENTIFIER,
  paymentIdentifierDeclaration,
} from './header.ts';
import type { ChannelState, PaymentRefusal } from './payment.ts';
import { declareOffer, OFFER_RECEIPT } from './receipt.ts';
import type { Offer } from './requirements.ts';

/** A finished answer; the transport only adds its request id. The body is one object for many callers. */
export interface PaymentAnswer {
  status: 400 | 402;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** Legacy clients pay only from a body in which every entry has their shape; the header stays version 2 for all. */
export type BodyVersion = 1 | 2;

function paymentRequired(offer: Offer, { error, state }: Problem, extensions: Extensions) {
  return {
    x402Version: 2,
    error,
    resource: offer.resource,
    accepts: acceptsOf(offer, state),
    extensions,
  };
}

/** Payments that may be signed; who is out of step with a channel reads there what it stands at. */
function acceptsOf({ requirements, channel }: Offer, state?: ChannelState) {
  const other = channel?.();
  return other ? [requirements, { ...other, extra: { ...other.extra, ...state } }] : [requirements];
}

/** Written out rather than spread from version 2: legacy clients know one spelling of everything. */
function versionOneAccepts({ network, requirements, resource, priceUsd }: Offer) {
  return {
    scheme: requirements.scheme,
    network: network.name,
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

function composeBody(offer: Offer, version: BodyVersion, problem: Problem, extensions: Extensions) {
  const { error, message } = problem;
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
  const required = paymentRequired(offer, problem, extensions);
  const inWords = { price: formatPrice(priceUsd), mimeType: resource.mimeType };
  return { ...required, accepts: required.accepts.map((one) => ({ ...one, ...inWords })), ...common };
}

/** A challenge that is kept: only the nonce to sign in with is another one for each caller. */
interface KeptChallenge {
  body: Record<string, unknown>;
  headers: Record<string, string>;
  required: ChallengeHeader;
}

interface Period {
  startMs: number;
  extensions: ReturnType<typeof declareExtensions>;
  challenges: Map<string, KeptChallenge>;
}

/** The time for which one signature on an offer is handed out; the offer then holds for the time of a payment more. */
const PERIOD_MS = 60_000;
const periods = new WeakMap<Offer, Period>();

function periodOf(offer: Offer, nowMs: number): Period {
  const startMs = nowMs - (nowMs % PERIOD_MS);
  let period = periods.get(offer);
  if (period?.startMs !== startMs) {
    const validUntilSeconds = (startMs + PERIOD_MS) / 1_000 + offer.requirements.maxTimeoutSeconds;
    const extensions = declareExtensions(offer, { issuedAtMs: startMs, validUntilSeconds });
    period = { startMs, extensions, challenges: new Map() };
    periods.set(offer, period);
  }
  return period;
}

interface Problem {
  error: string;
  message: string;
  state?: ChannelState | undefined;
}

function compose(offer: Offer, version: BodyVersion, problem: Problem, period: Period): KeptChallenge {
  const { extensions, startMs } = period;
  return {
    body: composeBody(offer, version, problem, extensions.inBody),
    headers: {
      'Cache-Control': 'no-store',
      ...(offer.link !== undefined && { Link: offer.link }),
    },
    required: prepareChallengeHeader(writeHeader(offer, problem, extensions.inHeader), offer, startMs),
  };
}

const withHeader = ({ headers, required }: KeptChallenge) => ({
  'PAYMENT-REQUIRED': required.write(),
  ...headers,
});

/** The 402 that says what to pay and, after a payment that was not taken, why. Do not change what it returns. */
export function challenge(
  offer: Offer,
  refusal: PaymentRefusal,
  version: BodyVersion = 2,
  nowMs = Date.now(),
  state?: ChannelState,
): PaymentAnswer {
  const period = periodOf(offer, nowMs);
  const key = `${refusal} ${version} ${offer.channel?.() !== undefined}`;
  let kept = state ? undefined : period.challenges.get(key);
  if (!kept) {
    kept = compose(offer, version, { error: refusal, message: errors[refusal].message({}), state }, period);
    if (!state) period.challenges.set(key, kept);
  }
  return { status: errors[refusal].status, headers: withHeader(kept), body: kept.body };
}

/** The 400 for a payment header that cannot be read, with a fresh challenge to start again from. */
export function malformedPayment(
  offer: Offer,
  { reason, message: problem }: MalformedPayment,
  version: BodyVersion = 2,
): PaymentAnswer {
  const error = 'invalid_payment_payload';
  const { status, message } = errors[error];
  const period = periodOf(offer, Date.now());
  const made = compose(offer, version, { error, message: message({ reason, problem }) }, period);
  return { status, headers: withHeader(made), body: { ...made.body, reason } };
}

/**
 * The most characters of a `PAYMENT-REQUIRED` header. A proxy that gives the whole head of an answer one page of 4,096
 * bytes, as nginx does, answers 502 where it is longer. A refusal shares the page with the receipts of its settlement.
 */
const MOST_CHARACTERS = { asked: 2_900, refused: 2_450 };

/**
 * Writes the terms with as many extensions as there is room for. The last go first where the public address is long,
 * for it stands in most of them; the body has them all.
 */
function writeHeader(offer: Offer, problem: Problem, extensions: Extensions): string {
  const most = problem.error === 'payment_required' ? MOST_CHARACTERS.asked : MOST_CHARACTERS.refused;
  let written = JSON.stringify(paymentRequired(offer, problem, {}));
  const kept: Extensions = {};
  for (const [name, declaration] of Object.entries(extensions)) {
    const longer = JSON.stringify(paymentRequired(offer, problem, { ...kept, [name]: declaration }));
    if (charactersOfBase64(longer) > most) continue;
    written = longer;
    kept[name] = declaration;
  }
  return written;
}

/** Counts the blanks with which the header is brought to whole groups of base64, too. */
const charactersOfBase64 = (text: string) => Math.ceil(Buffer.byteLength(text) / 3) * 4 + 4;

/** The `PAYMENT-REQUIRED` header of one challenge, for one caller after the other. */
interface ChallengeHeader {
  write(): string;
}

const toBase64 = (text: string) => Buffer.from(text).toString('base64');

/**
 * Prepares all of the header but the nonce to sign in with, which is another one in each. Three characters are four of
 * base64: the text before the nonce is brought to a multiple of three, so that nothing is encoded anew but the nonce.
 */
function prepareChallengeHeader(
  required: string,
  { signIn }: Pick<Offer, 'signIn'>,
  issuedAtMs: number,
): ChallengeHeader {
  const [before = '', after] = required.split(NONCE_PLACEHOLDER);
  if (!signIn || after === undefined) {
    const header = toBase64(required);
    return { write: () => header };
  }
  const issuedAt = new Date(issuedAtMs).toISOString();
  const start = toBase64(before.padStart(before.length + missing(before)));
  const end = toBase64(after);
  return { write: () => `${start}${toBase64(signIn.newNonce(issuedAt))}${end}` };
}

const missing = (text: string) => (3 - (Buffer.byteLength(text) % 3)) % 3;

/** Declarations by the name of the extension. */
type Extensions = Record<string, unknown>;

interface Declared {
  inBody: Extensions;
  /** The most wanted first, as short as they may be; in them stands the placeholder of a nonce. */
  inHeader: Extensions;
}

/** Declares what a challenge says besides prices: whole in its body, and briefly in its header. */
function declareExtensions(
  { bazaar, bazaarInHeader, issuer, signIn, ...offer }: Offer,
  { issuedAtMs, validUntilSeconds }: { issuedAtMs: number; validUntilSeconds: number },
): Declared {
  const signed = issuer && { [OFFER_RECEIPT]: declareOffer({ issuer, ...offer }, validUntilSeconds) };
  const { network, resource } = offer;
  const request = { network, uri: resource.url, nonce: NONCE_PLACEHOLDER, issuedAtMs };
  return {
    inBody: {
      ...(bazaar && { [BAZAAR]: bazaar }),
      [PAYMENT_IDENTIFIER]: paymentIdentifierDeclaration,
      ...signed,
    },
    inHeader: {
      [PAYMENT_IDENTIFIER]: briefPaymentIdentifier,
      ...(signIn && {
        [SIGN_IN]: declareSignIn({ domain: signIn.domain, ...request }),
      }),
      ...signed,
      ...(bazaarInHeader && { [BAZAAR]: bazaarInHeader }),
    },
  };
}

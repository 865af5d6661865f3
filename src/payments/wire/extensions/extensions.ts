import { briefPaymentIdentifier, PAYMENT_IDENTIFIER, paymentIdentifierDeclaration } from '../header.ts';
import { declareOffer, OFFER_RECEIPT } from '../receipt.ts';
import type { Offer } from '../requirements.ts';
import { BAZAAR } from './bazaar.ts';
import { declareSignIn, NONCE_PLACEHOLDER, SIGN_IN } from './sign-in-with-x.ts';

/** Declarations by the name of the extension: one file in this folder for each. */
export type Extensions = Record<string, unknown>;

interface Declared {
  inBody: Extensions;
  /** The most wanted first, as short as they may be; in them stands the placeholder of a nonce. */
  inHeader: Extensions;
}

/** Declares what a challenge says besides prices: whole in its body, and briefly in its header. */
export function declareExtensions(
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

import { PAYMENT_IDENTIFIER, paymentIdentifierDeclaration } from '../header.ts';
import { declareOffer, OFFER_RECEIPT } from '../receipt.ts';
import type { Offer } from '../requirements.ts';
import { BAZAAR } from './bazaar.ts';

/**
 * Declares what a challenge says besides prices, one file in this folder for each extension.
 *
 * @NOTE All of it comes back in the payment header of every client, which is capped: keep it small.
 */
export function declareExtensions(
  { bazaar, issuer, ...offer }: Offer,
  validUntilSeconds: number,
): Record<string, unknown> {
  return {
    ...(bazaar && { [BAZAAR]: bazaar }),
    [PAYMENT_IDENTIFIER]: paymentIdentifierDeclaration,
    ...(issuer && { [OFFER_RECEIPT]: declareOffer({ issuer, ...offer }, validUntilSeconds) }),
  };
}

import { PAYMENT_IDENTIFIER, paymentIdentifierDeclaration } from './payment-identifier.ts';

/**
 * What the challenge of an offer declares besides prices, one file in this folder for each extension.
 *
 * @NOTE All of it comes back in the payment header of every client, which is capped: keep it small.
 */
export function declareExtensions(): Record<string, unknown> {
  return { [PAYMENT_IDENTIFIER]: paymentIdentifierDeclaration };
}

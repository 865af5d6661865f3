import type { Hex } from '../../evm/hex.ts';
import type { Issuer } from '../issuer.ts';
import { PAYMENT_NETWORK, type PaymentRequirements } from '../payment.ts';

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
  resource: { url: string };
  payer: Hex;
  transaction: string;
}

/** Our signed word that this payer has paid for this resource and was given it. */
export function declareReceipt(
  issuer: Issuer,
  { resource, payer, transaction }: Sold,
  issuedAtSeconds: number,
) {
  const signature = issuer.sign({
    version: EXTENSION_VERSION,
    network: PAYMENT_NETWORK,
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

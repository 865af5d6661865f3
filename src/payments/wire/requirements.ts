import { checksumAddress } from '../evm/address.ts';
import type { Network } from '../evm/networks.ts';
import { toAtomicUsdc } from '../evm/usdc.ts';
import type { BazaarDeclaration, BriefDeclaration } from './extensions/bazaar.ts';
import type { SignInTerms } from './extensions/sign-in-with-x.ts';
import type { ChannelRequirements, PaymentRequirements, ResourceDescription } from './payment.ts';
import type { Issuer } from './receipt.ts';

/** The terms of one product and everything that its challenge says: fixed while the service runs. */
export interface Offer {
  network: Network;
  requirements: PaymentRequirements;
  /** The other way to pay, where it is offered just now. */
  channel?: () => ChannelRequirements | undefined;
  /** Decimal dollars, such as "0.01". */
  priceUsd: string;
  resource: ResourceDescription;
  termsUrl: string;
  /** The `Link` header of its challenges. */
  link?: string;
  /** The call that indexers list. */
  bazaar?: BazaarDeclaration;
  /** The same in the header of a challenge, where it is short. */
  bazaarInHeader?: BriefDeclaration;
  /** Signs the offer in each challenge, and the receipts. */
  issuer?: Issuer;
  /** Terms on which a wallet signs in to fetch what it has paid for. */
  signIn?: SignInTerms;
  /** Left out where the transport puts one on everything it sends. */
  disclaimer?: string;
  /** Added to every challenge where payments are not real. */
  notice?: string;
  /** The least time for which an authorization must still be good: to compute and to settle. */
  minimumValiditySeconds: number;
}

export interface OfferOptions
  extends Omit<Offer, 'requirements' | 'channel' | 'resource' | 'minimumValiditySeconds'>,
    Partial<Pick<Offer, 'minimumValiditySeconds'>>,
    Pick<ResourceDescription, 'description' | 'serviceName' | 'tags'> {
  payTo: string;
  /** Absolute, under the public address of the service. */
  url: string;
  /** The time for which clients shall make an authorization good. */
  maxTimeoutSeconds?: number;
  /** Where calls can be paid by a channel, too. */
  channelFor?: ((requirements: PaymentRequirements) => Offer['channel']) | undefined;
}

export const DEFAULT_MAX_TIMEOUT_SECONDS = 120;
const DEFAULT_MINIMUM_VALIDITY_SECONDS = 15;

export function createOffer({
  payTo,
  url,
  description,
  serviceName,
  tags,
  maxTimeoutSeconds = DEFAULT_MAX_TIMEOUT_SECONDS,
  minimumValiditySeconds = DEFAULT_MINIMUM_VALIDITY_SECONDS,
  channelFor,
  ...terms
}: OfferOptions): Offer {
  if (minimumValiditySeconds >= maxTimeoutSeconds) {
    throw new Error('Clients must be asked to sign for longer than the minimum that is accepted');
  }
  const { id, usdc } = terms.network;
  const requirements: PaymentRequirements = {
    scheme: 'exact',
    network: id,
    amount: String(toAtomicUsdc(terms.priceUsd)),
    asset: checksumAddress(usdc.address),
    payTo: checksumAddress(payTo),
    maxTimeoutSeconds,
    extra: { name: usdc.name, version: usdc.version },
  };
  const channel = channelFor?.(requirements);
  return {
    ...terms,
    requirements,
    ...(channel && { channel }),
    resource: {
      url,
      description,
      mimeType: 'application/json',
      ...(serviceName !== undefined && { serviceName }),
      ...(tags && { tags }),
    },
    minimumValiditySeconds,
  };
}

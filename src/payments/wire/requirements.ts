import { checksumAddress } from '../evm/address.ts';
import type { Network } from '../evm/networks.ts';
import { toAtomicUsdc } from '../evm/usdc.ts';
import type { BazaarDeclaration, BriefDeclaration } from './extensions/bazaar.ts';
import type { SignInTerms } from './extensions/sign-in-with-x.ts';
import type { PaymentRequirements, ResourceDescription } from './payment.ts';
import type { Issuer } from './receipt.ts';

/** The terms of one product and everything that its challenge says: fixed while the service runs. */
export interface Offer {
  network: Network;
  requirements: PaymentRequirements;
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

export interface OfferOptions {
  network: Network;
  payTo: string;
  priceUsd: string;
  /** Absolute, under the public address of the service. */
  url: string;
  description: string;
  termsUrl: string;
  serviceName?: string;
  tags?: string[];
  link?: string;
  bazaar?: BazaarDeclaration;
  bazaarInHeader?: BriefDeclaration;
  issuer?: Issuer;
  signIn?: SignInTerms;
  disclaimer?: string;
  notice?: string;
  /** The time for which clients shall make an authorization good. */
  maxTimeoutSeconds?: number;
  minimumValiditySeconds?: number;
}

export const DEFAULT_MAX_TIMEOUT_SECONDS = 120;
const DEFAULT_MINIMUM_VALIDITY_SECONDS = 15;

export function createOffer(options: OfferOptions): Offer {
  const maxTimeoutSeconds = options.maxTimeoutSeconds ?? DEFAULT_MAX_TIMEOUT_SECONDS;
  const minimumValiditySeconds = options.minimumValiditySeconds ?? DEFAULT_MINIMUM_VALIDITY_SECONDS;
  if (minimumValiditySeconds >= maxTimeoutSeconds) {
    throw new Error('Clients must be asked to sign for longer than the minimum that is accepted');
  }
  const { id, usdc } = options.network;
  return {
    network: options.network,
    requirements: {
      scheme: 'exact',
      network: id,
      amount: String(toAtomicUsdc(options.priceUsd)),
      asset: checksumAddress(usdc.address),
      payTo: checksumAddress(options.payTo),
      maxTimeoutSeconds,
      extra: { name: usdc.name, version: usdc.version },
    },
    priceUsd: options.priceUsd,
    resource: {
      url: options.url,
      description: options.description,
      mimeType: 'application/json',
      ...(options.serviceName !== undefined && { serviceName: options.serviceName }),
      ...(options.tags && { tags: options.tags }),
    },
    termsUrl: options.termsUrl,
    ...(options.link !== undefined && { link: options.link }),
    ...(options.bazaar && { bazaar: options.bazaar }),
    ...(options.bazaarInHeader && { bazaarInHeader: options.bazaarInHeader }),
    ...(options.issuer && { issuer: options.issuer }),
    ...(options.signIn && { signIn: options.signIn }),
    ...(options.disclaimer !== undefined && { disclaimer: options.disclaimer }),
    ...(options.notice !== undefined && { notice: options.notice }),
    minimumValiditySeconds,
  };
}

import { BASE } from '../../src/payments/evm/networks.ts';
import { createOffer, type Offer, type OfferOptions } from '../../src/payments/wire/requirements.ts';

/** An offer of one cent to an address that belongs to nobody. */
export function anOffer(options: Partial<OfferOptions> = {}): Offer {
  return createOffer({
    network: BASE,
    payTo: '0x00000000000000000000000000000000feedbeef',
    priceUsd: '0.01',
    url: 'https://forecourt.test/v1/decode',
    description: 'Decode a VIN',
    termsUrl: 'https://forecourt.test/terms.txt',
    disclaimer: 'For information only.',
    ...options,
  });
}

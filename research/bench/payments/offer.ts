import { createOffer } from '../../../src/payments/wire/requirements.ts';

export const benchOffer = (payTo: string) =>
  createOffer({
    payTo,
    priceUsd: '0.01',
    url: 'https://forecourt.test/v1/decode',
    description: 'Decode a VIN',
    termsUrl: 'https://forecourt.test/terms.txt',
    disclaimer: 'For information only.',
  });

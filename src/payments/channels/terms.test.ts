import { expect, test } from 'vitest';
import { anOffer } from '../../../test/payments/offer.ts';
import { createChannelTerms } from './terms.ts';

test.each([
  ['0.01', '500000'],
  ['0.50', '500000'],
  ['0.51', '510000'],
  ['25', '25000000'],
  // More than one channel may owe us: it could never be sold.
  ['25.01', undefined],
])('a call at $%s is offered with a least deposit of %s', (priceUsd, minDeposit) => {
  const store = { unclaimed: async () => 0n };
  const { offerOf } = createChannelTerms({ store, receiverAuthorizer: `0x${'12'.repeat(20)}` });
  expect(anOffer({ priceUsd, channelFor: offerOf }).channel?.()?.extra.minDeposit).toBe(minDeposit);
});

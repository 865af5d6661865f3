import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Hex, toQuantity } from './encoding.ts';
import { BASE } from './networks.ts';
import { AUTHORIZATION_USED, addressTopic, gasShareOf, type TransactionReceipt } from './transfer.ts';

const payer = '0x00000000000000000000000000000000feedbeef';
const transferBy = (nonce: Hex) => {
  const terms = { asset: BASE.usdc.address, payTo: payer, amount: 1n, validBeforeSeconds: 1 } as const;
  return { ...terms, payer, nonce } as const;
};
const wei = fc.bigInt({ min: 0n, max: 10n ** 15n });

it('shares gas and the fee for the data among the transfers of a transaction, to the last wei', () => {
  fc.assert(
    fc.property(wei, wei, fc.option(wei), fc.integer({ min: 1, max: 60 }), (used, price, l1Fee, count) => {
      const nonces = Array.from({ length: count }, (_, index) => toQuantity(index + 1));
      const receipt: TransactionReceipt = {
        transactionHash: payer,
        blockNumber: '0x1',
        status: '0x1',
        gasUsed: toQuantity(used),
        effectiveGasPrice: toQuantity(price),
        l1Fee: l1Fee === null ? null : toQuantity(l1Fee),
        logs: nonces.map((nonce) => ({
          address: BASE.usdc.address,
          data: '0x',
          topics: [AUTHORIZATION_USED, addressTopic(payer), nonce],
        })),
      };
      const shares = nonces.map((nonce) => gasShareOf(receipt, transferBy(nonce)) ?? -1n);
      expect(shares.reduce((sum, share) => sum + share)).toBe(used * price + (l1Fee ?? 0n));
      expect(gasShareOf(receipt, transferBy('0x0'))).toBeUndefined();
      expect(gasShareOf({ ...receipt, gasUsed: undefined }, transferBy('0x1'))).toBeUndefined();
    }),
  );
});

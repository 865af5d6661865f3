import { expect, it } from 'vitest';
import type { BillOf } from './bill.ts';

/** Where no sale is taxed, and no fee goes by the price, nothing that the query says changes the bill. */
export function itIsUntaxed(bill: BillOf): void {
  it('is the same for every price', () => {
    expect(bill({ price: '500', sale_type: 'private' })).toEqual(
      bill({ price: '500000', sale_type: 'private' }),
    );
  });

  it('is the same with a trade-in', () => {
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '10000' })).toEqual(
      bill({ price: '25000', sale_type: 'dealer' }),
    );
  });

  it('has no local sales tax', () => {
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '3' })).toEqual(
      bill({ price: '25000', sale_type: 'dealer' }),
    );
  });
}

import type { CostsService } from './costs-service.ts';
import type { PlaceKey } from './places.ts';
import type { Bill } from './published.ts';

export const samplePrice = 25_000_00;

/** The bills that are shown free of charge: a private sale in Ontario and in California. */
export function sampleBills(costs: Pick<CostsService, 'compute'>): { ca: Bill; us: Bill } {
  const at = (place: PlaceKey) =>
    costs.compute({
      place,
      price: samplePrice,
      saleType: 'private',
      familyGift: false,
      buyerHasPlates: false,
    });
  return { ca: at({ country: 'CA', code: 'ON' }), us: at({ country: 'US', code: 'CA' }) };
}

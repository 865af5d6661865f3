import { z } from 'zod';
import type { CostsService } from '../costs/costs-service.ts';
import { type CostsQuery, costsQuery } from '../costs/query.ts';
import { type Costs, canadaCostsSchema, costsSchema, usCostsSchema } from '../costs/result-schema.ts';
import type { Product } from './product.ts';

interface Knowledge {
  costs: Pick<CostsService, 'compute'>;
}

const SAMPLE_PRICE = 25_000_00;

const sampleSchema = z.object({
  sample: z.literal(true),
  note: z.string(),
  ca: canadaCostsSchema,
  us: usCostsSchema,
});

export const purchaseCosts: Product<Knowledge, CostsQuery, Costs> = {
  slug: 'purchase-costs',
  name: 'Purchase costs',
  path: '/v1/purchase-costs',
  priceUsd: '0.02',
  summary:
    'Taxes and government fees of buying a used car in any Canadian province or US state, line by line.',
  description:
    'Itemized sales, use or excise tax, title, transfer, first registration, plates and inspection for 10 provinces, ' +
    '3 territories, 50 states and DC. Every line says how it was computed and carries its source, its confidence and ' +
    'its date; what the query cannot decide is a range and stays out of the known total.',
  query: costsQuery,
  response: costsSchema,
  sample: {
    path: '/v1/sample/purchase-costs',
    limitPerMinute: 10,
    response: sampleSchema,
    async read({ costs }) {
      const sale = { price: SAMPLE_PRICE, saleType: 'private' } as const;
      return {
        sample: true,
        note: 'Fixed inputs: a private sale at 25,000 in Ontario and in California. The paid path takes any place and price.',
        ca: costs.compute({
          country: 'CA',
          province: 'ON',
          ...sale,
          familyGift: false,
          buyerHasPlates: false,
        }),
        us: costs.compute({ country: 'US', state: 'CA', ...sale }),
      };
    },
  },
  async compute({ costs }, query) {
    return { body: costs.compute(query), charge: true };
  },
};

import { expect, it } from 'vitest';
import { createCostsService } from '../costs-service.ts';
import { loadJurisdictions } from '../load-jurisdictions.ts';
import { costsQuery } from '../query.ts';

it('an optional fee that depends on the car narrows no total', () => {
  const jurisdictions = loadJurisdictions();
  const colorado = jurisdictions.find(({ country, code }) => country === 'US' && code === 'CO');
  const fee = colorado?.fees.find(({ id }) => id === 'ev-fee');
  if (!fee) throw new Error('Colorado has a fee for electric cars');
  const query = costsQuery.parse({ country: 'US', state: 'CO', price: '25000', sale_type: 'private' });
  const narrowed = () =>
    createCostsService({ jurisdictions })
      .compute(query)
      .narrowing?.map(({ line }) => line);
  expect(narrowed()).toContain('ev-fee');
  fee.optional = true;
  expect(narrowed()).not.toContain('ev-fee');
});

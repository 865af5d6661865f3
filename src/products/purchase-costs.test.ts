import { describe, expect, it } from 'vitest';
import { costs, vehicles } from '../../test/report/report-fixture.ts';
import { purchaseCosts } from './purchase-costs.ts';

const knowledge = { vehicles, costs };

describe('the purchase-costs product', () => {
  it('charges for an answer of the published shape', async () => {
    const sale = { country: 'US', state: 'IL', price: '25000', sale_type: 'private' };
    const query = purchaseCosts.query.parse(sale);
    const answer = await purchaseCosts.compute(knowledge, query, { signal: AbortSignal.timeout(1000) });
    const body = { state: 'IL', stateName: 'Illinois', currency: 'USD' };
    expect(answer).toMatchObject({ charge: true, body });
    expect(purchaseCosts.response.safeParse(answer.body).error).toBeUndefined();
  });

  it.each([
    [{ fuel: 'electric' }, ['fuel']],
    [{ model_year: '2012' }, ['model_year']],
  ])('refuses what contradicts the VIN, uncharged: %j', async (given, wrong) => {
    const sale = {
      country: 'US',
      state: 'IL',
      price: '9000',
      sale_type: 'private',
      vin: '5NPDH4AE8DH100013',
    };
    const query = purchaseCosts.query.parse({ ...sale, ...given });
    const answer = purchaseCosts.compute(knowledge, query, { signal: AbortSignal.timeout(1000) });
    const issues = wrong.map((parameter) => ({
      parameter,
      message: expect.stringContaining('which the VIN says'),
    }));
    await expect(answer).rejects.toMatchObject({ code: 'invalid_parameters', details: { issues } });
  });

  it('has a sample of Ontario and California at 25,000, of the published shape', async () => {
    const sample = await purchaseCosts.sample.read(knowledge);
    expect(sample).toMatchObject({
      sample: true,
      ca: { country: 'CA', province: 'ON', price: 25_000, saleType: 'private', totalKnownCad: 3309 },
      us: { country: 'US', state: 'CA', price: 25_000, saleType: 'private' },
    });
    expect(purchaseCosts.sample.response.safeParse(sample).error).toBeUndefined();
  });
});

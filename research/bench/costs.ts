import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { placeKeys } from '../../src/costs/places.ts';
import type { CostsQuery } from '../../src/costs/sale.ts';
import { describeTimes, timesOf } from './measure.ts';

const ROUNDS = 400;

/** One computation, over every jurisdiction and both kinds of sale. */
export async function run(): Promise<void> {
  const loadStart = performance.now();
  await using forecourt = Forecourt.create(readConfig({}));
  const costs = await forecourt.costs();
  const loadMs = performance.now() - loadStart;

  const queries: CostsQuery[] = (['private', 'dealer'] as const).flatMap((saleType) =>
    placeKeys.map((place) => ({
      place,
      price: 25_000_00,
      saleType,
      familyGift: false,
      buyerHasPlates: false,
      ...(place.country === 'US' && { tradeIn: 5_000_00 }),
    })),
  );
  const times = await timesOf(ROUNDS * queries.length, (round) => {
    const query = queries[round % queries.length];
    if (query) costs.compute(query);
  });
  console.log(`load and compile ${placeKeys.length} jurisdictions: ${loadMs.toFixed(1)} ms`);
  console.log(`${times.length} computations: ${describeTimes(times)}`);
}

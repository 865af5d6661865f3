import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { placeKeys } from '../../src/costs/places.ts';
import type { CostsQuery } from '../../src/costs/sale.ts';

const ROUNDS = 400;

/** One computation, over every jurisdiction and both kinds of sale. The bar is 20 microseconds at the median. */
export async function run(): Promise<void> {
  const loadStart = performance.now();
  await using forecourt = Forecourt.create(readConfig({}));
  const costs = await forecourt.get('costs');
  const loadMs = performance.now() - loadStart;

  const queries: CostsQuery[] = (['private', 'dealer'] as const).flatMap((saleType) => [
    ...placeKeys.map((place) => ({
      place,
      price: 25_000_00,
      saleType,
      familyGift: false,
      buyerHasPlates: false,
      ...(place.country === 'US' && { tradeIn: 5_000_00 }),
    })),
  ]);
  const samplesUs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const start = performance.now();
      costs.compute(query);
      samplesUs.push((performance.now() - start) * 1000);
    }
  }
  samplesUs.sort((a, b) => a - b);
  const at = (share: number) => (samplesUs[Math.floor(samplesUs.length * share)] ?? 0).toFixed(1);
  console.log(`load and compile 64 jurisdictions: ${loadMs.toFixed(1)} ms`);
  console.log(
    `${samplesUs.length} computations: median ${at(0.5)} µs, p95 ${at(0.95)} µs, p99 ${at(0.99)} µs`,
  );
}

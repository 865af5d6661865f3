import { sum } from '../lib/count.ts';
import type { Terms } from '../lib/terms.ts';
import { listed } from '../lib/wording.ts';
import { decode } from './decode.ts';
import { knownIssues } from './known-issues.ts';
import { prepurchase } from './prepurchase.ts';
import { type Listing, listProduct } from './product.ts';
import { purchaseCosts } from './purchase-costs.ts';
import { recalls } from './recalls.ts';

const table: readonly Listing[] = [
  listProduct(decode),
  listProduct(recalls),
  listProduct(knownIssues),
  listProduct(purchaseCosts),
  listProduct(prepurchase),
];

/** Everything that is sold, at the usual terms. Routes, prices, challenges and documents derive from this table. */
export const products: readonly Listing[] = productsAt({ prices: {}, limits: {} });

/** Everything that is sold at what the operator asks, and with the samples that he gives away. */
export function productsAt({ prices, limits }: Terms): readonly Listing[] {
  const listings = table.map((product) => ({
    ...product,
    priceUsd: prices[product.slug] ?? product.priceUsd,
    sample: {
      ...product.sample,
      limitPerMinute: limits[product.sample.path] ?? product.sample.limitPerMinute,
    },
  }));
  return withPricesOfParts(listings);
}

/** Says in the summary, which every challenge and document shows, what the parts cost alone: before anybody pays. */
function withPricesOfParts(listings: readonly Listing[]): Listing[] {
  return listings.map((listing) => {
    const parts = listings.filter(({ slug }) => listing.parts?.includes(slug));
    if (parts.length === 0) return listing;
    const prices = listed(parts.map(({ name, priceUsd }) => `${name.toLowerCase()} $${priceUsd}`));
    const millionths = sum(parts.map(({ priceUsd }) => Math.round(Number(priceUsd) * 1_000_000)));
    // Cents at least.
    const together = (millionths / 1_000_000).toFixed(6).replace(/0{1,4}$/, '');
    return {
      ...listing,
      partsUsd: together,
      summary: `${listing.summary} Its parts, without these: ${prices}, $${together} together.`,
    };
  });
}

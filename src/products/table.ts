import { sum } from '../lib/sum.ts';
import { listed } from '../lib/wording.ts';
import { decode } from './decode.ts';
import { knownIssues } from './known-issues.ts';
import { prepurchase } from './prepurchase.ts';
import { type Listing, listProduct } from './product.ts';
import { purchaseCosts } from './purchase-costs.ts';
import { recalls } from './recalls.ts';

/** Everything that is sold. Routes, prices, challenges and documents derive from this table. */
export const products: readonly Listing[] = withPricesOfParts([
  listProduct(decode),
  listProduct(recalls),
  listProduct(knownIssues),
  listProduct(purchaseCosts),
  listProduct(prepurchase),
]);

/** Says in the summary, which every challenge and document shows, what the parts cost alone: before anybody pays. */
function withPricesOfParts(listings: readonly Listing[]): Listing[] {
  return listings.map((listing) => {
    const parts = listings.filter(({ slug }) => listing.parts?.includes(slug));
    if (parts.length === 0) return listing;
    const prices = listed(parts.map(({ slug, priceUsd }) => `${slug} $${priceUsd}`));
    const cents = sum(parts.map(({ priceUsd }) => Math.round(Number(priceUsd) * 100)));
    return {
      ...listing,
      summary: `${listing.summary} Its parts alone: ${prices}, $${(cents / 100).toFixed(2)} together.`,
    };
  });
}

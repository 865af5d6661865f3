import type { Terms } from '../lib/terms.ts';
import { decode } from './decode.ts';
import { knownIssues } from './known-issues.ts';
import { prepurchase } from './prepurchase.ts';
import { type Listing, listProduct } from './product.ts';
import { purchaseCosts } from './purchase-costs.ts';
import { recalls } from './recalls.ts';

/** Everything that is sold. Routes, prices, challenges and documents derive from this table. */
export const products: readonly Listing[] = [
  listProduct(decode),
  listProduct(recalls),
  listProduct(knownIssues),
  listProduct(purchaseCosts),
  listProduct(prepurchase),
];

/** The table at what the operator asks, and gives away. */
export const productsAt = ({ prices, limits }: Terms): readonly Listing[] =>
  products.map((product) => ({
    ...product,
    priceUsd: prices[product.slug] ?? product.priceUsd,
    sample: {
      ...product.sample,
      limitPerMinute: limits[product.sample.path] ?? product.sample.limitPerMinute,
    },
  }));

import { decode } from './decode.ts';
import { knownIssues } from './known-issues.ts';
import { prepurchase } from './prepurchase.ts';
import { type Listing, listProduct } from './product.ts';
import { purchaseCosts } from './purchase-costs.ts';
import { recalls } from './recalls.ts';

type KnowledgeOf<P extends { compute: (knowledge: never, query: never, call: never) => unknown }> =
  Parameters<P['compute']>[0];

/** What the products need to know, joined. */
export type Knowledge = KnowledgeOf<typeof decode> &
  KnowledgeOf<typeof recalls> &
  KnowledgeOf<typeof knownIssues> &
  KnowledgeOf<typeof purchaseCosts> &
  KnowledgeOf<typeof prepurchase>;

/** Everything that is sold. Routes, prices, challenges and documents derive from this table. */
export const products: readonly Listing<Knowledge>[] = [
  listProduct(decode),
  listProduct(recalls),
  listProduct(knownIssues),
  listProduct(purchaseCosts),
  listProduct(prepurchase),
];

import type { Offer } from './product.ts';

/** What the knowledge of all products needs, joined. */
export type Knowledge = object;

/** Everything that is sold. Routes, prices, challenges and documents derive from this table. */
export const products: readonly Offer<Knowledge>[] = [];

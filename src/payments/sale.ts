import type { Purchase } from './ledger.ts';
import type { Payment } from './payment.ts';

/** What a product gives: its answer, and whether it is worth money. */
export interface ComputedAnswer {
  body: object;
  charge: boolean;
}

/** How the product behind a purchase is made. Both throw a Failure where there is no answer to be had. */
export interface Production<Query> {
  validate(): Query;
  compute(query: Query, signal: AbortSignal): Promise<ComputedAnswer>;
}

/** One payment for one purchase. */
export interface Sale<Query> {
  payment: Payment;
  purchase: Purchase;
  production: Production<Query>;
}

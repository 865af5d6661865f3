import type { SaleType } from '../costs/jurisdiction-schema.ts';
import type { Country, Province, State } from '../costs/places.ts';
import type { CanadaCosts, Costs, UsCosts } from '../costs/result-schema.ts';
import type { decode } from '../products/decode.ts';
import type { knownIssues } from '../products/known-issues.ts';
import type { prepurchase } from '../products/prepurchase.ts';
import type { recalls } from '../products/recalls.ts';

type BodyOf<Product extends { compute: (...given: never) => Promise<{ body: object }> }> = Awaited<
  ReturnType<Product['compute']>
>['body'];

type Sold<Body> = Body & { charged: boolean; disclaimer: string };
type Sampled<Body> = Body & { sample: true; note: string; disclaimer: string };

export type DecodeAnswer = Sold<BodyOf<typeof decode>>;
export type RecallsAnswer = Sold<BodyOf<typeof recalls>>;
export type KnownIssuesAnswer = Sold<BodyOf<typeof knownIssues>>;
export type PurchaseCostsAnswer = Sold<Costs>;
export type PrepurchaseAnswer = Sold<BodyOf<typeof prepurchase>>;

export type DecodeSample = Sampled<BodyOf<typeof decode>>;
export type RecallsSample = Sampled<BodyOf<typeof recalls>>;
export type KnownIssuesSample = Sampled<BodyOf<typeof knownIssues>>;
export type PurchaseCostsSample = Sampled<{ ca: CanadaCosts; us: UsCosts }>;
export type PrepurchaseSample = Sampled<BodyOf<typeof prepurchase>>;

interface Sale {
  /** In the currency of the country, at most two decimals; text keeps them exact. */
  price: number | string;
  saleType: SaleType;
}

export interface CanadaSale extends Sale {
  country: 'CA';
  province: Province;
  familyGift?: boolean;
  buyerHasPlates?: boolean;
}

export interface UsSale extends Sale {
  country: 'US';
  state: State;
  tradeIn?: number | string;
  localRate?: number | string;
}

export type PurchaseCostsQuery = CanadaSale | UsSale;

export interface PrepurchaseQuery {
  vin: string;
  /** CA where left out. */
  country?: Country;
}

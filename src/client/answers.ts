import type { SaleType } from '../costs/jurisdiction-schema.ts';
import type { Country, Province, State } from '../costs/places.ts';
import type { CanadaCosts, Costs, UsCosts } from '../costs/result-schema.ts';
import type { IssueBody } from '../issues/issue-sample.ts';
import type { RecallBody } from '../recalls/recall-sample.ts';
import type { Report } from '../report/report-schema.ts';
import type { DecodedVehicle } from '../vehicle/decoded.ts';
import type { Warranty } from '../warranty/warranty.ts';

// @NOTE Published with the client: these files may name nothing but schemas, or services and sources come along.

interface DecodeBody extends DecodedVehicle {
  warranty: Warranty | null;
  /** Why the warranty is not known; null where it is. */
  warrantyNote: string | null;
}

type Sold<Body> = Body & { charged: boolean; disclaimer: string };
type Sampled<Body> = Body & { sample: true; note: string; disclaimer: string };

export type DecodeAnswer = Sold<DecodeBody>;
export type RecallsAnswer = Sold<RecallBody>;
export type KnownIssuesAnswer = Sold<IssueBody>;
export type PurchaseCostsAnswer = Sold<Costs>;
export type PrepurchaseAnswer = Sold<Report>;

export type DecodeSample = Sampled<DecodeBody>;
export type RecallsSample = Sampled<RecallBody>;
export type KnownIssuesSample = Sampled<IssueBody>;
export type PurchaseCostsSample = Sampled<{ ca: CanadaCosts; us: UsCosts }>;
export type PrepurchaseSample = Sampled<Report>;

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

import type { SaleType } from '../costs/jurisdiction-schema.ts';
import type { Country, Province, State } from '../costs/places.ts';
import type { CanadaCosts, Costs, UsCosts } from '../costs/published.ts';
import type { IssueBody } from '../issues/issue-sample.ts';
import type { RecallBody } from '../recalls/recall-sample.ts';
import type { Report } from '../report/report-schema.ts';
import type { DecodedVehicle } from '../vehicle/decoded.ts';
import type { OdometerUnit, Owner } from '../warranty/remaining-schema.ts';
import type { Market, Warranty } from '../warranty/warranty.ts';

// @NOTE Published with the client: these files may name nothing but schemas, or services and sources come along.

interface DecodeBody extends DecodedVehicle {
  warranty: Warranty | null;
  /** Why the warranty is not known; null where it is. */
  warrantyNote: string | null;
}

type Sold<Body> = Body & {
  charged: boolean;
  /** The payer had paid for the same request a short time before; nothing more was taken. */
  paidBefore?: { transaction: string };
  disclaimer: string;
};
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
  /** Value of the car traded in; in Canada for dealer sales only. */
  tradeIn?: number | string;
  /** Its model year, fuel and weight make lines exact that depend on the car. */
  vin?: string;
  modelYear?: number | string;
  fuel?: 'gasoline' | 'diesel' | 'hybrid' | 'plug_in_hybrid' | 'electric';
  /** Of the empty car; or `weightKg`. */
  weightLb?: number | string;
  weightKg?: number | string;
  /** List price of the maker when the car was new. */
  msrp?: number | string;
}

export type CanadaSale = Sale & {
  country: 'CA';
  familyGift?: boolean;
  buyerHasPlates?: boolean;
} & ({ province: Province; postalCode?: string } | { province?: Province; postalCode: string });

/** A ZIP code names the state of its post office. */
export type UsSale = Sale & {
  country: 'US';
  localRate?: number | string;
} & ({ state: State; postalCode?: string } | { state?: State; postalCode: string });

export type PurchaseCostsQuery = CanadaSale | UsSale;

export interface DecodeQuery {
  vin: string;
  /** Where the car was sold new; US where left out, unless its model was sold in one country only. */
  market?: Market;
  /** Needs `odometerUnit`. */
  odometer?: number;
  odometerUnit?: OdometerUnit;
  /** The first day in service, such as 2021-03-15. */
  inService?: string;
  /** later where left out. */
  owner?: Owner;
}

export interface PrepurchaseQuery {
  vin: string;
  /** CA where left out. */
  country?: Country;
}

import type { PurchaseCosts, WarrantyRemaining } from './answers.ts';

type CanadaCosts = Extract<PurchaseCosts, { country: 'CA' }>;
type UsCosts = Extract<PurchaseCosts, { country: 'US' }>;
type Country = PurchaseCosts['country'];
type SaleType = PurchaseCosts['saleType'];
type Province = CanadaCosts['province'];
type State = UsCosts['state'];

interface Sale {
  /** In the currency of the country, at most two decimals; text keeps them exact. */
  price: number | string;
  saleType: SaleType;
  /** Value of the car traded in; in Canada for dealer sales only. */
  tradeIn?: number | string;
  /** Value in the guide that the law of the place names. */
  bookValue?: number | string;
  /** The day whose figures hold, such as `2026-12-01`; today by default. */
  on?: string;
  /** Its model year, fuel and weight make lines exact that depend on the car. */
  vin?: string;
  modelYear?: number | string;
  fuel?: 'gasoline' | 'diesel' | 'hybrid' | 'plug_in_hybrid' | 'electric';
  /** The weight of the empty car; or `weightKg`. */
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
  city?: string;
} & ({ state: State; postalCode?: string } | { state?: State; postalCode: string });

export type PurchaseCostsQuery = CanadaSale | UsSale;

interface OwnCar {
  /** Needs `odometerUnit`. */
  odometer?: number;
  odometerUnit?: 'km' | 'mi';
  /** later where left out. */
  owner?: WarrantyRemaining['owner'];
}

export interface DecodeQuery extends OwnCar {
  vin: string;
  /** The country in which the car was sold new; US where left out, unless its model was sold in one country only. */
  market?: Country;
  /** The first day in service, such as 2021-03-15. */
  inService?: string;
}

/** A place makes the costs its bill; the country is that of the place, else CA where left out. */
export type PrepurchaseQuery = OwnCar & { vin: string } & Partial<Pick<Sale, 'price' | 'saleType'>> &
  (
    | { country?: 'CA'; province?: Province; postalCode?: string }
    | { country?: 'US'; state?: State; postalCode?: string; city?: string }
    | { country?: Country }
  );

import { type Fuel, fuels } from './car.ts';
import { assumptionsOf, notesOf } from './explain-costs.ts';
import type { Jurisdiction, SaleType } from './jurisdiction-schema.ts';
import { type BuiltFee, type CompiledFee, compileFee } from './lines/fee-line.ts';
import type { BuiltLine, Narrowing } from './lines/line-parts.ts';
import { type CompiledTax, compileTax, type Situation } from './lines/tax-line.ts';
import { type Cents, dollars } from './money.ts';
import { countryFacts } from './places.ts';
import type { Bill, PartOfTotal } from './published.ts';
import type { CostLine } from './result-schema.ts';
import type { Base } from './rules/rule.ts';
import type { CostsQuery } from './sale.ts';

/** A jurisdiction with every rule ready to run. */
export interface CompiledJurisdiction {
  data: Jurisdiction;
  taxes: Record<SaleType, readonly CompiledTax[]>;
  fees: Record<SaleType, readonly CompiledFee[]>;
}

export function compileJurisdiction(data: Jurisdiction): CompiledJurisdiction {
  const feesOf = (saleType: SaleType) =>
    data.fees
      .filter(({ sales }) => sales === undefined || sales.includes(saleType))
      .map((figure) => compileFee(figure, data));
  return {
    data,
    taxes: {
      private: data.privateSaleTaxes.map((figure) => compileTax(figure, data)),
      dealer: data.dealerSaleTaxes.map((figure) => compileTax(figure, data)),
    },
    fees: { private: feesOf('private'), dealer: feesOf('dealer') },
  };
}

export function computeCosts(jurisdiction: CompiledJurisdiction, query: CostsQuery): Bill {
  const { data } = jurisdiction;
  const { lines, totals, later, narrowing } = buildLines(jurisdiction, query);
  return {
    place: { ...query.place, name: data.name },
    currency: countryFacts[query.place.country].currency,
    saleType: query.saleType,
    price: dollars(query.price),
    lines,
    narrowing,
    known: dollars(totals.known),
    range: { low: dollars(totals.low), high: dollars(totals.high) },
    dueOnTheDay: inDollars({
      known: totals.known - later.known,
      low: totals.low - later.low,
      high: totals.high - later.high,
    }),
    dueLater: inDollars(later),
    assumptions: assumptionsOf(jurisdiction, query),
    notes: notesOf(jurisdiction, query),
    figuresVerifiedOn: data.verifiedOn,
  };
}

const NO_TOTALS: Totals = { known: 0, low: 0, high: 0 };

function inDollars({ known, low, high }: Totals): PartOfTotal {
  return { known: dollars(known), low: dollars(low), high: dollars(high) };
}

function buildLines(
  jurisdiction: CompiledJurisdiction,
  query: CostsQuery,
): { lines: CostLine[]; totals: Totals; later: Totals; narrowing: Narrowing[] } {
  const lines: CostLine[] = [];
  const narrowing: Narrowing[] = [];
  const total = new Total();
  let later: Total | undefined;
  const situation = situationOf(query);
  for (const tax of jurisdiction.taxes[query.saleType]) {
    const built = tax.build(situation);
    if (built === undefined) continue;
    lines.push(built.line);
    for (const row of built.narrowing) narrowing.push(row);
    total.addTax(built);
  }
  const plates = query.buyerHasPlates ? 'has' : 'needs';
  for (const fee of jurisdiction.fees[query.saleType]) {
    if (fee.figure.plates !== undefined && fee.figure.plates !== plates) continue;
    const built = fee.build(situation.base);
    if (built === undefined) continue;
    lines.push(built.line);
    for (const row of built.narrowing) narrowing.push(row);
    total.addFee(fee, built);
    if (fee.figure.due === 'at renewal') {
      later ??= new Total();
      later.addFee(fee, built);
    }
  }
  return { lines, totals: total.finish(), later: later?.finish() ?? NO_TOTALS, narrowing };
}

function situationOf({ price, saleType, tradeIn, localRate, familyGift, car, year }: CostsQuery): Situation {
  const base: Base = { taxable: price, price, localRate };
  if (car !== undefined) {
    base.car = car;
    base.year = year ?? new Date().getUTCFullYear();
  }
  return { base, saleType, tradeIn, familyGift };
}

interface Totals {
  known: Cents;
  low: Cents;
  high: Cents;
}

interface Bounds {
  low: Cents;
  high: Cents;
}

/**
 * Adds up what is or may be due. Lines for certain fuels are added per fuel, because no car has two of them,
 * and of a group that excludes each other only the dearest line counts.
 */
class Total {
  #known = 0;
  #low = 0;
  #high = 0;
  /** Few bills have such lines. */
  #byFuel: { fuel: Fuel; low: Cents; high: Cents }[] | undefined;
  #groups: Map<string, Bounds> | undefined;

  addTax(built: BuiltLine): void {
    this.#add(built, built.line.known);
  }

  addFee({ figure }: CompiledFee, built: BuiltFee): void {
    if (figure.optional) return;
    const bounds: Bounds = { low: built.sometimes ? 0 : built.low, high: built.high };
    if (figure.group !== undefined) {
      this.#addToGroup(figure.group, built.onlyFor === undefined ? bounds : { ...bounds, low: 0 });
      if (built.line.known) this.#known += built.low;
      return;
    }
    if (built.onlyFor !== undefined) {
      this.#byFuel ??= fuels.map((fuel) => ({ fuel, low: 0, high: 0 }));
      for (const sum of this.#byFuel) {
        if (!built.onlyFor.includes(sum.fuel)) continue;
        sum.low += bounds.low;
        sum.high += bounds.high;
      }
      return;
    }
    this.#add(bounds, built.line.known);
  }

  finish(): Totals {
    const totals = { known: this.#known, low: this.#low, high: this.#high };
    for (const { low, high } of this.#groups?.values() ?? []) {
      totals.low += low;
      totals.high += high;
    }
    if (this.#byFuel) {
      totals.low += Math.min(...this.#byFuel.map(({ low }) => low));
      totals.high += Math.max(...this.#byFuel.map(({ high }) => high));
    }
    return totals;
  }

  #addToGroup(name: string, { low, high }: Bounds): void {
    this.#groups ??= new Map();
    const sum = this.#groups.get(name) ?? { low: 0, high: 0 };
    this.#groups.set(name, { low: Math.max(sum.low, low), high: Math.max(sum.high, high) });
  }

  #add({ low, high }: Bounds, known: boolean): void {
    if (known) this.#known += low;
    this.#low += low;
    this.#high += high;
  }
}

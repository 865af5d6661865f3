import type { Bill, PartOfTotal } from './bill.ts';
import { assumptionsOf, notesOf } from './explain-costs.ts';
import type { Jurisdiction, SaleType } from './jurisdiction-schema.ts';
import { type CompiledFee, compileFee } from './lines/fee-line.ts';
import type { Narrowing } from './lines/line-parts.ts';
import { type CompiledTax, compileTax, type Situation } from './lines/tax-line.ts';
import { dollars } from './money.ts';
import { countryFacts } from './places.ts';
import type { CostLine } from './result-schema.ts';
import type { Base } from './rules/rule.ts';
import type { CostsQuery } from './sale.ts';
import { Total, type Totals } from './totals.ts';

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

import { assumptionsOf, notesOf } from './explain-costs.ts';
import type { Jurisdiction, SaleType } from './jurisdiction-schema.ts';
import { type CompiledFee, compileFee } from './lines/fee-line.ts';
import { type CompiledTax, compileTax, type Situation } from './lines/tax-line.ts';
import { dollars } from './money.ts';
import type { CostsQuery } from './query.ts';
import type { CanadaCosts, CostLine, Costs, UsCosts } from './result-schema.ts';
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

export function computeCosts(
  jurisdiction: CompiledJurisdiction,
  query: Extract<CostsQuery, { country: 'CA' }>,
): CanadaCosts;
export function computeCosts(
  jurisdiction: CompiledJurisdiction,
  query: Extract<CostsQuery, { country: 'US' }>,
): UsCosts;
export function computeCosts(jurisdiction: CompiledJurisdiction, query: CostsQuery): Costs;
export function computeCosts(jurisdiction: CompiledJurisdiction, query: CostsQuery): Costs {
  const { lines, totals } = buildLines(jurisdiction, query);
  const { data } = jurisdiction;
  const sale = { saleType: query.saleType, price: dollars(query.price), lines };
  const words = {
    assumptions: assumptionsOf(jurisdiction, query),
    notes: notesOf(jurisdiction, query),
    figuresVerifiedOn: data.verifiedOn,
  };
  const known = dollars(totals.known);
  const range = { low: dollars(totals.low), high: dollars(totals.high) };
  if (query.country === 'CA') {
    return {
      country: 'CA',
      province: query.province,
      provinceName: data.name,
      currency: 'CAD',
      ...sale,
      totalKnownCad: known,
      estimatedTotalRangeCad: range,
      ...words,
    };
  }
  return {
    country: 'US',
    state: query.state,
    stateName: data.name,
    currency: 'USD',
    ...sale,
    totalKnownUsd: known,
    estimatedTotalRangeUsd: range,
    ...words,
  };
}

function buildLines(
  jurisdiction: CompiledJurisdiction,
  query: CostsQuery,
): { lines: CostLine[]; totals: Totals } {
  const lines: CostLine[] = [];
  const total = new Total();
  const situation = situationOf(query);
  for (const tax of jurisdiction.taxes[query.saleType]) {
    const built = tax.build(situation);
    if (built === undefined) continue;
    lines.push(built.line);
    total.addTax(built);
  }
  const plates = query.country === 'US' ? undefined : query.buyerHasPlates ? 'has' : 'needs';
  for (const fee of jurisdiction.fees[query.saleType]) {
    if (fee.figure.plates !== undefined && fee.figure.plates !== plates) continue;
    const built = fee.build(situation.base);
    if (built === undefined) continue;
    lines.push(built.line);
    total.addFee(fee, built);
  }
  return { lines, totals: total.finish() };
}

function situationOf(query: CostsQuery): Situation {
  const us = query.country === 'US' ? query : undefined;
  return {
    base: { taxable: query.price, price: query.price, localRate: us?.localRate },
    saleType: query.saleType,
    tradeIn: us?.tradeIn,
    familyGift: query.country === 'CA' && query.familyGift,
  };
}

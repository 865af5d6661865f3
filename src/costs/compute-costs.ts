import { type Fuel, fuels } from './car.ts';
import type { Jurisdiction, SaleType } from './jurisdiction-schema.ts';
import type { BuiltLine } from './lines.ts';
import {
  type BuiltFee,
  type CompiledFee,
  type CompiledTax,
  compileFee,
  compileTax,
  type Situation,
} from './lines.ts';
import { type Cents, dollars, moneyText, percent, type Rate } from './money.ts';
import { countryFacts } from './places.ts';
import type { Bill, CostLine, Narrowing, PartOfTotal } from './published.ts';
import type { Base, RateRange } from './rules/rule.ts';
import type { CostsQuery, PostalArea } from './sale.ts';

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

/** Two places bear an article within a sentence. */
function inText(name: string): string {
  return /^(District|Northwest)\b/.test(name) ? `the ${name}` : name;
}

function platesMatter({ fees }: CompiledJurisdiction, { saleType }: CostsQuery): boolean {
  return fees[saleType].some(({ figure }) => figure.plates !== undefined);
}

/** Lists what the figures take for granted. */
function assumptionsOf(jurisdiction: CompiledJurisdiction, query: CostsQuery): string[] {
  const { data } = jurisdiction;
  return [
    `A used passenger car for private use, registered in ${inText(data.name)} by someone who lives there.`,
    ...(platesMatter(jurisdiction, query)
      ? [
          query.buyerHasPlates
            ? 'The buyer has valid plates to move to the car.'
            : 'The buyer needs new plates.',
        ]
      : []),
    ...data.assumptions,
  ];
}

/** Lists what else a buyer should know; notes that the query gives cause for come first. */
function notesOf(jurisdiction: CompiledJurisdiction, query: CostsQuery): string[] {
  const { notes, familyGift } = jurisdiction.data;
  const onParameters = parameterNotes(jurisdiction, query);
  // The tax line already says who has the exemption where a parameter asks for it.
  if (hasParameter(query, 'family_gift')) return [...onParameters, ...notes];
  const { who, note } = familyGift;
  return [...onParameters, ...notes, `Family and gifts: ${note === undefined ? who : `${who}. ${note}`}.`];
}

/** Explains the effect of parameters that were given. */
function parameterNotes(jurisdiction: CompiledJurisdiction, query: CostsQuery): string[] {
  const { data, taxes } = jurisdiction;
  const notes: string[] = [];
  if (query.familyGift && !data.familyGift.exempt) {
    notes.push(
      `family_gift changes nothing: ${inText(data.name)} has no family gift exemption because it does not tax a private sale.`,
    );
  }
  if (query.buyerHasPlates && !platesMatter(jurisdiction, query)) {
    notes.push(`buyer_has_plates changes nothing: no fee in ${inText(data.name)} depends on it.`);
  }
  const { tradeIn, car } = query;
  if (car?.otherKind !== undefined) {
    notes.push(
      `The VIN says "${car.otherKind}"; the figures here are those of passenger cars. Taxes, registration and plates of other vehicles can differ.`,
    );
  }
  if (tradeIn !== undefined && query.saleType === 'private') {
    notes.push(`The trade_in of ${moneyText(tradeIn)} is not deducted: only a dealer sale counts it here.`);
  }
  if (query.area === undefined && query.localRate === undefined) return notes;
  const known = taxes[query.saleType].find(({ localRates }) => localRates !== undefined)?.localRates;
  if (query.area !== undefined && known !== undefined) notes.push(...areaNotes(query.area, query.localRate));
  if (query.localRate !== undefined) {
    const note = localRateNote(query.localRate, known, inText(data.name));
    if (note !== undefined) notes.push(note);
  }
  return notes;
}

function hasParameter({ place }: CostsQuery, name: string): boolean {
  return countryFacts[place.country].ownParameters.includes(name);
}

function localRateNote(given: Rate, known: RateRange | undefined, place: string): string | undefined {
  if (known === undefined) return `local_rate changes nothing: no local tax falls on this sale in ${place}.`;
  if (given >= known.low && given <= known.high) return undefined;
  return (
    `The local_rate of ${percent(given)}% is outside the ${percent(known.low)}% to ${percent(known.high)}% known for ${place}. ` +
    'It is the local part alone: leave the rate of the state out of it.'
  );
}

/** Explains what a postal code says of the local tax, or why it says nothing. */
function areaNotes({ postalCode, localRate }: PostalArea, used: Rate | undefined): string[] {
  if (localRate !== undefined && localRate.rate === used) {
    const { place, rate, source, asOf } = localRate;
    return [
      `The local tax is that of ${place}, where ${postalCode} lies: ${percent(rate)}% as of ${asOf} (${source.title}, ${source.url}).`,
    ];
  }
  if (used !== undefined) return [];
  return [
    `The postal code ${postalCode} does not make the local tax exact: no table of local rates by ZIP code that may be passed on covers it, and one ZIP code often lies in several tax districts. local_rate does.`,
  ];
}

import { listed } from '../lib/wording.ts';
import { fuels, type VehicleKind } from './car.ts';
import { ELSEWHERE } from './find-area.ts';
import type { FeeFigure, Jurisdiction, SaleType } from './jurisdiction-schema.ts';
import type { BuiltLine } from './lines/line.ts';
import {
  type BuiltFee,
  buildDocumentationTax,
  buildFee,
  buildTax,
  type Situation,
} from './lines/taxes-and-fees.ts';
import { type Cents, dollars, moneyText, percent, type Rate } from './money.ts';
import { type Country, countryFacts, type PlaceKey, placeKeys } from './places.ts';
import type { Bill, CostLine, Narrowing, PartOfTotal } from './published.ts';
import { type Base, localRatesOf, type RateRange } from './rules.ts';
import { type CarSale, type CostsQuery, type LocalArea, type LocalRates, today } from './sale.ts';

export type CostsService = ReturnType<typeof createCostsService>;

export function createCostsService({ jurisdictions }: { jurisdictions: readonly Jurisdiction[] }) {
  const byPlace = new Map<string, Jurisdiction>(
    jurisdictions.map((data) => [`${data.country}-${data.code}`, data]),
  );
  const find = ({ country, code }: PlaceKey): Jurisdiction => {
    const found = byPlace.get(`${country}-${code}`);
    if (found === undefined) throw new Error(`no cost figures for ${country}-${code}`);
    return found;
  };

  const compute = (query: CostsQuery): Bill => computeCosts(find(query.place), query);

  return {
    /** The data files as they were read. */
    figures: jurisdictions,
    compute,
    /** Computes the same sale in every jurisdiction of the country. */
    compare: (country: Country, sale: CarSale): Bill[] =>
      placeKeys
        .filter((place) => place.country === country)
        .map((place) => compute({ place, familyGift: false, buyerHasPlates: false, ...sale })),
    /** Gives the place in a grid of equal tiles: column and row. */
    tileOf: (place: PlaceKey): readonly [number, number] => find(place).tile,
  };
}

export function computeCosts(whole: Jurisdiction, query: CostsQuery): Bill {
  const on = query.on ?? today();
  const data = inForce(whole, on);
  const { lines, totals, later, yearly, narrowing } = buildLines(data, query, on);
  return {
    place: { ...query.place, name: data.name },
    currency: countryFacts[query.place.country].currency,
    saleType: query.saleType,
    price: dollars(query.price),
    lines,
    narrowing,
    known: dollars(totals.known),
    range: {
      low: dollars(totals.low),
      high: dollars(totals.high),
      ...(totals.typical !== undefined && { typical: dollars(totals.typical) }),
    },
    dueOnTheDay: inDollars({
      known: totals.known - later.known,
      low: totals.low - later.low,
      high: totals.high - later.high,
    }),
    dueLater: inDollars(later),
    laterYears: { low: dollars(yearly.low), high: dollars(yearly.high) },
    assumptions: assumptionsOf(data, query),
    notes: [...idleNotes(data, query, lines, on), ...notesOf(data, query)],
    figuresVerifiedOn: verifiedSince(lines.map(({ verifiedOn }) => verifiedOn)),
    on,
  };
}

/** The figures that hold on a day. */
export function inForce(data: Jurisdiction, on: string): Jurisdiction {
  const holds = ({ from, until }: { from?: string | undefined; until?: string | undefined }) =>
    (from === undefined || from <= on) && (until === undefined || on <= until);
  const { privateSaleTaxes, dealerSaleTaxes, fees } = data;
  return {
    ...data,
    privateSaleTaxes: privateSaleTaxes.filter(holds),
    dealerSaleTaxes: dealerSaleTaxes.filter(holds),
    fees: fees.filter(holds),
  };
}

/** The day since which all are verified; null where one is not. */
export function verifiedSince(days: readonly (string | null)[]): string | null {
  return days.includes(null) ? null : (days.toSorted()[0] ?? null);
}

function inDollars({ known, low, high }: Totals): PartOfTotal {
  return { known: dollars(known), low: dollars(low), high: dollars(high) };
}

function buildLines(data: Jurisdiction, query: CostsQuery, on: string) {
  const lines: CostLine[] = [];
  const narrowing: Narrowing[] = [];
  const [total, later, yearly] = [new Total(), new Total(), new Total()];
  const add = (built: BuiltLine) => {
    lines.push(built.line);
    narrowing.push(...built.narrowing);
  };
  const situation = situationOf(query, on);
  for (const tax of taxesOf(data, query.saleType)) {
    const built = buildTax(tax, data, situation);
    if (built === undefined) continue;
    add(built);
    total.addTax(built);
  }
  const plates = query.buyerHasPlates ? 'has' : 'needs';
  for (const fee of feesOf(data, query.saleType)) {
    if (fee.plates !== undefined && fee.plates !== plates) continue;
    const built = buildFee(fee, data, situation.base);
    if (built === undefined) continue;
    add(built);
    total.addFee(fee, built);
    if (fee.due !== undefined) later.addFee(fee, built);
    const years = yearsOf[fee.frequency];
    if (years > 0) {
      const [low, high] = [Math.floor(built.low / years), Math.ceil(built.high / years)];
      yearly.addFee(fee, { ...built, low, high });
    }
    if (fee.id !== 'dealer-documentation') continue;
    const tax = buildDocumentationTax(fee, taxesOf(data, query.saleType), data, situation);
    if (tax === undefined) continue;
    add(tax);
    total.addTax(tax);
  }
  return {
    lines,
    totals: total.finish(),
    later: later.finish(),
    yearly: yearly.finish(),
    narrowing,
  };
}

/** For how many years a fee is paid at once; none where it does not come again. */
const yearsOf = { once: 0, annual: 1, biennial: 2, triennial: 3 } as const;

function taxesOf({ privateSaleTaxes, dealerSaleTaxes }: Jurisdiction, saleType: SaleType) {
  return saleType === 'private' ? privateSaleTaxes : dealerSaleTaxes;
}

function feesOf({ fees }: Jurisdiction, saleType: SaleType) {
  return fees.filter(({ sales }) => sales === undefined || sales.includes(saleType));
}

function situationOf(query: CostsQuery, on: string): Situation {
  const { price, saleType, tradeIn, bookValue, familyGift, car, area } = query;
  const localRates = localRatesFor(query);
  const facts = area?.counties ? { ...car, counties: area.counties } : car;
  const base = {
    taxable: price,
    price,
    localRates,
    ...(facts && { car: facts }),
    year: Number(on.slice(0, 4)),
  };
  return { base, saleType, tradeIn, bookValue, familyGift };
}

/** The caller's own rate wins over that of the area, which is the buyer's and not always the dealer's. */
function localRatesFor({ localRate, area, saleType }: CostsQuery): Base['localRates'] {
  if (localRate !== undefined) return { low: localRate, high: localRate };
  return saleType === 'dealer' && area?.placeOfDealer ? undefined : area?.rates;
}

interface Totals {
  known: Cents;
  low: Cents;
  high: Cents;
  /** Left out where one of the lines has no usual amount, and where nothing is open. */
  typical?: Cents | undefined;
}

type Bounds = Pick<Totals, 'low' | 'high' | 'typical'>;

/**
 * Adds up what is or may be due. Lines for certain fuels are added per fuel, because no car has two of them,
 * and of a group that excludes each other only the dearest line counts.
 */
class Total {
  #known = 0;
  #low = 0;
  #high = 0;
  /** Not a number once a line has no usual amount. */
  #typical = 0;
  readonly #byFuel = fuels.map((fuel) => ({ fuel, low: 0, high: 0 }));
  readonly #groups = new Map<string, Bounds>();

  addTax(built: BuiltLine): void {
    this.#add(built, built.line.known);
  }

  addFee({ optional, group }: FeeFigure, { line, sometimes, onlyFor, ...due }: BuiltFee): void {
    if (optional) return;
    const bounds: Bounds = sometimes ? { low: 0, high: due.high } : due;
    if (group !== undefined) {
      const { low, high } = this.#groups.get(group) ?? { low: 0, high: 0 };
      const ownLow = onlyFor === undefined ? bounds.low : 0;
      this.#groups.set(group, { low: Math.max(low, ownLow), high: Math.max(high, bounds.high) });
      if (line.known) this.#known += due.low;
      // Which of the group is due is open.
      this.#typical = Number.NaN;
    } else if (onlyFor !== undefined) {
      this.#typical = Number.NaN;
      for (const sums of this.#byFuel) {
        if (!onlyFor.includes(sums.fuel)) continue;
        sums.low += bounds.low;
        sums.high += bounds.high;
      }
    } else {
      this.#add(bounds, line.known);
    }
  }

  finish(): Totals {
    let low = this.#low + Math.min(...this.#byFuel.map((one) => one.low));
    let high = this.#high + Math.max(...this.#byFuel.map((one) => one.high));
    for (const group of this.#groups.values()) {
      low += group.low;
      high += group.high;
    }
    const isUsual = low < high && !Number.isNaN(this.#typical);
    return { known: this.#known, low, high, ...(isUsual && { typical: this.#typical }) };
  }

  #add({ low, high, typical = Number.NaN }: Bounds, known: boolean): void {
    if (known) this.#known += low;
    this.#low += low;
    this.#high += high;
    this.#typical += typical;
  }
}

/** Two places bear an article within a sentence. */
function inText(name: string): string {
  return /^(District|Northwest)\b/.test(name) ? `the ${name}` : name;
}

/** Says which of the facts that were given narrow nothing: without them the amounts are the same. */
function idleNotes(data: Jurisdiction, query: CostsQuery, lines: readonly CostLine[], on: string): string[] {
  const { given = [], area } = query;
  const idle = given.filter(
    (name) =>
      // Of a city that is not known another note says so.
      !(name === 'city' && area?.isUnknownCity) &&
      hasSameAmounts(buildLines(data, without(query, name), on).lines, lines),
  );
  if (idle.length === 0) return [];
  const [verb, it] = idle.length === 1 ? ['narrows', 'it'] : ['narrow', 'them'];
  return [`${listed(idle)} ${verb} nothing here: without ${it} the amounts are the same.`];
}

function hasSameAmounts(one: readonly CostLine[], other: readonly CostLine[]): boolean {
  const bounds = (lines: readonly CostLine[]) =>
    lines.map(({ id, amount, range }) => [id, amount ?? [range?.low, range?.high]].join());
  const others = bounds(other);
  return one.length === other.length && bounds(one).every((line, index) => line === others[index]);
}

function without(query: CostsQuery, name: string): CostsQuery {
  const { area: _, ...elsewhere } = query;
  if (name === 'postal_code' || name === 'city') return elsewhere;
  const { car = {} } = query;
  const { fuels, modelYear, weight, msrp, ...kind } = car;
  return {
    ...query,
    car: {
      ...kind,
      ...(fuels && name !== 'fuel' && { fuels }),
      ...(modelYear !== undefined && name !== 'model_year' && { modelYear }),
      ...(weight && name !== 'weight_lb' && name !== 'weight_kg' && { weight }),
      ...(msrp !== undefined && name !== 'msrp' && { msrp }),
    },
  };
}

function platesMatter(data: Jurisdiction, { saleType }: CostsQuery): boolean {
  return feesOf(data, saleType).some(({ plates }) => plates !== undefined);
}

const kindWords: Record<VehicleKind, string> = {
  car: 'passenger car',
  truck: 'truck',
  motorcycle: 'motorcycle',
  other: 'vehicle',
};

/** Lists what the figures take for granted. */
function assumptionsOf(data: Jurisdiction, query: CostsQuery): string[] {
  return [
    `A used ${kindWords[query.car?.kind ?? 'car']} for private use, registered in ${inText(data.name)} by someone who lives ${countyWords(query) ?? 'there'}.`,
    ...(platesMatter(data, query)
      ? [
          query.buyerHasPlates
            ? 'The buyer has valid plates to move to the car.'
            : 'The buyer needs new plates.',
        ]
      : []),
    ...data.assumptions,
  ];
}

/** "in Dallas County": where the buyer is taken to live, as far as a city or a postal code says it. */
function countyWords({ area, place: { code } }: CostsQuery): string | undefined {
  const [first, ...more] = area?.counties ?? [];
  if (first === undefined || area?.counties?.includes(ELSEWHERE)) return undefined;
  if (more.length > 0) return `in one of the counties ${[first, ...more].join(', ')}`;
  if (code === 'AK' || /city$/i.test(first)) return `in ${first}`;
  return `in ${first} ${code === 'LA' ? 'Parish' : 'County'}`;
}

/** Lists what else a buyer should know; notes that the query gives cause for come first. */
function notesOf(data: Jurisdiction, query: CostsQuery): string[] {
  const { familyGift } = data;
  const coming = `${query.on} is a day to come: these are the figures that are known of it today.`;
  const notes = [
    ...(query.on !== undefined && query.on > today() ? [coming] : []),
    ...data.notes,
    ...elsewhereNotes(data),
  ];
  const onParameters = parameterNotes(data, query);
  // The tax line already says who has the exemption where a parameter asks for it.
  if (hasParameter(query, 'family_gift')) return [...onParameters, ...notes];
  const { who, note } = familyGift;
  return [...onParameters, ...notes, `Family and gifts: ${note === undefined ? who : `${who}. ${note}`}.`];
}

const creditWords = {
  'up to the tax': 'counts up to the tax that is due here',
  none: 'does not lower the tax that is due here',
  'not found': 'may not count here: ask before you buy there',
} as const;

/** Says what becomes of tax on cars that were not bought here, or not at once. */
function elsewhereNotes({ country, paidElsewhere }: Jurisdiction): string[] {
  if (paidElsewhere === undefined) return [];
  const { credit, note } = paidElsewhere;
  return [
    `Bought elsewhere (generally known, not read in the law): tax paid on the car in another ${countryFacts[country].placeParameter} ${creditWords[credit]}.${note === undefined ? '' : ` ${note}.`}`,
    'Bought out of a lease: generally taxed as a sale by a dealer, at the price of the buyout.',
  ];
}

/** Explains the effect of parameters that were given. */
function parameterNotes(data: Jurisdiction, query: CostsQuery): string[] {
  const notes: string[] = [];
  if (query.familyGift && !data.familyGift.exempt) {
    notes.push(
      `family_gift changes nothing: ${inText(data.name)} has no family gift exemption because it does not tax a private sale.`,
    );
  }
  if (query.buyerHasPlates && !platesMatter(data, query)) {
    notes.push(`buyer_has_plates changes nothing: no fee in ${inText(data.name)} depends on it.`);
  }
  const { tradeIn, car } = query;
  if (car?.kindInWords !== undefined) {
    notes.push(
      `The VIN says "${car.kindInWords}"; where the figures of such vehicles are not known, registration is a range and the rest as for passenger cars.`,
    );
  }
  if (tradeIn !== undefined && query.saleType === 'private') {
    notes.push(`The trade_in of ${moneyText(tradeIn)} is not deducted: only a dealer sale counts it here.`);
  }
  if (
    query.bookValue !== undefined &&
    taxesOf(data, query.saleType).every(({ guide }) => guide === undefined)
  ) {
    notes.push(
      `book_value changes nothing: ${inText(data.name)} taxes the price of this sale as long as it is proved.`,
    );
  }
  const [known] = taxesOf(data, query.saleType).flatMap(({ amount }) => localRatesOf(amount) ?? []);
  if (query.area !== undefined) notes.push(...areaNotes(query.area, query, known));
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

/** Explains what a city or a postal code says of the local tax, or why it says nothing. */
function areaNotes(area: LocalArea, query: CostsQuery, known: RateRange | undefined): string[] {
  const { postalCode, city, isUnknownCity, rates, placeOfDealer } = area;
  const words = city !== undefined && !isUnknownCity ? city : (postalCode ?? city ?? '');
  const notes = isUnknownCity
    ? [`The city ${city} is not among those whose local tax and county are known here; the ranges stay.`]
    : [];
  if (known === undefined || query.localRate !== undefined) return notes;
  if (query.saleType === 'dealer' && placeOfDealer) {
    return [
      ...notes,
      `A dealer charges the local tax of its own place, not that of ${words}: local_rate tells it.`,
    ];
  }
  if (rates !== undefined) return [...notes, ratesNote(words, rates, known)];
  return postalCode === undefined
    ? notes
    : [
        ...notes,
        `The postal code ${postalCode} does not narrow the local tax: no rate is known for it, and one ZIP code often lies in several tax districts. city may, and local_rate does.`,
      ];
}

function ratesNote(words: string, rates: LocalRates, known: RateRange): string {
  const { confidence, source, asOf, writtenOn } = rates;
  // No place has a rate that its state does not know.
  const [low, high] = [Math.max(rates.low, known.low), Math.min(rates.high, known.high)];
  const rate = low === high ? `${percent(low)}%` : `between ${percent(low)}% and ${percent(high)}%`;
  const from = source
    ? `${asOf === null ? '' : `as of ${asOf}, `}${source.title}, ${source.url}`
    : `written down on ${writtenOn} without a source`;
  return `The local tax of ${words} is ${rate} (${confidence} confidence; ${from}).`;
}

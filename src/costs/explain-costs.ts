import type { CompiledJurisdiction } from './compute-costs.ts';
import { moneyText, percent, type Rate } from './money.ts';
import { countryFacts } from './places.ts';
import type { RateRange } from './rules/rule.ts';
import type { CostsQuery, PostalArea } from './sale.ts';

/** Two places bear an article within a sentence. */
function inText(name: string): string {
  return /^(District|Northwest)\b/.test(name) ? `the ${name}` : name;
}

function platesMatter({ fees }: CompiledJurisdiction, { saleType }: CostsQuery): boolean {
  return fees[saleType].some(({ figure }) => figure.plates !== undefined);
}

/** What the figures take for granted. */
export function assumptionsOf(jurisdiction: CompiledJurisdiction, query: CostsQuery): string[] {
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

/** What else a buyer should know, beginning with what the query itself gives cause to say. */
export function notesOf(jurisdiction: CompiledJurisdiction, query: CostsQuery): string[] {
  const { notes, familyGift } = jurisdiction.data;
  const onParameters = parameterNotes(jurisdiction, query);
  // Where a parameter asks for the exemption, the tax line already says who has it.
  if (hasParameter(query, 'family_gift')) return [...onParameters, ...notes];
  const { who, note } = familyGift;
  return [...onParameters, ...notes, `Family and gifts: ${note === undefined ? who : `${who}. ${note}`}.`];
}

/** What a caller who gave a parameter should know of its effect. */
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

/** What a postal code says of the local tax, or why it says nothing. */
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

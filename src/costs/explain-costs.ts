import type { CompiledJurisdiction } from './compute-costs.ts';
import { moneyText, percent, type Rate } from './money.ts';
import type { CostsQuery } from './query.ts';
import type { RateRange } from './rules/rule.ts';

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
    ...(query.country === 'CA' && platesMatter(jurisdiction, query)
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
  if (query.country === 'CA') return [...onParameters, ...notes];
  const { who, note } = familyGift;
  return [...onParameters, ...notes, `Family and gifts: ${note === undefined ? who : `${who}. ${note}`}.`];
}

/** What a caller who gave a parameter should know of its effect. */
function parameterNotes(jurisdiction: CompiledJurisdiction, query: CostsQuery): string[] {
  const { data, taxes } = jurisdiction;
  const notes: string[] = [];
  if (query.country === 'CA') {
    if (query.familyGift && !data.familyGift.exempt) {
      notes.push(
        `family_gift changes nothing: ${inText(data.name)} has no family gift exemption because it does not tax a private sale.`,
      );
    }
    if (query.buyerHasPlates && !platesMatter(jurisdiction, query)) {
      notes.push(`buyer_has_plates changes nothing: no fee in ${inText(data.name)} depends on it.`);
    }
    return notes;
  }
  const { tradeIn } = query;
  if (tradeIn !== undefined && query.saleType === 'private') {
    notes.push(`The trade_in of ${moneyText(tradeIn)} is not deducted: only a dealer sale counts it here.`);
  }
  if (query.localRate !== undefined) {
    const known = taxes[query.saleType].map(({ localRates }) => localRates).find(Boolean);
    const note = localRateNote(query.localRate, known, inText(data.name));
    if (note !== undefined) notes.push(note);
  }
  return notes;
}

function localRateNote(given: Rate, known: RateRange | undefined, place: string): string | undefined {
  if (known === undefined) return `local_rate changes nothing: no local tax falls on this sale in ${place}.`;
  if (given >= known.low && given <= known.high) return undefined;
  return (
    `The local_rate of ${percent(given)}% is outside the ${percent(known.low)}% to ${percent(known.high)}% known for ${place}. ` +
    'It is the local part alone: leave the rate of the state out of it.'
  );
}

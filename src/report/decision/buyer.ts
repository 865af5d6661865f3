import { type Country, countryFacts } from '../../costs/places.ts';
import { grouped } from '../../lib/wording.ts';
import type { Report } from '../report-schema.ts';

const KILOMETRES_PER_MILE = 1.609_344;

/** Where the car is bought: it decides on units and currency. */
export function countryOf({ purchaseCosts, warranty }: Pick<Report, 'purchaseCosts' | 'warranty'>): Country {
  return purchaseCosts?.country ?? warranty?.market ?? 'CA';
}

/** Owners state round numbers of miles: kilometres made of them are rounded likewise. */
export function distanceIn(country: Country, miles: number): number {
  return country === 'US' ? miles : Math.round((miles * KILOMETRES_PER_MILE) / 100) * 100;
}

export function distanceWords(country: Country, miles: number): string {
  return `${grouped(distanceIn(country, miles))} ${distanceUnit(country)}`;
}

export const distanceUnit = (country: Country): 'km' | 'miles' => (country === 'US' ? 'miles' : 'km');

/** "$1,250"; whole where it is only estimated. The currency stands beside it once. */
export function moneyWords(amount: number): string {
  return `$${grouped(Math.round(amount))}`;
}

export function moneyRange({ low, high }: { low: number; high: number }): string {
  const [from, to] = [moneyWords(low), moneyWords(high)];
  return from === to ? from : `${from} to ${to}`;
}

export const currencyOf = (country: Country): string => countryFacts[country].currency;

import { type Country, countryFacts } from '../costs/places.ts';
import type { KnownIssue } from '../issues/schemas.ts';
import { counted, grouped, severityText } from '../lib/wording.ts';
import type { Provenance } from '../sources/cached.ts';

const KILOMETRES_PER_MILE = 1.609_344;

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

/** Abbreviations stay in capitals. */
const KEPT = new Set('ABS ESC ECU EGR HID LED TPMS SRS CVT EV AC DC LCD GPS USB HVAC'.split(' '));

/** NHTSA's component in usual letters: "SERVICE BRAKES, HYDRAULIC:ANTILOCK" as "Service brakes, hydraulic: antilock". */
export function componentWords(component: string): string {
  const words = component
    .replaceAll('/', ' or ')
    .replace(/\s*:\s*/g, ': ')
    .replace(/[A-Za-z]+/g, (word) =>
      KEPT.has(word.toUpperCase()) ? word.toUpperCase() : word.toLowerCase(),
    );
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** "23 owner complaints with 2 fires, more often in the latest year of complaints". */
export function issueNumbers({
  count,
  severitySignals,
  trend,
}: Pick<KnownIssue, 'count' | 'severitySignals' | 'trend'>): string {
  const severity = severityText(severitySignals);
  const reported = severity === '' ? '' : ` with ${severity}`;
  return `${counted(count, 'owner complaint')}${reported}${trend === 'rising' ? ', more often in the latest year of complaints' : ''}`;
}

/** Says what an answer lacks that was recorded or ships with the service; undefined where each part was read. */
export function recordedLack(...parts: readonly (Provenance | null)[]): string | undefined {
  const [day] = parts.flatMap((part) => (part?.cache === 'none' ? part.fetchedAt.slice(0, 10) : [])).sort();
  return day && `A recorded answer: it is not complete, and nothing filed after ${day} is in it.`;
}

/** Fewer owners who state a mileage say nothing about the next one. */
export const LEAST_OWNERS = 10;

/** "Half of the 19 owners who say when had it before 34,600 km"; undefined where too few say. */
export function hadItBefore({ typicalMileage }: KnownIssue, country: Country): string | undefined {
  if (typicalMileage === undefined || typicalMileage.stated < LEAST_OWNERS) return undefined;
  const { median, stated } = typicalMileage;
  return `Half of the ${stated} owners who say when had it before ${distanceWords(country, median)}`;
}

import type { Entry, Maker, Scope } from './maker-schema.ts';
import { bestName } from './names.ts';
import type { Market } from './warranty.ts';

export type Found = { entry: Entry } | { why: string };

export const marketNames: Record<Market, string> = { US: 'the United States', CA: 'Canada' };

/** What the data say of one model year in one market: its terms, or the reason why there are none. */
export function findEntry(maker: Maker, year: number, models: readonly string[], market: Market): Found {
  const found = [
    ...maker.entries.map((entry) => ({ ...scopeOf(entry), answer: { entry } })),
    ...[...(maker.notEstablished ?? []), ...(maker.notSold ?? [])].map((gap) => ({
      ...scopeOf(gap),
      answer: { why: gap.why },
    })),
  ].filter((candidate) => inScope(candidate, year, market));

  const names = found.flatMap((candidate) => candidate.models ?? []);
  const name = bestName(names, models);
  const ofModel =
    name === undefined ? undefined : found.find((candidate) => candidate.models?.includes(name));
  const best = ofModel ?? found.find((candidate) => candidate.models === undefined);
  return best?.answer ?? { why: notAmong(maker, year, market) };
}

function inScope({ years: [first, last], markets }: Scope, year: number, market: Market): boolean {
  return year >= first && year <= last && markets.includes(market);
}

function scopeOf({ years, markets, models }: Scope): Scope {
  return models ? { years, markets, models } : { years, markets };
}

function notAmong(maker: Maker, year: number, market: Market): string {
  const years = maker.entries
    .filter((entry) => entry.markets.includes(market))
    .flatMap((entry) => entry.years);
  const place = marketNames[market];
  if (years.length === 0) return `The warranty data hold no terms of ${maker.make} in ${place}.`;
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return year >= first && year <= last
    ? `The warranty data hold no terms of this ${maker.make} model of ${year} in ${place}.`
    : `The warranty data hold ${maker.make} model years ${first} to ${last} in ${place}, not ${year}.`;
}

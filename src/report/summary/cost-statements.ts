import { countryFacts } from '../../costs/places.ts';
import { grouped } from '../../lib/wording.ts';
import type { Facts, Statement } from './statement.ts';

/** Where a purchase costs most, and by which line. */
export function costStatements({ purchaseCosts }: Facts): Statement[] {
  if (purchaseCosts === null) return [];
  const places = purchaseCosts.byJurisdiction.map((place, index) => ({ place, index }));
  const [dearest] = places.toSorted((a, b) => b.place.range.high - a.place.range.high);
  const [cheapest] = places.toSorted((a, b) => a.place.range.low - b.place.range.low);
  if (dearest === undefined || cheapest === undefined) return [];
  const { currency } = countryFacts[purchaseCosts.country];
  const { largestLine } = dearest.place;
  const line =
    largestLine === null
      ? ''
      : ` The largest line there is ${largestLine.label}: ${upTo(largestLine.range)} ${currency}.`;
  return [
    {
      kind: 'largest_cost',
      level: 'note',
      statement:
        `Taxes and fees of a private purchase at ${grouped(purchaseCosts.price)} ${currency} run from ` +
        `${grouped(cheapest.place.range.low)} (${cheapest.place.name}) to ${grouped(dearest.place.range.high)} (${dearest.place.name}).${line}`,
      section: 'purchaseCosts',
      item: dearest.place.code,
      pointer: `/purchaseCosts/byJurisdiction/${dearest.index}`,
    },
  ];
}

function upTo({ low, high }: { low: number; high: number }): string {
  return low === high ? grouped(high) : `up to ${grouped(high)}`;
}

import { weightOfPounds } from '../../src/costs/car.ts';
import type { CostsService } from '../../src/costs/costs-service.ts';
import { findArea } from '../../src/costs/find-area.ts';
import { localAreas } from '../../src/costs/local-areas.ts';
import { type Country, countries, countryFacts, placeKeys, states } from '../../src/costs/places.ts';
import type { CostsQuery } from '../../src/costs/sale.ts';

const PRICE = 15_000_00;
/** An ordinary car, as its VIN describes it: model year and fuel, no weight. */
const ORDINARY: NonNullable<CostsQuery['car']> = { modelYear: 2013, fuels: ['petrol', 'hybrid'] };

/** Says how exact and how sure the costs are, for the output of the check of the data. */
export function costsCoverageLines(costs: CostsService, year: number): string[] {
  return countries.flatMap((country) => {
    const bills = costs.compare(country, { price: PRICE, saleType: 'private' });
    const lines = bills.flatMap((bill) => bill.lines);
    const share = (level: string) =>
      Math.round((100 * lines.filter(({ confidence }) => confidence === level).length) / lines.length);
    const known = { ...ORDINARY, weight: weightOfPounds(3_200) };
    return [
      `Costs, ${countryFacts[country].name}: ${lines.length} lines of private sales; confidence high ${share('high')} %, ` +
        `medium ${share('medium')} %, low ${share('low')} %; median width of the range at ${PRICE / 100}: ` +
        `${widthOf(costs, country, {}, year)} without a car, ${widthOf(costs, country, { car: ORDINARY }, year)} with the VIN of an ` +
        `ordinary one, ${widthOf(costs, country, { car: known }, year)} with its weight.`,
      `  by place, without a car and with a VIN: ${placeWidths(costs, country, year).join(', ')}`,
      ...(country === 'US' ? [cityLine(costs)] : []),
    ];
  });
}

/** The same car in the largest city of each state, the first of its file; without one, anywhere in the state. */
function cityLine(costs: CostsService): string {
  const bills = placeKeys
    .filter(({ country }) => country === 'US')
    .map((place) => {
      const state = states.find((one) => one === place.code);
      const [city] = Object.keys((state && localAreas().states[state]?.cities) ?? {});
      const found = city === undefined ? undefined : findArea(localAreas(), place.code, { city });
      const sale = {
        place,
        price: PRICE,
        saleType: 'private' as const,
        familyGift: false,
        buyerHasPlates: false,
      };
      const query: CostsQuery = {
        ...sale,
        car: ORDINARY,
        ...(found?.kind === 'area' && { area: found.area }),
      };
      const valued = costs.compute({ ...query, bookValue: PRICE });
      return {
        words: `${place.code}${city === undefined ? '' : ` ${city}`}`,
        plain: costs.compute(query).range,
        valued: valued.range,
        day: valued.dueOnTheDay,
      };
    });
  const widthOfOne = ({ low, high }: { low: number; high: number }) => Math.round(high - low);
  const median = (widths: number[]) =>
    widths.toSorted((a, b) => a - b)[Math.floor((widths.length - 1) / 2)] ?? 0;
  return (
    `  with a VIN in the largest city: median ${median(bills.map(({ plain }) => widthOfOne(plain)))}, with the guide's value ` +
    `${median(bills.map(({ valued }) => widthOfOne(valued)))}, of what is due on the day then ` +
    `${median(bills.map(({ day }) => widthOfOne(day)))}; ` +
    bills.map(({ words, plain, day }) => `${words} ${widthOfOne(plain)}/${widthOfOne(day)}`).join(', ')
  );
}

function placeWidths(costs: CostsService, country: Country, year: number): string[] {
  const without = widthsOf(costs, country, {}, year);
  const withCar = widthsOf(costs, country, { car: ORDINARY }, year);
  return countryFacts[country].codes.map((code, index) => `${code} ${without[index]}/${withCar[index]}`);
}

function widthOf(costs: CostsService, country: Country, more: Pick<CostsQuery, 'car'>, year: number): number {
  const widths = widthsOf(costs, country, more, year).toSorted((a, b) => a - b);
  return widths[Math.floor((widths.length - 1) / 2)] ?? 0;
}

function widthsOf(
  costs: CostsService,
  country: Country,
  more: Pick<CostsQuery, 'car'>,
  year: number,
): number[] {
  const sale = { price: PRICE, saleType: 'private' as const, ...more, year };
  return costs.compare(country, sale).map(({ range }) => Math.round(range.high - range.low));
}

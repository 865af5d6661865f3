import { bothUnits } from './describe-coverage.ts';
import type { Fuel } from './maker-schema.ts';
import { fuelOf, type SoldVehicle, soldNamesOf } from './sold-vehicle.ts';
import type { EmissionsCoverage, Market, SourceReference, Term } from './warranty.ts';

// 42 U.S.C. 7541(i): since model year 1995, of vehicles whose weight rating is at most 8,500 lb.
const FIRST_YEAR = 1995;
const HIGHEST_RATING_LB = 8_500;
// The federal decoder states ratings in classes of 1,000 lb; the class from 8,001 lb reaches above the limit.
const SURE_RATING_LB = 8_000;
// Vans and pickups of which some or all are rated higher.
const HEAVY_NAMES =
  /\b([FE][- ]?[2-6]50|[2-5]500( ?HD)?|super duty|sprinter|promaster|transit(?! connect)|express|savana|econoline|excursion|h[12]|nv ?[1-3]500)\b/i;

const federal: SourceReference = {
  url: 'https://nepis.epa.gov/Exe/ZyPURL.cgi?Dockey=P100NNQH.TXT',
  title: 'EPA: Emissions Warranties for 1995 and Newer Light-duty Cars and Trucks under 8,500 Pounds GVWR',
};
const california: readonly SourceReference[] = [
  {
    url: 'https://www.law.cornell.edu/regulations/california/13-CCR-2037',
    title: 'California Code of Regulations, title 13, section 2037: Defects Warranty Requirements',
  },
  {
    url: 'https://bar.ca.gov/arsc/newsletters/newsletter/spring-2016/vehicles-with-extended-emissions-warranties',
    title: 'California Bureau of Automotive Repair: Vehicles with Extended Emissions Warranties',
  },
];

/** What federal law makes every maker warrant of this vehicle; null where it does not cover it. */
export function emissionsOf(vehicle: SoldVehicle, market: Market): EmissionsCoverage | null {
  const fuel = fuelOf(vehicle);
  if (market !== 'US' || vehicle.year < FIRST_YEAR || !hasEngine(fuel)) return null;
  const rating = vehicle.weight?.gvwrMinLb ?? undefined;
  if (rating !== undefined && rating > HIGHEST_RATING_LB) return null;
  const term = miles(24, 24_000);
  return {
    ...term,
    transferable: true,
    laterOwners: { kind: 'term', ...term, source: federal },
    note:
      'By federal law, for every owner. Catalytic converters, the emission control unit and onboard diagnostics have ' +
      'the longer term of `majorComponents`.' +
      (rating === undefined || rating > SURE_RATING_LB ? ' Only for vehicles rated at up to 8,500 lb.' : ''),
    majorComponents: miles(96, 80_000),
    california: {
      defects: miles(36, 50_000),
      listedParts: miles(84, 70_000),
      partialZeroEmission: miles(180, 150_000),
      condition:
        'Only for a vehicle certified to the rules of California and first sold in a state that has them: the label ' +
        'under the hood says so.',
      sources: [...california],
    },
    source: federal,
  };
}

/** Whether the vehicle may be too heavy for the federal emission warranty of light ones. */
export function isRatingOpen(vehicle: SoldVehicle): boolean {
  const rating = vehicle.weight?.gvwrMinLb ?? undefined;
  if (rating === undefined) return soldNamesOf(vehicle).some((name) => HEAVY_NAMES.test(name));
  return rating > SURE_RATING_LB;
}

function hasEngine(fuel: Fuel | undefined): boolean {
  return fuel !== 'electric' && fuel !== 'other';
}

function miles(months: number, limit: number): Term {
  return { months, ...bothUnits({ miles: limit }), unlimitedDistance: false };
}

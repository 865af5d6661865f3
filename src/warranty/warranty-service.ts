import { describeWarranty } from './describe-warranty.ts';
import type { Entry, Maker, Scope } from './makers.ts';
import { readOdometer } from './remaining.ts';
import {
  bestName,
  isLightVehicle,
  makeKey,
  type SoldVehicle,
  soldNamesOf,
  tractionBatteriesOf,
} from './sold-vehicle.ts';
import {
  type Market,
  marketNames,
  markets,
  type OdometerUnit,
  type Owner,
  type Warranty,
} from './warranty.ts';

/** `warrantyNote` says why, where the terms of a vehicle are not known. */
export type WarrantyAnswer =
  | { warranty: Warranty; warrantyNote: null }
  | { warranty: null; warrantyNote: string };

/** Facts of a car beside its VIN; each may be left out. */
export interface OwnCar {
  /** The market in which it was sold new. */
  market?: Market;
  odometer?: { distance: number; unit: OdometerUnit };
  /** The first day in service, as an ISO date. */
  inService?: string;
  /** A later owner where left out: who asks is buying a used car. */
  owner?: Owner;
}

export type WarrantyService = ReturnType<typeof createWarrantyService>;

const DEFAULT_MARKET: Market = 'US';
const notLight = 'The warranty data hold passenger cars and light trucks of up to 14,000 lb only.';

export function createWarrantyService({ makers }: { makers: readonly Maker[] }) {
  const byName = new Map(
    makers.flatMap((maker) =>
      [maker.make, ...(maker.alsoWritten ?? [])].map((name) => [makeKey(name), maker] as const),
    ),
  );

  return {
    /** Finds the factory warranty that a vehicle was sold with, and what remains of it. */
    find(
      vehicle: SoldVehicle,
      { market: asked, odometer, inService, owner = 'later' }: OwnCar = {},
      nowMs: number = Date.now(),
    ): WarrantyAnswer {
      if (!isLightVehicle(vehicle)) return notKnown(notLight);
      const maker = byName.get(makeKey(vehicle.make));
      if (!maker) return notKnown(`The warranty data do not hold the make ${vehicle.make}.`);
      const only = onlyMarketOf(maker, vehicle);
      const market = only ?? asked ?? DEFAULT_MARKET;
      const names = soldNamesOf(vehicle);
      const found = findEntry(maker, vehicle.year, names, market);
      if ('why' in found) {
        const others = markets.filter(
          (other) => other !== market && 'entry' in findEntry(maker, vehicle.year, names, other),
        );
        return notKnown([found.why, ...others.map(otherMarket)].join(' '));
      }
      return {
        warranty: describeWarranty(found.entry, {
          maker,
          vehicle,
          market,
          marketNote: only && `This model was sold new in ${marketNames[only]} only.`,
          batteries: tractionBatteriesOf(vehicle, maker),
          usage: {
            owner,
            odometer: odometer && readOdometer(odometer.distance, odometer.unit),
            inService,
            today: new Date(nowMs).toISOString().slice(0, 10),
          },
        }),
        warrantyNote: null,
      };
    },
  };
}

function otherMarket(market: Market): string {
  return `The terms of a car that was sold new in ${marketNames[market]} are known: a decode with market ${market} has them.`;
}

function notKnown(warrantyNote: string): WarrantyAnswer {
  return { warranty: null, warrantyNote };
}

type Found = { entry: Entry } | { why: string };

/** The terms of one model year in one market, or the reason why there are none. */
function findEntry(maker: Maker, year: number, models: readonly string[], market: Market): Found {
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

/** The market in which a model was sold only, where that is so. */
function onlyMarketOf(maker: Maker, vehicle: SoldVehicle): Market | undefined {
  const names = soldNamesOf(vehicle);
  return markets.find((market) =>
    maker.soldOnlyIn?.some(
      ({ models, years: [first, last] = [0, 9999], ...sold }) =>
        sold.market === market &&
        vehicle.year >= first &&
        vehicle.year <= last &&
        bestName(models, names) !== undefined,
    ),
  );
}
